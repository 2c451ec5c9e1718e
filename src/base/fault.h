/*
 * fault.h -- first failure wins, once.
 *
 * Running out of memory and being cancelled are told by leaving the work at once: whoever notices calls
 * cln_fault_raise(), and the cln_guard() that started the work returns the status.  Everything that work
 * makes lives in arenas, so there is nothing to unwind, constructors never give NULL, and no caller
 * has to check.  Only api.c starts guarded work; nothing below it catches.
 *
 * What is wrong with one statement (a syntax error, a limit) is no fault but a diagnostic: the next
 * statement goes on.
 */
#ifndef CLN_BASE_FAULT_H
#define CLN_BASE_FAULT_H

#include "colline.h"
#ifdef __wasm__
typedef int jmp_buf[1]; /* WebAssembly has no setjmp: see fault.c */
#else
#include <setjmp.h>
#endif

/* For the compiler, where a measurement shows that it pays: what is nearly always so, what seldom runs, and loops over all of a text, whose
   speed must not hang on what the linker puts in front of them (a fifteenth of a scan). */
#ifdef __GNUC__
#define CLN_ON_A_LINE __attribute__((aligned(64)))
#define CLN_LIKELY(condition) __builtin_expect((condition) != 0, 1)
#define CLN_COLD __attribute__((noinline, cold))
#define CLN_NOINLINE __attribute__((noinline))
#define CLN_AT_ONCE inline __attribute__((always_inline))
#else
#define CLN_LIKELY(condition) (condition)
#define CLN_COLD
#define CLN_NOINLINE
#define CLN_ON_A_LINE
#define CLN_AT_ONCE inline
#endif

typedef struct cln_fault {
    colline_status status;        /* the first failure; COLLINE_OK: none */
    jmp_buf *rescue;              /* where cln_guard() waits; NULL outside of guarded work */
    int (*cancelled)(void *user); /* NULL: never */
    void *user;
    uint32_t ticks; /* calls of cln_poll() until `cancelled` is asked again */
} cln_fault;

/* Run work(argument); the status that it raised, or COLLINE_OK.  Nests: an inner guard catches its own. */
colline_status cln_guard(cln_fault *fault, void (*work)(void *argument), void *argument);

/* Latch `status` unless one is latched, and leave for the guard.  Only inside guarded work. */
CLN_COLD _Noreturn void cln_fault_raise(cln_fault *fault, colline_status status);

/* Ask whether to go on.  Cheap: loops over input call it once a turn. */
CLN_COLD void cln_fault_ask(cln_fault *fault);
static inline void cln_poll(cln_fault *fault)
{
    if (fault->ticks-- == 0)
        cln_fault_ask(fault);
}

#endif
