//go:build !purego

#include "go_asm.h"
#include "textflag.h"

DATA magnitudes<>+0(SB)/8, $0x7fffffffffffffff
GLOBL magnitudes<>(SB), RODATA|NOPTR, $8

DATA one<>+0(SB)/8, $1.0
GLOBL one<>(SB), RODATA|NOPTR, $8

DATA minusHalf<>+0(SB)/8, $-0.5
GLOBL minusHalf<>(SB), RODATA|NOPTR, $8

DATA threeHalves<>+0(SB)/8, $1.5
GLOBL threeHalves<>(SB), RODATA|NOPTR, $8

// firsts has the mask of the first lane that is set in the number of the row.
DATA firsts<>+0(SB)/8, $0
DATA firsts<>+32(SB)/8, $-1 // 1
DATA firsts<>+72(SB)/8, $-1 // 2
DATA firsts<>+96(SB)/8, $-1 // 3
DATA firsts<>+144(SB)/8, $-1 // 4
DATA firsts<>+160(SB)/8, $-1 // 5
DATA firsts<>+200(SB)/8, $-1 // 6
DATA firsts<>+224(SB)/8, $-1 // 7
GLOBL firsts<>(SB), RODATA|NOPTR, $256

// COLUMNS makes c, d and e the columns of the axes of a body, r and s its first rows.
#define COLUMNS(body, r, s, c, d, e) \
	VUNPCKLPD   s, r, c                      \
	VUNPCKHPD   s, r, d                      \
	VPERM2F128  $0x31, Body_Axes+48(body), c, e \
	VINSERTF128 $1, Body_Axes+48(body), c, c \
	VINSERTF128 $1, Body_Axes+56(body), d, d

// SUM makes v r times the first number of x plus s times the second one plus t times the third one:
// with the rows of axes their transpose times x, with the columns the axes times x.
#define SUM(x, r, s, t, v, u) \
	VPERMPD $0x00, x, v \
	VPERMPD $0x55, x, u \
	VMULPD  r, v, v     \
	VMULPD  s, u, u     \
	VADDPD  u, v, v     \
	VPERMPD $0xaa, x, u \
	VMULPD  t, u, u     \
	VADDPD  u, v, v

// LEN2 makes sx the sum of the squares of the three numbers of x. s and sx are one register.
#define LEN2(x, s, sx, u, v) \
	VMULPD       x, x, s    \
	VPERMILPD    $1, sx, u  \
	VEXTRACTF128 $1, s, v   \
	VADDSD       u, sx, sx  \
	VADDSD       v, sx, sx

// STORE sets the manifold at R8 to the normal n, the points a and b in the world, c and d in the
// frames, the distance in X5 and the ID in AX, and returns. A vector is written with a fourth
// number, over which the next one goes.
#define STORE(n, a, b, c, d) \
	VMOVUPD n, Point_Normal(R8)           \
	MOVQ    $1, Point_N(R8)               \
	VMOVUPD a, Point_PointA(R8)           \
	VMOVUPD b, Point_PointB(R8)           \
	VMOVUPD c, Point_LocalA(R8)           \
	VMOVUPD d, Point_LocalB(R8)           \
	VMOVSD  X5, Point_Distance(R8)        \
	MOVQ    AX, Point_ID(R8)              \
	MOVB    $const_Overlap, answer+32(FP) \
	VZEROUPPER                            \
	RET

// func touchBall(a, b *Body, at *BallLimits, p *Point) (answer uint8)
//
// The steps are those of touchBall in package d3, in their order. First which body is the box: SI is
// that, DI the ball, R10 has the names. Then the centre t of the ball in the axes of the box, the
// point foot of the box nearest to it and the way n from there, whose square tells whether the plain
// case is at hand; with the root the normal, in deep that of the nearest side. At point those meet:
// the point of the box, the names, the normal in the world, and the point of the ball.
TEXT ·touchBall(SB), NOSPLIT, $0-33
	MOVQ         a+0(FP), SI
	MOVQ         b+8(FP), DI
	MOVQ         at+16(FP), R9
	MOVQ         p+24(FP), R8
	CMPB         Body_Solid(SI), $0
	JEQ          elsewhere
	CMPB         Body_Solid(DI), $0
	JEQ          elsewhere
	LEAQ         BallLimits_Names(R9), R10
	CMPB         Body_Kind(SI), $const_KindBox
	JEQ          ball
	LEAQ         BallLimits_Names+512(R9), R10
	MOVQ         b+8(FP), SI
	MOVQ         a+0(FP), DI

ball:
	MOVQ         Body_Margin(DI), AX
	VMOVQ        AX, X12                       // the margin
	SUBQ         Body_Extent(SI), AX           // in eighths of powers of two, nearly:
	SARQ         $49, AX
	ADDL         $80, AX                       // at least 2^-10 of the box
	CMPL         AX, $82                       // less than 11/8
	JHI          elsewhere
	CMPQ         Body_Margin(SI), $0
	JNE          elsewhere
	VBROADCASTSD magnitudes<>(SB), Y15
	VXORPD       Y14, Y14, Y14

	VMOVUPD      Body_Pos(DI), Y7
	VSUBPD       Body_Pos(SI), Y7, Y7
	VMOVUPD      Body_Axes(SI), Y1
	VMOVUPD      Body_Axes+24(SI), Y2
	SUM(Y7, Y1, Y2, Body_Axes+48(SI), Y4, Y5)  // Y4 = t
	VMOVUPD      Body_Half(SI), Y7
	VANDPD       Y15, Y4, Y8                   // |t|
	VMINPD       Y8, Y7, Y9
	VXORPD       Y8, Y4, Y10                   // the signs of t
	VORPD        Y10, Y9, Y9                   // foot
	VSUBPD       Y9, Y4, Y11                   // n
	LEN2(Y11, Y5, X5, X6, X0)                  // X5 = n.n

	VADDSD       Body_Radius(SI), X12, X0
	VMULSD       BallLimits_Pad(R9), X0, X0    // the error
	VSUBSD       X0, X12, X6
	VMULSD       X6, X6, X6
	VMINSD       BallLimits_FarSquare(R9), X6, X13
	VUCOMISD     X5, X13
	JLS          beyond                        // not less than that
	VMULSD       BallLimits_Deep(R9), X6, X6
	VMAXSD       BallLimits_NearSquare(R9), X6, X6
	COLUMNS(SI, Y1, Y2, Y3, Y2, Y1)
	VUCOMISD     X6, X5
	JLS          deep

	VSQRTSD      X5, X5, X5                    // the distance of the cores
	VMOVSD       one<>(SB), X6
	VDIVSD       X5, X6, X6
	VBROADCASTSD X6, Y6
	VMULPD       Y6, Y11, Y11                  // the normal
	VANDPD       Y15, Y11, Y6
	VPADDQ       BallLimits_TiltShift(R9), Y6, Y0
	VPCMPGTQ     BallLimits_TiltAbove(R9), Y0, Y0
	VMOVMSKPD    Y0, AX
	TESTL        $7, AX
	JNE          elsewhere

point:
	VADDPD       Y14, Y9, Y9                   // the point of the box in its frame
	SUM(Y9, Y3, Y2, Y1, Y10, Y6)
	VADDPD       Body_Pos(SI), Y10, Y10
	VADDPD       Y14, Y10, Y10                 // and in the world

	VANDPD       Y15, Y11, Y6
	VCMPPD       $0x12, BallLimits_Slope(R9), Y6, Y6 // at most
	VPBLENDD     $0xaa, Y11, Y6, Y6
	VMOVMSKPS    Y6, AX
	ANDL         $63, AX
	MOVQ         (R10)(AX*8), AX

	SUM(Y11, Y3, Y2, Y1, Y4, Y6)               // the normal in the world
	LEN2(Y4, Y6, X6, X1, X2)
	VMULSD       minusHalf<>(SB), X6, X6
	VADDSD       threeHalves<>(SB), X6, X6
	VBROADCASTSD X6, Y6
	VMULPD       Y6, Y4, Y4                    // of length one again

	VSUBSD       X12, X5, X5                   // the distance
	VBROADCASTSD X5, Y6
	VMULPD       Y4, Y6, Y6
	VADDPD       Y6, Y10, Y6                   // the point of the ball in the world
	SUM(Y4, Body_Axes(DI), Body_Axes+24(DI), Body_Axes+48(DI), Y7, Y1)
	VBROADCASTSD X12, Y1
	VMULPD       Y1, Y7, Y7
	VSUBPD       Y7, Y14, Y7                   // and in its frame
	CMPQ         SI, a+0(FP)
	JNE          second
	VADDPD       Y14, Y4, Y4
	STORE(Y4, Y10, Y6, Y9, Y7)
second:
	VSUBPD       Y4, Y14, Y4
	STORE(Y4, Y6, Y10, Y7, Y9)

deep: // the centre is in the box where n is zero
	VCMPPD       $0x00, Y14, Y11, Y0
	VMOVMSKPD    Y0, AX
	ANDL         $7, AX
	CMPL         AX, $7
	JNE          elsewhere
	VSUBPD       Y8, Y7, Y0                    // how deep inside each side
	VPERMILPD    $1, X0, X11
	VEXTRACTF128 $1, Y0, X8
	VMINSD       X11, X0, X11
	VMINSD       X8, X11, X11
	VSUBSD       X11, X14, X5                  // the least one, as a distance
	VSUBSD       X5, X12, X8
	VMOVSD       Body_Extent(SI), X6
	VMINSD       Body_Extent(DI), X6, X6
	VMULSD       BallLimits_Places(R9), X6, X6
	VUCOMISD     X6, X8
	JHI          elsewhere
	VBROADCASTSD X11, Y11
	VCMPPD       $0x00, Y11, Y0, Y0
	VMOVMSKPD    Y0, AX
	ANDL         $7, AX
	SHLL         $5, AX
	LEAQ         firsts<>(SB), BX
	VMOVUPD      (BX)(AX*1), Y0
	VBROADCASTSD one<>(SB), Y11
	VORPD        Y10, Y11, Y11
	VANDPD       Y0, Y11, Y11                  // the normal: of the first of the nearest sides
	VORPD        Y10, Y7, Y7
	VBLENDVPD    Y0, Y7, Y4, Y9                // the foot
	JMP          point

beyond: // apart, or rounding counts
	VADDSD       X0, X12, X6
	VMULSD       X6, X6, X6
	VUCOMISD     X6, X5
	JLS          elsewhere
	VUCOMISD     BallLimits_NearApart(R9), X5
	JLS          elsewhere
	VXORPD       X0, X0, X0
	VMOVUPD      Y0, Point_Normal(R8)
	MOVB         $const_Apart, answer+32(FP)
	VZEROUPPER
	RET

elsewhere:
	MOVB         $const_Elsewhere, answer+32(FP)
	VZEROUPPER
	RET
