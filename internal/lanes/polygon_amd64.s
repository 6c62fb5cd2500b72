//go:build !purego

#include "textflag.h"

// Offsets of a Polygon.
#define NORMALX 0
#define NORMALY 64
#define OFF 128
#define HEADING 192
#define COUNT 224
#define CORNERS 232
#define FIRST 520

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

// TURN makes Y8 and Y9 the directions of the normals of four lanes, as the other polygon sees them,
// Y6 and Y7 the normals themselves, and BX, AX, DX and CX where the corners are. The first lane is
// at off of the doubles and at half of that of the headings. Y0 to X4 are the view.
#define TURN(off, half) \
	VMOVUPD     NORMALX+off(DI), Y6                  \
	VMOVUPD     NORMALY+off(DI), Y7                  \
	VPADDD      HEADING+half(DI), X4, X8             \
	VPSRLD      $25, X8, X8                          \
	VMOVQ       X8, AX                               \
	VPEXTRQ     $1, X8, CX                           \
	MOVL        AX, BX                               \
	SHRQ        $32, AX                              \
	MOVL        CX, DX                               \
	SHRQ        $32, CX                              \
	MOVBLZX     FIRST(SI)(BX*1), BX                  \
	MOVBLZX     FIRST(SI)(AX*1), AX                  \
	MOVBLZX     FIRST(SI)(DX*1), DX                  \
	MOVBLZX     FIRST(SI)(CX*1), CX                  \
	VMULPD      Y6, Y0, Y8                           \ // the direction of the normal
	VMULPD      Y7, Y1, Y9                           \
	VSUBPD      Y9, Y8, Y8                           \
	VMULPD      Y6, Y1, Y9                           \
	VMULPD      Y7, Y0, Y10                          \
	VADDPD      Y10, Y9, Y9

// DEPTH makes Y6 the depths, after TURN. Y15 is 0.
#define DEPTH(off) \
	VMULPD      Y6, Y2, Y6                           \
	VMULPD      Y7, Y3, Y7                           \
	VADDPD      Y7, Y6, Y6                           \
	VMOVUPD     OFF+off(DI), Y7                      \
	VSUBPD      Y6, Y7, Y6                           \ // how far the line is from the other centre
	VMOVUPD     CORNERS(SI)(BX*1), X10               \
	VMOVUPD     CORNERS(SI)(AX*1), X11               \
	VINSERTF128 $1, CORNERS(SI)(DX*1), Y10, Y10      \
	VINSERTF128 $1, CORNERS(SI)(CX*1), Y11, Y11      \
	VMOVUPD     CORNERS+16(SI)(BX*1), X12            \
	VMOVUPD     CORNERS+16(SI)(AX*1), X13            \
	VINSERTF128 $1, CORNERS+16(SI)(DX*1), Y12, Y12   \
	VINSERTF128 $1, CORNERS+16(SI)(CX*1), Y13, Y13   \
	VUNPCKLPD   Y11, Y10, Y7                        \ // the first corners
	VUNPCKHPD   Y11, Y10, Y10                        \
	VMULPD      Y7, Y8, Y7                         \
	VMULPD      Y10, Y9, Y10                         \
	VADDPD      Y10, Y7, Y10                        \
	VUNPCKLPD   Y13, Y12, Y7                        \ // the second ones
	VUNPCKHPD   Y13, Y12, Y12                        \
	VMULPD      Y7, Y8, Y7                         \
	VMULPD      Y12, Y9, Y12                         \
	VADDPD      Y12, Y7, Y12                        \
	VMINPD      Y12, Y10, Y10                        \
	VSUBPD      Y10, Y6, Y6                          \ // the depth
	VADDPD      Y15, Y6, Y6

// KEY makes k the keys of the depths; n has the numbers of the edges, with from.
#define KEY(n, k) \
	VPCMPGTQ    Y6, Y15, Y7                          \ // its order
	VPSRLQ      $1, Y7, Y7                           \
	VPXOR       Y7, Y6, Y6                           \
	VPSRLQ      $4, Y6, Y6                           \
	VPSLLQ      $4, Y6, Y6                           \
	VPOR        n, Y6, k

// KEEPTURN and KEEPDEPTH store what TURN and DEPTH make, of the edges whose numbers are 8 times that
// of off, in a Seen: R8 points to its doubles, R9 to its corners.
#define KEEPTURN(off, eighth) \
	VMOVUPD Y8, off(R8)      \
	VMOVUPD Y9, 128+off(R8)  \
	MOVB    BX, eighth+0(R9) \
	MOVB    AX, eighth+1(R9) \
	MOVB    DX, eighth+2(R9) \
	MOVB    CX, eighth+3(R9)

#define KEEPDEPTH(off) \
	VMOVUPD Y6, 256+off(R8)

// FOUR sets Y6 to the depths of four edges, those at p of the polygon and at h of its headings, and
// keeps what they see at off, and from the lane eighth on.
#define FOUR(p, h, off, eighth) \
	TURN(p, h)            \
	KEEPTURN(off, eighth) \
	DEPTH(p)              \
	KEEPDEPTH(off)

// SEEN makes Y0 to X4 the view at AX, whose polygon's edges are at DI and see SI.
#define SEEN(p, q) \
	MOVQ         p, DI     \
	MOVQ         q, SI     \
	VBROADCASTSD (AX), Y0   \
	VBROADCASTSD 8(AX), Y1  \
	VBROADCASTSD 16(AX), Y2 \
	VBROADCASTSD 24(AX), Y3 \
	VPBROADCASTD 32(AX), X4

// LEAST makes Y14 the lesser keys of Y14 and k.
#define LEAST(k) \
	VPCMPGTQ  k, Y14, Y7      \
	VBLENDVPD Y7, k, Y14, Y14

// TAKE makes AX the least key of the lanes of Y14.
#define TAKE \
	VEXTRACTF128 $1, Y14, X6      \
	VPCMPGTQ     X6, X14, X7      \
	VBLENDVPD    X7, X6, X14, X14 \
	VMOVQ        X14, AX          \
	VPEXTRQ      $1, X14, BX      \
	CMPQ         AX, BX           \
	CMOVQGT      BX, AX

// func depths(p, q *Polygon, v *View, seen *Seen, from int64) (least int64)
TEXT ·depths(SB), NOSPLIT, $0-48
	MOVQ         v+16(FP), AX
	SEEN(p+0(FP), q+8(FP))
	MOVQ         from+32(FP), DX
	MOVQ         seen+24(FP), R9
	LEAQ         (R9)(DX*8), R8
	LEAQ         384(R9)(DX*1), R9
	VPBROADCASTQ from+32(FP), Y5
	VXORPD       Y15, Y15, Y15
	VPADDQ       edges<>(SB), Y5, Y5
	FOUR(0, 0, 0, 0)
	KEY(Y5, Y14)
	CMPQ         COUNT(DI), $4
	JLE          few
	VPBROADCASTQ edges<>+32(SB), Y6
	VPADDQ       Y6, Y5, Y5
	FOUR(32, 16, 32, 4)
	KEY(Y5, Y6)
	LEAST(Y6)
few:
	TAKE
	MOVQ         AX, least+40(FP)
	VZEROUPPER
	RET

// func bothDepths(p, q *Polygon, v, w *View, seen *Seen) (least int64)
TEXT ·bothDepths(SB), NOSPLIT, $0-48
	MOVQ         seen+32(FP), R8
	LEAQ         384(R8), R9
	MOVQ         v+16(FP), AX
	SEEN(p+0(FP), q+8(FP))
	VMOVDQU      edges<>(SB), Y5
	VXORPD       Y15, Y15, Y15
	FOUR(0, 0, 0, 0)
	KEY(Y5, Y14)
	CMPQ         COUNT(DI), $4
	JLE          other
	VMOVDQU      edges<>+32(SB), Y5
	FOUR(32, 16, 32, 4)
	KEY(Y5, Y6)
	LEAST(Y6)
other:
	MOVQ         w+24(FP), AX
	SEEN(q+8(FP), p+0(FP))
	VMOVDQU      edges<>+64(SB), Y5
	FOUR(0, 0, 64, 8)
	KEY(Y5, Y6)
	LEAST(Y6)
	CMPQ         COUNT(DI), $4
	JLE          both
	VMOVDQU      edges<>+96(SB), Y5
	FOUR(32, 16, 96, 12)
	KEY(Y5, Y6)
	LEAST(Y6)
both:
	TAKE
	MOVQ         AX, least+40(FP)
	VZEROUPPER
	RET
