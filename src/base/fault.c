#include "base/fault.h"

/* VARIANT=steps asks each time. */
#ifndef CLN_TICKS
#define CLN_TICKS 4096
#endif

#ifdef __wasm__
/* WebAssembly has no setjmp.  The host calls the work for us and catches what leave() throws: bindings/wasm/colline.js. */
__attribute__((import_module("colline"), import_name("guard"))) void cln_host_guard(void (*work)(void *argument),
                                                                                    void *argument);
__attribute__((import_module("colline"), import_name("leave"))) _Noreturn void cln_host_leave(void);
#define GUARDED(here, work, argument) (*(here) = 0, cln_host_guard(work, argument))
#define LEAVE(rescue) ((void)(rescue), cln_host_leave())
#else
#define GUARDED(here, work, argument) (setjmp(here) == 0 ? (work)(argument) : (void)0)
#define LEAVE(rescue) longjmp(*(rescue), 1)
#endif

colline_status cln_guard(cln_fault *fault, void (*work)(void *argument), void *argument)
{
    jmp_buf here;
    jmp_buf *outer = fault->rescue;

    fault->rescue = &here;
    GUARDED(here, work, argument);
    fault->rescue = outer;
    return fault->status;
}

void cln_fault_raise(cln_fault *fault, colline_status status)
{
    if (fault->status == COLLINE_OK)
        fault->status = status;
    LEAVE(fault->rescue);
}

void cln_fault_ask(cln_fault *fault)
{
    fault->ticks = CLN_TICKS - 1;
    if (fault->cancelled != NULL && fault->cancelled(fault->user) != 0)
        cln_fault_raise(fault, COLLINE_E_CANCELLED);
}
