#include "base/diagnostics.h"

#include <stdarg.h>

static const struct {
    const char *word;
    colline_severity severity;
    const char *meaning;
} codes[] = {
#define DIAGNOSTIC(identifier, word, severity, meaning) { word, severity, meaning },
#include "base/diagnostics.def"
#undef DIAGNOSTIC
};

const char *cln_code_word(cln_code code)
{
    return codes[code].word;
}

const char *cln_code_meaning(cln_code code)
{
    return codes[code].meaning;
}

static void add_argument(cln_arena *arena, cln_buffer *out, char conversion, va_list *arguments)
{
    switch (conversion) {
    case 's': cln_buffer_add_string(arena, out, va_arg(*arguments, const char *)); break;
    case 't': cln_buffer_add(arena, out, *va_arg(*arguments, const colline_text *)); break;
    case 'u': cln_buffer_add_number(arena, out, va_arg(*arguments, unsigned)); break;
    default: cln_buffer_add_char(arena, out, conversion); break;
    }
}

void cln_diagnose(cln_diagnostics *diagnostics, cln_code code, colline_span at, const char *format, ...)
{
    cln_arena *arena = diagnostics->arena;
    cln_buffer message = { NULL, 0, 0 };
    va_list arguments;

    va_start(arguments, format);
    for (const char *p = format; *p != '\0'; p++) {
        if (*p == '%' && p[1] != '\0')
            add_argument(arena, &message, *++p, &arguments);
        else
            cln_buffer_add_char(arena, &message, *p);
    }
    va_end(arguments);
    *CLN_PUSH(arena, &diagnostics->list) = (colline_diagnostic){
        codes[code].severity, codes[code].word, cln_buffer_text(arena, &message), at, 0, 0
    };
}

bool cln_diagnosed(const cln_diagnostics *diagnostics, cln_code code)
{
    for (uint32_t i = 0; i < diagnostics->list.count; i++)
        if (diagnostics->list.items[i].code == codes[code].word)
            return true;
    return false;
}

void cln_locate(colline_text text, uint32_t offset, uint32_t *line, uint32_t *column)
{
    uint32_t start = 0;

    *line = 1;
    for (uint32_t i = 0; i < offset && i < text.length; i++) {
        if (text.data[i] == '\n') {
            ++*line;
            start = i + 1;
        }
    }
    *column = offset - start + 1;
}
