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
GLOBL edges<>(SB), RODATA|NOPTR, $40

// DEPTHS makes k the keys of the edges of four lanes, the first of which is at off of the doubles
// and at half of that of the headings; n has the numbers of the edges, with from. Y0 to X4 are the
// view, Y15 is 0.
#define DEPTHS(off, half, n, k) \
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
	VADDPD      Y10, Y9, Y9                          \
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
	VADDPD      Y15, Y6, Y6                          \
	VPCMPGTQ    Y6, Y15, Y7                          \ // its order
	VPSRLQ      $1, Y7, Y7                           \
	VPXOR       Y7, Y6, Y6                           \
	VPSRLQ      $4, Y6, Y6                           \
	VPSLLQ      $4, Y6, Y6                           \
	VPOR        n, Y6, k

// func depths(p, q *Polygon, v *View, from int64) (least int64)
TEXT ·depths(SB), NOSPLIT, $0-40
	MOVQ         p+0(FP), DI
	MOVQ         q+8(FP), SI
	MOVQ         v+16(FP), AX
	VPBROADCASTQ from+24(FP), Y5
	VBROADCASTSD (AX), Y0
	VBROADCASTSD 8(AX), Y1
	VBROADCASTSD 16(AX), Y2
	VBROADCASTSD 24(AX), Y3
	VPBROADCASTD 32(AX), X4
	VXORPD       Y15, Y15, Y15
	VPADDQ       edges<>(SB), Y5, Y5
	DEPTHS(0, 0, Y5, Y14)
	CMPQ         COUNT(DI), $4
	JLE          few
	VPBROADCASTQ edges<>+32(SB), Y6
	VPADDQ       Y6, Y5, Y5
	DEPTHS(32, 16, Y5, Y6)
	VPCMPGTQ     Y6, Y14, Y7
	VBLENDVPD    Y7, Y6, Y14, Y14
few:
	VEXTRACTF128 $1, Y14, X6
	VPCMPGTQ     X6, X14, X7
	VBLENDVPD    X7, X6, X14, X14
	VMOVQ        X14, AX
	VPEXTRQ      $1, X14, BX
	CMPQ         AX, BX
	CMOVQGT      BX, AX
	MOVQ         AX, least+32(FP)
	VZEROUPPER
	RET
