/*
 * diagnostics.h -- what is wrong with a text, where, in a stable word and a sentence.
 *
 *     SELECT name FROM crew WHERE         syntax_error at the end: expected an expression
 */
#ifndef CLN_BASE_DIAGNOSTICS_H
#define CLN_BASE_DIAGNOSTICS_H

#include "base/text.h"

typedef enum cln_code {
#define DIAGNOSTIC(identifier, word, severity, meaning) CLN_##identifier,
#include "base/diagnostics.def"
#undef DIAGNOSTIC
    CLN_CODE_COUNT
} cln_code;

/* line and column of the public record are filled in by whoever hands it out. */
typedef struct cln_diagnostics {
    cln_arena *arena;
    CLN_VECTOR(colline_diagnostic) list;
} cln_diagnostics;

/* Add one; `format` knows %s (const char *), %t (colline_text by pointer), %u (unsigned) and %%. */
CLN_COLD void cln_diagnose(cln_diagnostics *diagnostics, cln_code code, colline_span at, const char *format, ...);
bool cln_diagnosed(const cln_diagnostics *diagnostics, cln_code code);
const char *cln_code_word(cln_code code);
const char *cln_code_meaning(cln_code code);

/* The 1-based line and column (in bytes) of an offset. */
void cln_locate(colline_text text, uint32_t offset, uint32_t *line, uint32_t *column);

#endif
