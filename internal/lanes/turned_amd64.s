//go:build !purego

#include "textflag.h"

// The lanes are a to c, b to c, a to d, b to d. In comments x is that of a lane.

DATA abs<>+0(SB)/8, $0x7fffffffffffffff
GLOBL abs<>(SB), RODATA|NOPTR, $8

DATA half<>+0(SB)/8, $0x3fe0000000000000
GLOBL half<>(SB), RODATA|NOPTR, $8

DATA grow<>+0(SB)/8, $0x3ea0000000000000 // TurnedGrow
GLOBL grow<>(SB), RODATA|NOPTR, $8

DATA infinite<>+0(SB)/8, $0x7ff0000000000000
GLOBL infinite<>(SB), RODATA|NOPTR, $8

// Offsets of what is kept on the stack, from DI: vectors.
#define M(i, k) ((3*i+k)*32)(DI)       // columns of a and b
#define N(j, k) (288+(3*j+k)*32)(DI)   // columns of c and d, in the frame of a and b
#define H(k) (576+k*32)(DI)            // half extents of a and b
#define G(k) (672+k*32)(DI)            // half extents of c and d
#define D(k) (768+k*32)(DI)            // from the centre of a or b to that of c or d
#define ALONG 864(DI)

// Offsets of a Sight, from SI.
#define ROT(j, k) ((3*j+k)*8)(SI)
#define AT(k) (72+k*8)(SI)
#define OWN 96(SI)
#define SEEN 104(SI)
#define PAD 112(SI)
#define LIMIT 120(SI)
#define SQUARE 128(SI)
#define NORMAL(k) (136+k*8)(SI)
#define TOWARD 160(SI)

// COLUMNS makes Y0 to Y3 the numbers at off of a, b, c and d, one vector for each of four.
#define COLUMNS(off) \
	VMOVUPS   off(R8), X4     \
	VMOVUPS   off(R9), X5     \
	VMOVUPS   off(R10), X6    \
	VMOVUPS   off(R11), X7    \
	VUNPCKLPS X5, X4, X8      \ // a0 b0 a1 b1
	VUNPCKLPS X7, X6, X9      \
	VUNPCKHPS X5, X4, X10     \
	VUNPCKHPS X7, X6, X11     \
	VUNPCKLPD X9, X8, X0      \
	VUNPCKHPD X9, X8, X1      \
	VUNPCKLPD X11, X10, X2    \
	VUNPCKHPD X11, X10, X3    \
	VCVTPS2PD X0, Y0          \
	VCVTPS2PD X1, Y1          \
	VCVTPS2PD X2, Y2          \
	VCVTPS2PD X3, Y3

// SPREAD stores what x has of a and b to one place, and of c and d to another.
#define SPREAD(x, own, seen) \
	VPERM2F128 $0x00, x, x, Y0 \
	VPERMPD    $0xfa, x, Y1    \
	VMOVUPD    Y0, own         \
	VMOVUPD    Y1, seen

// DOT makes r the sum of products of x, y and z with three vectors; t is overwritten.
#define DOT(x, y, z, u, v, w, r, t) \
	VMULPD u, x, r \
	VMULPD v, y, t \
	VADDPD t, r, r \
	VMULPD w, z, t \
	VADDPD t, r, r

// TURN takes the vector x, y, z to the frame of a and b, in Y3 to Y5. Y7 to Y15 have the rotation.
#define TURN(x, y, z) \
	DOT(x, y, z, Y7, Y10, Y13, Y3, Y6) \
	DOT(x, y, z, Y8, Y11, Y14, Y4, Y6) \
	DOT(x, y, z, Y9, Y12, Y15, Y5, Y6)

// ARGUMENTS sets SI to the Sight, R8 to R11 to the four boxes, and DI to room on the stack.
#define ARGUMENTS \
	MOVQ s+0(FP), SI \
	MOVQ a+8(FP), R8 \
	MOVQ b+16(FP), R9 \
	MOVQ c+24(FP), R10 \
	MOVQ d+32(FP), R11 \
	LEAQ 31(SP), DI \
	ANDQ $~31, DI

// UNITS makes Y12 the units of four boxes.
#define UNITS \
	VMOVSD       OWN, X12 \
	VMOVHPD      OWN, X12, X12 \
	VMOVSD       SEEN, X13 \
	VMOVHPD      SEEN, X13, X13 \
	VINSERTF128  $1, X13, Y12, Y12

// BETWEEN takes the centres of c and d in Y0 to Y2 to the frame of a and b, and makes Y3 to Y5 what
// they are from the centres of a and b, in u, v and w; Y0 to Y2 the place of the other frame, and Y7
// to Y15 the rotation.
#define BETWEEN(u, v, w) \
	VBROADCASTSD ROT(0, 0), Y7 \
	VBROADCASTSD ROT(0, 1), Y8 \
	VBROADCASTSD ROT(0, 2), Y9 \
	VBROADCASTSD ROT(1, 0), Y10 \
	VBROADCASTSD ROT(1, 1), Y11 \
	VBROADCASTSD ROT(1, 2), Y12 \
	VBROADCASTSD ROT(2, 0), Y13 \
	VBROADCASTSD ROT(2, 1), Y14 \
	VBROADCASTSD ROT(2, 2), Y15 \
	TURN(Y0, Y1, Y2) \
	VBROADCASTSD AT(0), Y0 \
	VADDPD       Y0, Y3, Y3 \
	VBROADCASTSD AT(1), Y1 \
	VADDPD       Y1, Y4, Y4 \
	VBROADCASTSD AT(2), Y2 \
	VADDPD       Y2, Y5, Y5 \
	VSUBPD       u, Y3, Y3 \
	VSUBPD       v, Y4, Y4 \
	VSUBPD       w, Y5, Y5

// COLUMN takes column j of c and d to the frame of a and b.
#define COLUMN(j) \
	VMOVUPD N(j, 0), Y0 \
	VMOVUPD N(j, 1), Y1 \
	VMOVUPD N(j, 2), Y2 \
	TURN(Y0, Y1, Y2)    \
	VMOVUPD Y3, N(j, 0) \
	VMOVUPD Y4, N(j, 1) \
	VMOVUPD Y5, N(j, 2)

// REACH makes r how far a box with the columns m reaches along the vector in Y0 to Y2, times that:
// the product of the magnitude and h. Y15 has the mask of magnitudes.
#define REACH(m0, m1, m2, h, r) \
	DOT(Y0, Y1, Y2, m0, m1, m2, r, Y12) \
	VANDPD Y15, r, r                    \
	VMULPD h, r, r

// MAGNITUDE makes r |m_i . n_j| for the column m_i in Y0 to Y2.
#define MAGNITUDE(j, r) \
	DOT(Y0, Y1, Y2, N(j, 0), N(j, 1), N(j, 2), r, Y12) \
	VANDPD Y15, r, r

// GAP makes r the gap along column i of a and b, and adds to Y6 to Y8, how far a and b reach along
// the columns of c and d. For i = 0 these are set.
#define ROW(i) \
	VMOVUPD M(i, 0), Y0 \
	VMOVUPD M(i, 1), Y1 \
	VMOVUPD M(i, 2), Y2 \
	MAGNITUDE(0, Y3)    \
	MAGNITUDE(1, Y4)    \
	MAGNITUDE(2, Y5)

#define FIRST(i) \
	VMOVUPD H(i), Y12    \
	VMULPD  Y12, Y3, Y6  \
	VMULPD  Y12, Y4, Y7  \
	VMULPD  Y12, Y5, Y8

#define MORE(i) \
	VMOVUPD H(i), Y12    \
	VMULPD  Y12, Y3, Y13 \
	VADDPD  Y13, Y6, Y6  \
	VMULPD  Y12, Y4, Y13 \
	VADDPD  Y13, Y7, Y7  \
	VMULPD  Y12, Y5, Y13 \
	VADDPD  Y13, Y8, Y8

#define GAP(i, r) \
	DOT(Y3, Y4, Y5, G(0), G(1), G(2), r, Y12)     \
	VADDPD H(i), r, r                             \
	DOT(Y0, Y1, Y2, D(0), D(1), D(2), Y3, Y12)    \
	VANDPD Y15, Y3, Y3                            \
	VSUBPD r, Y3, r

// OTHER makes e, how far a and b reach along column j of c and d, the gap along it.
#define OTHER(j, e) \
	VADDPD  G(j), e, e                                 \
	DOT(Y0, Y1, Y2, N(j, 0), N(j, 1), N(j, 2), Y3, Y12) \
	VANDPD  Y15, Y3, Y3                                \
	VSUBPD  e, Y3, e

// MOST makes m the greatest of x, y and z.
#define MOST(x, y, z, m) \
	VMAXPD x, y, m \
	VMAXPD m, z, m

// SQUARES makes x the sum of the squares of twice the positive ones of x, y and z.
#define SQUARES(x, y, z) \
	VANDPD Y15, x, Y12 \
	VADDPD Y12, x, x   \
	VMULPD x, x, x     \
	VANDPD Y15, y, Y12 \
	VADDPD Y12, y, y   \
	VMULPD y, y, y     \
	VADDPD y, x, x     \
	VANDPD Y15, z, Y12 \
	VADDPD Y12, z, z   \
	VMULPD z, z, z     \
	VADDPD z, x, x

// func gaps4(s *Sight, a, b, c, d *Turned, gaps *[4]float64)
TEXT ·gaps4(SB), 0, $928-48
	ARGUMENTS

	// the columns
	COLUMNS(0)
	VMULPD Y0, Y0, Y4              // xx
	VMULPD Y1, Y1, Y5              // yy
	VMULPD Y2, Y2, Y6              // zz
	VMULPD Y3, Y3, Y7              // ww
	VADDPD Y4, Y7, Y8              // ww + xx
	VADDPD Y6, Y5, Y9              // yy + zz
	VSUBPD Y9, Y8, Y8              // m00
	VADDPD Y5, Y7, Y9              // ww + yy
	VADDPD Y6, Y4, Y10             // xx + zz
	VSUBPD Y10, Y9, Y9             // m11
	VADDPD Y6, Y7, Y10             // ww + zz
	VADDPD Y5, Y4, Y11             // xx + yy
	VSUBPD Y11, Y10, Y10           // m22
	VMULPD Y0, Y1, Y4              // xy
	VMULPD Y0, Y2, Y5              // xz
	VMULPD Y1, Y2, Y6              // yz
	VMULPD Y0, Y3, Y0              // wx
	VMULPD Y1, Y3, Y1              // wy
	VMULPD Y2, Y3, Y2              // wz
	VADDPD Y2, Y4, Y7              // xy + wz
	VADDPD Y7, Y7, Y7              // m01
	VSUBPD Y2, Y4, Y11
	VADDPD Y11, Y11, Y11           // m10
	VSUBPD Y1, Y5, Y12
	VADDPD Y12, Y12, Y12           // m02
	VADDPD Y1, Y5, Y13
	VADDPD Y13, Y13, Y13           // m20
	VADDPD Y0, Y6, Y14
	VADDPD Y14, Y14, Y14           // m12
	VSUBPD Y0, Y6, Y15
	VADDPD Y15, Y15, Y15           // m21
	SPREAD(Y8, M(0, 0), N(0, 0))
	SPREAD(Y7, M(0, 1), N(0, 1))
	SPREAD(Y12, M(0, 2), N(0, 2))
	SPREAD(Y11, M(1, 0), N(1, 0))
	SPREAD(Y9, M(1, 1), N(1, 1))
	SPREAD(Y14, M(1, 2), N(1, 2))
	SPREAD(Y13, M(2, 0), N(2, 0))
	SPREAD(Y15, M(2, 1), N(2, 1))
	SPREAD(Y10, M(2, 2), N(2, 2))

	// centres and half extents, in the units of the trees; for now D has the centres of a and b and
	// Y2, Y14 and Y15 those of c and d
	UNITS
	COLUMNS(24)
	VMULPD       Y12, Y1, Y4
	VMULPD       Y12, Y2, Y5
	VMULPD       Y12, Y3, Y6
	VMULPD       Y12, Y0, Y13           // the third coordinate of centres
	SPREAD(Y4, H(0), G(0))
	SPREAD(Y5, H(1), G(1))
	SPREAD(Y6, H(2), G(2))
	COLUMNS(16)
	VMULPD       Y12, Y0, Y14
	VMULPD       Y12, Y1, Y15
	VPERM2F128   $0x00, Y14, Y14, Y0
	VPERM2F128   $0x00, Y15, Y15, Y1
	VPERM2F128   $0x00, Y13, Y13, Y2
	VMOVUPD      Y0, D(0)
	VMOVUPD      Y1, D(1)
	VMOVUPD      Y2, D(2)
	VPERMPD      $0xfa, Y14, Y0
	VPERMPD      $0xfa, Y15, Y1
	VPERMPD      $0xfa, Y13, Y2

	// c and d in the frame of a and b
	BETWEEN(D(0), D(1), D(2))
	VMOVUPD      Y3, D(0)
	VMOVUPD      Y4, D(1)
	VMOVUPD      Y5, D(2)
	COLUMN(0)
	COLUMN(1)
	COLUMN(2)
	VBROADCASTSD abs<>(SB), Y15

	MOVQ         TOWARD, AX
	TESTQ        AX, AX
	JEQ          axes
	VBROADCASTSD NORMAL(0), Y0
	VBROADCASTSD NORMAL(1), Y1
	VBROADCASTSD NORMAL(2), Y2
	DOT(Y0, Y1, Y2, D(0), D(1), D(2), Y3, Y12)
	REACH(N(0, 0), N(0, 1), N(0, 2), G(0), Y4)
	REACH(N(1, 0), N(1, 1), N(1, 2), G(1), Y5)
	REACH(N(2, 0), N(2, 1), N(2, 2), G(2), Y6)
	VADDPD       Y5, Y4, Y4
	VADDPD       Y6, Y4, Y4
	VSUBPD       Y4, Y3, Y3
	REACH(M(0, 0), M(0, 1), M(0, 2), H(0), Y4)
	REACH(M(1, 0), M(1, 1), M(1, 2), H(1), Y5)
	REACH(M(2, 0), M(2, 1), M(2, 2), H(2), Y6)
	VADDPD       Y5, Y4, Y4
	VADDPD       Y6, Y4, Y4
	VSUBPD       Y4, Y3, Y3
	VMOVUPD      Y3, ALONG

axes:
	ROW(0)
	FIRST(0)
	GAP(0, Y9)
	ROW(1)
	MORE(1)
	GAP(1, Y10)
	ROW(2)
	MORE(2)
	GAP(2, Y11)
	MOST(Y9, Y10, Y11, Y14)
	SQUARES(Y9, Y10, Y11)
	VMOVUPD      D(0), Y0
	VMOVUPD      D(1), Y1
	VMOVUPD      D(2), Y2
	OTHER(0, Y6)
	OTHER(1, Y7)
	OTHER(2, Y8)
	MOST(Y6, Y7, Y8, Y10)
	VMAXPD       Y14, Y10, Y14          // the greatest gap
	SQUARES(Y6, Y7, Y8)
	VMAXPD       Y9, Y6, Y9             // the sum of squares
	VBROADCASTSD SQUARE, Y0
	VCMPPD       $0x1e, Y0, Y9, Y1      // beyond the limit
	VXORPD       Y2, Y2, Y2
	VCMPPD       $0x1e, Y2, Y9, Y3      // outside
	VANDNPD      Y3, Y1, Y4
	VMOVMSKPD    Y4, AX
	TESTL        AX, AX
	JEQ          inside
	VSQRTPD      Y9, Y4
	VBROADCASTSD half<>(SB), Y5
	VMULPD       Y5, Y4, Y4
	VBLENDVPD    Y3, Y4, Y14, Y14

inside:
	VBROADCASTSD grow<>(SB), Y6
	MOVQ         TOWARD, AX
	TESTQ        AX, AX
	JEQ          bound
	VMOVUPD      ALONG, Y3
	VMAXPD       Y14, Y3, Y14
	VANDPD       Y15, Y3, Y4
	VMULPD       Y6, Y4, Y4
	VSUBPD       Y4, Y3, Y4
	VBROADCASTSD LIMIT, Y0
	VCMPPD       $0x1e, Y0, Y4, Y4
	VORPD        Y4, Y1, Y1

bound:
	VANDPD       Y15, Y14, Y4
	VMULPD       Y6, Y4, Y4
	VSUBPD       Y4, Y14, Y14
	VBROADCASTSD PAD, Y0
	VSUBPD       Y0, Y14, Y14
	VBROADCASTSD infinite<>(SB), Y0
	VBLENDVPD    Y1, Y0, Y14, Y14
	MOVQ         gaps+40(FP), AX
	VMOVUPD      Y14, (AX)
	VZEROUPPER
	RET

DATA sign<>+0(SB)/8, $0x8000000000000000
GLOBL sign<>(SB), RODATA|NOPTR, $8

DATA leastLine<>+0(SB)/8, $0x07b0000000000000 // 2^-900
GLOBL leastLine<>(SB), RODATA|NOPTR, $8

DATA below<>+0(SB)/8, $0xfff0000000000000 // -Inf
GLOBL below<>(SB), RODATA|NOPTR, $8

// The steps in a Cut along the axes, and CutMiddle.
DATA steps<>+0(SB)/8, $1
DATA steps<>+8(SB)/8, $3
DATA steps<>+16(SB)/8, $9
DATA steps<>+24(SB)/8, $13
GLOBL steps<>(SB), RODATA|NOPTR, $32

#define CENTRES 108 // bytes before CutCentre

// STEP makes n the step off of the axis along which x is, with its sign; x its magnitude. Y14 has
// the mask of magnitudes, Y15 zeros; t is overwritten.
#define STEP(off, x, n, t) \
	VPCMPGTQ     x, Y15, t          \
	VPBROADCASTQ steps<>+off(SB), n \
	VPXOR        t, n, n            \
	VPSUBQ       t, n, n            \
	VANDPD       Y14, x, x

// INORDER makes x the greater one of x and y, and swaps i and j with them.
#define INORDER(x, y, i, j) \
	VPCMPGTQ x, y, Y7  \
	VMAXPD   x, y, Y8  \
	VMINPD   x, y, y   \
	VMOVAPD  Y8, x     \
	VPXOR    i, j, Y9  \
	VPAND    Y7, Y9, Y9 \
	VPXOR    Y9, i, i  \
	VPXOR    Y9, j, j

// PICK makes r the numbers at the indices in y, the low half of which is x, of four cuts.
#define PICK(x, y, p0, p1, p2, p3, r) \
	VEXTRACTI128 $1, y, X13                  \
	VMOVQ        x, AX                       \
	VPEXTRQ      $1, x, BX                   \
	VMOVQ        X13, CX                     \
	VPEXTRQ      $1, X13, DX                 \
	VMOVSS       (p0)(AX*4), X13             \
	VINSERTPS    $0x10, (p1)(BX*4), X13, X13 \
	VINSERTPS    $0x20, (p2)(CX*4), X13, X13 \
	VINSERTPS    $0x30, (p3)(DX*4), X13, X13 \
	VCVTPS2PD    X13, r

// CUTREACH makes Y3 how far four cuts reach along the vector in Y3 to Y5.
#define CUTREACH(p0, p1, p2, p3) \
	VPXOR        Y15, Y15, Y15             \
	VBROADCASTSD abs<>(SB), Y14            \
	STEP(0, Y3, Y10, Y7)                   \
	STEP(8, Y4, Y11, Y8)                   \
	STEP(16, Y5, Y12, Y9)                  \
	INORDER(Y3, Y4, Y10, Y11)              \
	INORDER(Y3, Y5, Y10, Y12)              \
	INORDER(Y4, Y5, Y11, Y12)              \
	VPBROADCASTQ steps<>+24(SB), Y7        \
	VPADDQ       Y7, Y10, Y10              \
	VPADDQ       Y10, Y11, Y11             \
	VPADDQ       Y11, Y12, Y12             \
	PICK(X10, Y10, p0, p1, p2, p3, Y7)     \
	PICK(X11, Y11, p0, p1, p2, p3, Y8)     \
	PICK(X12, Y12, p0, p1, p2, p3, Y9)     \
	VSUBPD       Y4, Y3, Y3                \
	VSUBPD       Y5, Y4, Y4                \
	VMULPD       Y7, Y3, Y3                \
	VMULPD       Y8, Y4, Y4                \
	VADDPD       Y4, Y3, Y3                \
	VMULPD       Y9, Y5, Y5                \
	VADDPD       Y5, Y3, Y3

// func cutGaps4(s *Sight, a, b, c, d *Cut, gaps *[4]float64)
TEXT ·cutGaps4(SB), 0, $192-48
	ARGUMENTS

	// the direction, from the centre of a or b to that of c or d, in Y3 to Y5
	COLUMNS(CENTRES)
	UNITS
	VMULPD       Y12, Y0, Y0
	VMULPD       Y12, Y1, Y1
	VMULPD       Y12, Y2, Y2
	VPERM2F128   $0x00, Y0, Y0, Y4
	VPERM2F128   $0x00, Y1, Y1, Y5
	VPERM2F128   $0x00, Y2, Y2, Y6
	VMOVUPD      Y4, (DI)
	VMOVUPD      Y5, 32(DI)
	VMOVUPD      Y6, 64(DI)
	VPERMPD      $0xfa, Y0, Y0
	VPERMPD      $0xfa, Y1, Y1
	VPERMPD      $0xfa, Y2, Y2
	BETWEEN((DI), 32(DI), 64(DI))

	// how far the frames are apart along it, its square, and its opposite in the other frame
	VMULPD       Y0, Y3, Y0
	VMULPD       Y1, Y4, Y1
	VADDPD       Y1, Y0, Y0
	VMULPD       Y2, Y5, Y2
	VADDPD       Y2, Y0, Y0
	VMULPD       Y3, Y3, Y1
	VMULPD       Y4, Y4, Y2
	VADDPD       Y2, Y1, Y1
	VMULPD       Y5, Y5, Y2
	VADDPD       Y2, Y1, Y1
	VMOVUPD      Y0, 96(DI)
	VMOVUPD      Y1, 128(DI)
	DOT(Y3, Y4, Y5, Y7, Y8, Y9, Y0, Y6)
	DOT(Y3, Y4, Y5, Y10, Y11, Y12, Y1, Y6)
	DOT(Y3, Y4, Y5, Y13, Y14, Y15, Y2, Y6)
	VBROADCASTSD sign<>(SB), Y6
	VXORPD       Y6, Y0, Y0
	VXORPD       Y6, Y1, Y1
	VXORPD       Y6, Y2, Y2

	CUTREACH(R8, R9, R8, R9)
	VBROADCASTSD OWN, Y6
	VMULPD       Y6, Y3, Y3
	VMOVUPD      96(DI), Y6
	VSUBPD       Y3, Y6, Y6
	VMOVAPD      Y0, Y3
	VMOVAPD      Y1, Y4
	VMOVAPD      Y2, Y5
	CUTREACH(R10, R10, R11, R11)
	VBROADCASTSD SEEN, Y0
	VMULPD       Y0, Y3, Y3
	VSUBPD       Y3, Y6, Y6
	VMOVUPD      128(DI), Y1
	VSQRTPD      Y1, Y2
	VDIVPD       Y2, Y6, Y6
	VBROADCASTSD PAD, Y0
	VSUBPD       Y0, Y6, Y6
	VBROADCASTSD leastLine<>(SB), Y0
	VCMPPD       $0x1e, Y0, Y1, Y0
	VBROADCASTSD below<>(SB), Y2
	VBLENDVPD    Y0, Y6, Y2, Y6
	MOVQ         gaps+40(FP), AX
	VMOVUPD      Y6, (AX)
	VZEROUPPER
	RET
