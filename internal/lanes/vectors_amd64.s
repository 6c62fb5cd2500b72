//go:build !purego

#include "go_asm.h"
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

DATA kept<>+0(SB)/8, $0xfffffffffffffffc // ^fourPlace
GLOBL kept<>(SB), RODATA|NOPTR, $8

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

// Searches of Fours look at the four boxes of a node at a time.

// SETUP sets DI to the nodes, R10 to their numbers, R8 to the list, R9 to its end, R11 to the limit,
// Y8 and Y9 to the first two coordinates of what is sought, doubled, SI to it, Y15 to 0 and Y13 to
// what takes a sign away.
#define SETUP \
	MOVQ         data+0(FP), DI   \
	MOVQ         kids+8(FP), R10  \
	MOVQ         x+16(FP)    , SI \
	MOVQ         limit+24(FP), R11 \
	MOVQ         w+32(FP), R8     \
	MOVQ         Wait_top(R8), R9 \
	SHLQ         $4, R9           \
	ADDQ         R8, R9           \
	VXORPD       Y15, Y15, Y15    \
	VBROADCASTSD magnitude<>(SB), Y13  \
	VBROADCASTSD Sought_Twice+0(SI), Y8 \
	VBROADCASTSD Sought_Twice+8(SI), Y9

// TAKE takes the last entry of the list. It goes to done where that is a leaf or there is none, to
// take where it is too far, and to full where four more may not fit; else R13 is its number, and R9
// the end of the rest.
#define TAKE(take, done, full) \
	SUBQ    $16, R9       \
	CMPQ    R9, R8        \
	JLT     done          \
	CMPQ    0(R9), R11    \
	JGT     take          \
	MOVLQSX 8(R9), R13    \
	TESTQ   R13, R13      \
	JLT     done          \
	LEAQ    (16*const_waiting)(R8), R12 \
	CMPQ    R9, R12       \
	JHI     full

// INSIDE makes x both sides along an axis less twice the distance between the middles.
#define INSIDE(axis, middle, x) \
	VBROADCASTSD Sought_Sides+axis*8(SI), Y12 \
	VADDPD       axis*64+32(R14), Y12, Y12    \
	VSUBPD       axis*64(R14), middle, x      \
	VANDPD       Y13, x, x                    \
	VSUBPD       x, Y12, x

// ORDER makes a the lesser one of a and b, and b the other one.
#define ORDER(a, b) \
	MOVQ    a, R12 \
	CMPQ    a, b   \
	CMOVQGT b, a   \
	CMOVQGT R12, b

// PUSH writes a key and its number to R9, and moves that on where the key is at most the limit; R13
// points to the numbers.
#define PUSH(key) \
	MOVQ    key, R12          \
	ANDQ    $const_fourPlace, R12 \
	MOVL    (R13)(R12*4), R12 \
	MOVQ    key, 0(R9)        \
	MOVL    R12, 8(R9)        \
	LEAQ    16(R9), R12       \
	CMPQ    key, R11          \
	CMOVQLE R12, R9

// PUSHALL sorts the keys of the squares in Y0 and the depths in Y3, and pushes the farthest first.
#define PUSHALL \
	VMAXPD       Y15, Y3, Y3         \
	VPSUBQ       Y3, Y0, Y0          \
	VBROADCASTSD kept<>(SB), Y12     \
	VPAND        Y12, Y0, Y0         \
	VPOR         numbers<>(SB), Y0, Y0 \
	VEXTRACTF128 $1, Y0, X1          \
	VMOVQ        X0, AX              \
	VPEXTRQ      $1, X0, BX          \
	VMOVQ        X1, CX              \
	VPEXTRQ      $1, X1, DX          \
	ORDER(AX, BX)                    \
	ORDER(CX, DX)                    \
	ORDER(AX, CX)                    \
	ORDER(BX, DX)                    \
	ORDER(BX, CX)                    \
	SHLQ         $4, R13             \
	ADDQ         R10, R13            \
	PUSH(DX)                         \
	PUSH(CX)                         \
	PUSH(BX)                         \
	PUSH(AX)

// TURN pushes the boxes and goes on; done stores where the list ends, full that there is no room.
#define TURN(take, done, full) \
	PUSHALL               \
	JMP  take             \
done:                         \
	SUBQ R8, R9           \
	SARQ $4, R9           \
	MOVQ R9, Wait_top(R8) \
	VZEROUPPER            \
	RET                   \
full:                         \
	MOVQ $-2, Wait_top(R8) \
	VZEROUPPER            \
	RET

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

// func next2(data *float64, kids *[4]int32, x *Sought, limit int64, w *Wait)
TEXT ·next2(SB), NOSPLIT, $0-40
	SETUP
take:
	TAKE(take, done, full)
	MOVQ   R13, R14
	SHLQ   $7, R14 // 16 numbers a node
	ADDQ   DI, R14
	INSIDE(0, Y8, Y0)
	INSIDE(1, Y9, Y1)
	VMINPD Y1, Y0, Y3
	OUTSIDE(Y0)
	OUTSIDE(Y1)
	VADDPD Y1, Y0, Y0
	TURN(take, done, full)

// func next3(data *float64, kids *[4]int32, x *Sought, limit int64, w *Wait)
TEXT ·next3(SB), NOSPLIT, $0-40
	SETUP
	VBROADCASTSD Sought_Twice+16(SI), Y10
take:
	TAKE(take, done, full)
	LEAQ   (R13)(R13*2), R14
	SHLQ   $6, R14 // 24 numbers a node
	ADDQ   DI, R14
	INSIDE(0, Y8, Y0)
	INSIDE(1, Y9, Y1)
	INSIDE(2, Y10, Y2)
	VMINPD Y1, Y0, Y3
	VMINPD Y2, Y3, Y3
	OUTSIDE(Y0)
	OUTSIDE(Y1)
	OUTSIDE(Y2)
	VADDPD Y1, Y0, Y0
	VADDPD Y2, Y0, Y0
	TURN(take, done, full)

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
