/*
 * steps.c -- counts what a library that was built by VARIANT=steps does: each basic block that runs is a step.
 *
 * A test knows by the address of colline_steps whether there is such a count:
 *
 *     extern size_t colline_steps __attribute__((weak));
 */
#include <stddef.h>

size_t colline_steps;
void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    colline_steps++;
}
