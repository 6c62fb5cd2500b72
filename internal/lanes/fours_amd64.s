//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The four boxes of a node at a time. In comments x is that of a lane.

DATA place<>+0(SB)/8, $0
DATA place<>+8(SB)/8, $1
DATA place<>+16(SB)/8, $2
DATA place<>+24(SB)/8, $3
GLOBL place<>(SB), RODATA|NOPTR, $32

DATA sign<>+0(SB)/8, $0x7fffffffffffffff
GLOBL sign<>(SB), RODATA|NOPTR, $8

DATA kept<>+0(SB)/8, $0xfffffffffffffffc // ^fourPlace
GLOBL kept<>(SB), RODATA|NOPTR, $8

// SETUP sets DI to the nodes, R10 to their numbers, R8 to the list, R9 to its end, R11 to the limit,
// Y8 and Y9 to the first two coordinates of what is sought, doubled, SI to it, Y11 to 0 and Y13 to
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
	VXORPD       Y11, Y11, Y11    \
	VBROADCASTSD sign<>(SB), Y13  \
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

// SQUARED makes x the square of its negative part.
#define SQUARED(x) \
	VMINPD Y11, x, x \
	VMULPD x, x, x

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
	VMAXPD       Y11, Y3, Y3         \
	VPSUBQ       Y3, Y0, Y0          \
	VBROADCASTSD kept<>(SB), Y12     \
	VPAND        Y12, Y0, Y0         \
	VPOR         place<>(SB), Y0, Y0 \
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

// DONE stores where the list ends.
#define DONE \
	SUBQ R8, R9           \
	SARQ $4, R9           \
	MOVQ R9, Wait_top(R8) \
	VZEROUPPER

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
	SQUARED(Y0)
	SQUARED(Y1)
	VADDPD Y1, Y0, Y0
	PUSHALL
	JMP    take
done:
	DONE
	RET
full:
	MOVQ R8, R9
	SUBQ $32, R9 // -2
	DONE
	RET

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
	SQUARED(Y0)
	SQUARED(Y1)
	SQUARED(Y2)
	VADDPD Y1, Y0, Y0
	VADDPD Y2, Y0, Y0
	PUSHALL
	JMP    take
done:
	DONE
	RET
full:
	MOVQ R8, R9
	SUBQ $32, R9 // -2
	DONE
	RET
