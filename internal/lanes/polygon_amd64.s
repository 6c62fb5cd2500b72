//go:build !purego

#include "textflag.h"

// Offsets of a Polygon.
#define NORMALX 0
#define NORMALY 64
#define OFF 128
#define HEADING 192
#define COUNT 224
#define FEW 232
#define CORNERS 240
#define FIRST 528

// Offsets of a Side, and of what a Pair sees.
#define VIEW 8
#define SIDE 48
#define SEEN 96

DATA edges<>+0(SB)/8, $0
DATA edges<>+8(SB)/8, $1
DATA edges<>+16(SB)/8, $2
DATA edges<>+24(SB)/8, $3
DATA edges<>+32(SB)/8, $4
DATA edges<>+40(SB)/8, $5
DATA edges<>+48(SB)/8, $6
DATA edges<>+56(SB)/8, $7
DATA edges<>+64(SB)/8, $8
DATA edges<>+72(SB)/8, $9
DATA edges<>+80(SB)/8, $10
DATA edges<>+88(SB)/8, $11
DATA edges<>+96(SB)/8, $12
DATA edges<>+104(SB)/8, $13
DATA edges<>+112(SB)/8, $14
DATA edges<>+120(SB)/8, $15
GLOBL edges<>(SB), RODATA|NOPTR, $128

DATA keyBits<>+0(SB)/8, $~15
DATA keyBits<>+8(SB)/8, $~15
DATA keyBits<>+16(SB)/8, $~15
DATA keyBits<>+24(SB)/8, $~15
GLOBL keyBits<>(SB), RODATA|NOPTR, $32

// LOOK makes DI the polygon of the side at s, SI that of the side at t, and Y0 to Y3 the view of s.
#define LOOK(s, t) \
	MOVQ         s(R8), DI         \
	MOVQ         t(R8), SI         \
	VBROADCASTSD VIEW+s(R8), Y0    \
	VBROADCASTSD VIEW+8+s(R8), Y1  \
	VBROADCASTSD VIEW+16+s(R8), Y2 \
	VBROADCASTSD VIEW+24+s(R8), Y3

// TURN makes Y8 and Y9 the normals of four edges as the other polygon sees them, kept at out, and
// Y6 how far their lines are from its centre. The first edge is at off of the doubles.
#define TURN(off, out) \
	VMOVUPD NORMALX+off(DI), Y6  \
	VMOVUPD NORMALY+off(DI), Y7  \
	VMULPD  Y6, Y0, Y8           \
	VMULPD  Y7, Y1, Y9           \
	VSUBPD  Y9, Y8, Y8           \
	VMOVUPD Y8, SEEN+out(R8)     \
	VMULPD  Y6, Y1, Y9           \
	VMULPD  Y7, Y0, Y10          \
	VADDPD  Y10, Y9, Y9          \
	VMOVUPD Y9, SEEN+128+out(R8) \
	VMULPD  Y6, Y2, Y6           \
	VMULPD  Y7, Y3, Y7           \
	VADDPD  Y7, Y6, Y6           \
	VMOVUPD OFF+off(DI), Y7      \
	VSUBPD  Y6, Y7, Y6

// CORNER makes h the heights of a corner along the directions in Y8 and Y9. x is another register.
#define CORNER(at, h, x) \
	VBROADCASTSD CORNERS+at(SI), h   \
	VBROADCASTSD CORNERS+8+at(SI), x \
	VMULPD       h, Y8, h            \
	VMULPD       x, Y9, x            \
	VADDPD       x, h, h

// LOWOFALL makes Y10 the heights of the lowest of four corners.
#define LOWOFALL \
	CORNER(0, Y10, Y11)  \
	CORNER(16, Y12, Y13) \
	VMINPD Y12, Y10, Y10 \
	CORNER(64, Y7, Y11)  \
	CORNER(80, Y12, Y13) \
	VMINPD Y12, Y7, Y7   \
	VMINPD Y7, Y10, Y10

// CELLS makes X8 the cells of the headings of four edges, which begin at half, as the other polygon
// sees them, and keeps them at out. X4 is the turn of headings.
#define CELLS(half, out) \
	VPADDD  HEADING+half(DI), X4, X8 \
	VPSRLD  $25, X8, X8              \
	VMOVDQU X8, SEEN+384+out(R8)

// FIND makes BX, AX, DX and CX where the corners are that First names for the cells in X8.
#define FIND \
	VMOVQ   X8, AX              \
	VPEXTRQ $1, X8, CX          \
	MOVL    AX, BX              \
	SHRQ    $32, AX             \
	MOVL    CX, DX              \
	SHRQ    $32, CX             \
	MOVBLZX FIRST(SI)(BX*1), BX \
	MOVBLZX FIRST(SI)(AX*1), AX \
	MOVBLZX FIRST(SI)(DX*1), DX \
	MOVBLZX FIRST(SI)(CX*1), CX

// LOWOFTWO makes Y10 the heights of the lower one of two corners, after FIND and TURN.
#define LOWOFTWO \
	VMOVUPD     CORNERS(SI)(BX*1), X10             \
	VMOVUPD     CORNERS(SI)(AX*1), X11             \
	VINSERTF128 $1, CORNERS(SI)(DX*1), Y10, Y10    \
	VINSERTF128 $1, CORNERS(SI)(CX*1), Y11, Y11    \
	VMOVUPD     CORNERS+16(SI)(BX*1), X12          \
	VMOVUPD     CORNERS+16(SI)(AX*1), X13          \
	VINSERTF128 $1, CORNERS+16(SI)(DX*1), Y12, Y12 \
	VINSERTF128 $1, CORNERS+16(SI)(CX*1), Y13, Y13 \
	VUNPCKLPD   Y11, Y10, Y7                       \ // the first corners
	VUNPCKHPD   Y11, Y10, Y10                      \
	VMULPD      Y7, Y8, Y7                         \
	VMULPD      Y10, Y9, Y10                       \
	VADDPD      Y10, Y7, Y10                       \
	VUNPCKLPD   Y13, Y12, Y7                       \ // the second ones
	VUNPCKHPD   Y13, Y12, Y12                      \
	VMULPD      Y7, Y8, Y7                         \
	VMULPD      Y12, Y9, Y12                       \
	VADDPD      Y12, Y7, Y12                       \
	VMINPD      Y12, Y10, Y10

// KEY makes k the keys of the edges that out and number stand for, and keeps their depths. Y15 is 0.
#define KEY(out, number, k) \
	VSUBPD   Y10, Y6, Y6           \
	VMOVUPD  Y6, SEEN+256+out(R8)  \
	VPCMPGTQ Y6, Y15, Y7           \ // its order
	VPSRLQ   $1, Y7, Y7            \
	VPXOR    Y7, Y6, Y6            \
	VPAND    keyBits<>(SB), Y6, Y6 \
	VPOR     number(SB), Y6, k

// LEAST makes Y14 the lesser keys of Y14 and k.
#define LEAST(k) \
	VPCMPGTQ  k, Y14, Y7 \
	VBLENDVPD Y7, k, Y14, Y14

// EDGES makes Y14 the least keys of the edges of the side at s, numbered from first and second on;
// those of the second four are there only where there are more than four.
#define EDGES(s, out, half, first, second, many, done) \
	VPBROADCASTD VIEW+32+s(R8), X4 \
	CELLS(0, half)                 \
	CMPB         FEW(SI), $0       \
	JEQ          many              \
	TURN(0, out)                   \
	LOWOFALL                       \
	KEY(out, first, Y5)            \
	LEAST(Y5)                      \
	CMPQ         COUNT(DI), $4     \
	JLE          done              \
	CELLS(16, 16+half)             \
	TURN(32, 32+out)               \
	LOWOFALL                       \
	KEY(32+out, second, Y5)        \
	LEAST(Y5)                      \
	JMP          done              \
many:                                  \
	FIND                           \
	TURN(0, out)                   \
	LOWOFTWO                       \
	KEY(out, first, Y5)            \
	LEAST(Y5)                      \
	CMPQ         COUNT(DI), $4     \
	JLE          done              \
	CELLS(16, 16+half)             \
	FIND                           \
	TURN(32, 32+out)               \
	LOWOFTWO                       \
	KEY(32+out, second, Y5)        \
	LEAST(Y5)                      \
done:

// TAKE makes AX the least key of the lanes of Y14.
#define TAKE \
	VEXTRACTF128 $1, Y14, X6      \
	VPCMPGTQ     X6, X14, X7      \
	VBLENDVPD    X7, X6, X14, X14 \
	VMOVQ        X14, AX          \
	VPEXTRQ      $1, X14, BX      \
	CMPQ         AX, BX           \
	CMOVQGT      BX, AX

// NONE makes Y14 a key above all, and Y15 0.
#define NONE \
	VXORPD   Y15, Y15, Y15 \
	VPCMPEQQ Y14, Y14, Y14 \
	VPSRLQ   $1, Y14, Y14

// func depths(p *Pair, side int) (least int64)
TEXT ·depths(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), R8
	NONE
	CMPQ side+8(FP), $0
	JNE  other
	LOOK(0, SIDE)
	EDGES(0, 0, 0, edges<>+0, edges<>+32, manyA, doneA)
	TAKE
	MOVQ AX, least+16(FP)
	VZEROUPPER
	RET

other:
	LOOK(SIDE, 0)
	EDGES(SIDE, 64, 32, edges<>+64, edges<>+96, manyB, doneB)
	TAKE
	MOVQ AX, least+16(FP)
	VZEROUPPER
	RET

// func bothDepths(p *Pair) (least int64)
TEXT ·bothDepths(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), R8
	NONE
	LOOK(0, SIDE)
	EDGES(0, 0, 0, edges<>+0, edges<>+32, manyA, doneA)
	LOOK(SIDE, 0)
	EDGES(SIDE, 64, 32, edges<>+64, edges<>+96, manyB, doneB)
	TAKE
	MOVQ AX, least+8(FP)
	VZEROUPPER
	RET
