#include "base/fault.h"

enum { TICKS_BETWEEN_QUESTIONS = 4096 };

colline_status cln_guard(cln_fault *fault, void (*work)(void *argument), void *argument)
{
    jmp_buf here;
    jmp_buf *outer = fault->rescue;

    fault->rescue = &here;
    if (setjmp(here) == 0)
        work(argument);
    fault->rescue = outer;
    return fault->status;
}

void cln_fault_raise(cln_fault *fault, colline_status status)
{
    if (fault->status == COLLINE_OK)
        fault->status = status;
    longjmp(*fault->rescue, 1);
}

void cln_fault_ask(cln_fault *fault)
{
    fault->ticks = TICKS_BETWEEN_QUESTIONS;
    if (fault->cancelled != NULL && fault->cancelled(fault->user) != 0)
        cln_fault_raise(fault, COLLINE_E_CANCELLED);
}
