//go:build !purego

#include "textflag.h"

// The vectors of lanes 0 to 3 and 4 to 7 are worked on in turn. In comments x is that of a lane.

DATA numbers<>+0(SB)/8, $0
DATA numbers<>+8(SB)/8, $1
DATA numbers<>+16(SB)/8, $2
DATA numbers<>+24(SB)/8, $3
DATA numbers<>+32(SB)/8, $4
DATA numbers<>+40(SB)/8, $5
DATA numbers<>+48(SB)/8, $6
DATA numbers<>+56(SB)/8, $7
GLOBL numbers<>(SB), RODATA|NOPTR, $64

DATA magnitude<>+0(SB)/8, $0x7fffffffffffffff
GLOBL magnitude<>(SB), RODATA|NOPTR, $8

DATA far<>+0(SB)/8, $0x7ff0000000000000
GLOBL far<>(SB), RODATA|NOPTR, $8

DATA keyed<>+0(SB)/8, $0xffffffffffffff00 // ^KeyPlace
GLOBL keyed<>(SB), RODATA|NOPTR, $8

// INWARD makes x, how far a point is from the middle along an axis, inward of x: h - |x|.
#define INWARD(h, x) \
	VANDPD  Y13, x, x \
	VMOVUPD h, Y12    \
	VSUBPD  x, Y12, x

// OUTSIDE makes x the square of its negative part; Y15 is 0.
#define OUTSIDE(x) \
	VMINPD Y15, x, x \
	VMULPD x, x, x

// KEY makes k, the bits of the square, the keys of the lanes in numbers; deep is how deep the point
// is inside, if not negative, Y14 the place of the first box and R9 points to n. Lanes from n on
// get that of no box.
#define KEY(n8, deep, k) \
	VMAXPD       Y15, deep, deep            \
	VPSUBQ       deep, k, k                 \
	VBROADCASTSD keyed<>(SB), Y12           \
	VPAND        Y12, k, k                  \
	VMOVDQU      numbers<>+n8(SB), Y12      \
	VPADDQ       Y12, Y14, deep             \
	VPOR         deep, k, k                 \
	VPCMPGTQ     Y12, Y11, Y12              \
	VBROADCASTSD far<>(SB), deep            \
	VBLENDVPD    Y12, k, deep, k

// LEAST makes AX the least and CX the second least of the keys in k and l, X those of their lower
// halves.
#define LEAST(k, l, kx) \
	VPCMPGTQ     l, k, Y2       \
	VBLENDVPD    Y2, l, k, Y3   \
	VBLENDVPD    Y2, k, l, Y4   \
	VEXTRACTF128 $1, Y3, X5     \
	VEXTRACTF128 $1, Y4, X6     \
	VPCMPGTQ     X5, X3, X2     \
	VBLENDVPD    X2, X5, X3, X7 \
	VBLENDVPD    X2, X3, X5, X8 \
	VPCMPGTQ     X6, X4, X2     \
	VBLENDVPD    X2, X6, X4, X4 \
	VPCMPGTQ     X8, X4, X2     \
	VBLENDVPD    X2, X8, X4, X4 \
	VMOVQ        X7, AX         \
	VPEXTRQ      $1, X7, BX     \
	VMOVQ        X4, CX         \
	VPEXTRQ      $1, X4, DX     \
	CMPQ         CX, DX         \
	CMOVQGT      DX, CX         \
	MOVQ         AX, DX         \
	CMPQ         AX, BX         \
	CMOVQGT      BX, AX         \
	CMOVQLE      BX, DX         \
	CMPQ         CX, DX         \
	CMOVQGT      DX, CX

// func nearest2(at *float64, stride, n int, x, y float64, place int64) (least, next int64)
TEXT ·nearest2(SB), NOSPLIT, $0-64
	MOVQ         at+0(FP), DI
	MOVQ         stride+8(FP), SI
	SHLQ         $3, SI
	LEAQ         (DI)(SI*2), R8
	ADDQ         SI, R8                // components from 3 on
	VPBROADCASTQ n+16(FP), Y11
	VBROADCASTSD x+24(FP), Y0
	VBROADCASTSD y+32(FP), Y1
	VPBROADCASTQ place+40(FP), Y14
	VXORPD       Y15, Y15, Y15
	VBROADCASTSD magnitude<>(SB), Y13

#define LANES2(off, x, y, t) \
	VSUBPD  off(DI), Y0, Y2         \ // from the middle
	VSUBPD  off(DI)(SI*1), Y1, Y3   \
	VMOVUPD off(DI)(SI*2), Y4       \ // c
	VMOVUPD off(R8), Y5             \ // s
	VMULPD  Y2, Y4, x               \
	VMULPD  Y3, Y5, t               \
	VADDPD  t, x, x                 \
	VMULPD  Y3, Y4, y               \
	VMULPD  Y2, Y5, t               \
	VSUBPD  t, y, y                 \
	INWARD(off(R8)(SI*1), x)        \
	INWARD(off(R8)(SI*2), y)        \
	VMINPD  y, x, t                 \
	OUTSIDE(x)                      \
	OUTSIDE(y)                      \
	VADDPD  y, x, x                 \
	KEY(off, t, x)

	LANES2(0, Y6, Y7, Y8)
	LANES2(32, Y9, Y7, Y8)
	LEAST(Y6, Y9, X6)
	MOVQ         AX, least+48(FP)
	MOVQ         CX, next+56(FP)
	VZEROUPPER
	RET

// func nearest3(at *float64, stride, n int, x *[3]float64, place int64) (least, next int64)
TEXT ·nearest3(SB), NOSPLIT, $0-56
	MOVQ         at+0(FP), DI
	MOVQ         stride+8(FP), SI
	SHLQ         $3, SI
	LEAQ         (DI)(SI*2), R8
	ADDQ         SI, R8                // components from 3 on
	LEAQ         (R8)(SI*2), R9
	ADDQ         SI, R9                // from 6 on
	LEAQ         (R9)(SI*2), R10
	ADDQ         SI, R10               // from 9 on
	LEAQ         (R10)(SI*2), R11
	ADDQ         SI, R11               // from 12 on
	VPBROADCASTQ n+16(FP), Y11
	MOVQ         x+24(FP), AX
	VPBROADCASTQ place+32(FP), Y14
	VXORPD       Y15, Y15, Y15
	VBROADCASTSD magnitude<>(SB), Y13

// ALONG makes x the sum of the products of Y2, Y3 and Y4 with the components from at on.
#define ALONG(off, at, x) \
	VMULPD off(at), Y2, x          \
	VMULPD off(at)(SI*1), Y3, Y12  \
	VADDPD Y12, x, x               \
	VMULPD off(at)(SI*2), Y4, Y12  \
	VADDPD Y12, x, x

#define LANES3(off, x) \
	VBROADCASTSD (AX), Y2               \
	VBROADCASTSD 8(AX), Y3              \
	VBROADCASTSD 16(AX), Y4             \
	VSUBPD       off(DI), Y2, Y2        \ // from the middle
	VSUBPD       off(DI)(SI*1), Y3, Y3  \
	VSUBPD       off(DI)(SI*2), Y4, Y4  \
	ALONG(off, R8, x)                   \
	ALONG(off, R9, Y5)                  \
	ALONG(off, R10, Y8)                 \
	INWARD(off(R11), x)                 \
	INWARD(off(R11)(SI*1), Y5)          \
	INWARD(off(R11)(SI*2), Y8)          \
	VMINPD       Y5, x, Y2              \
	VMINPD       Y8, Y2, Y2             \
	OUTSIDE(x)                          \
	OUTSIDE(Y5)                         \
	OUTSIDE(Y8)                         \
	VADDPD       Y5, x, x               \
	VADDPD       Y8, x, x               \
	KEY(off, Y2, x)

	LANES3(0, Y6)
	LANES3(32, Y9)
	LEAST(Y6, Y9, X6)
	MOVQ         AX, least+40(FP)
	MOVQ         CX, next+48(FP)
	VZEROUPPER
	RET

// func haveVectors() bool
TEXT ·haveVectors(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	MOVL $0, AX
	CPUID
	CMPL AX, $7
	JLT  none
	MOVL $1, AX
	CPUID
	ANDL $(1<<27 | 1<<28), CX // OSXSAVE, AVX
	CMPL CX, $(1<<27 | 1<<28)
	JNE  none
	XORL CX, CX
	XGETBV
	ANDL $6, AX               // the system keeps the registers
	CMPL AX, $6
	JNE  none
	MOVL $7, AX
	XORL CX, CX
	CPUID
	ANDL $(1<<5), BX          // AVX2
	JEQ  none
	MOVB $1, ret+0(FP)
none:
	RET
