/* The lexer, with every set of flags: tokens follow each other, and the text is used up. */
#include "fuzz.h"

#include "syntax/lexer.h"

/* Any set of the lexer's flags, not only those of dialects: two bytes more choose them where bit 7 is set. */
static uint32_t flags_of(fuzz_input *input, const cln_dialect *dialect)
{
    uint32_t chosen;

    if (!(input->switches & 0x80) || input->length < 3)
        return input->switches & 1 ? dialect->lex | CLN_LEX_TEMPLATE : dialect->lex;
    chosen = (uint32_t)(uint8_t)input->text[0] | (uint32_t)(uint8_t)input->text[1] << 8 |
             (uint32_t)(uint8_t)input->text[2] << 16;
    input->text += 3;
    input->length -= 3;
    return chosen;
}

/* The public tokens are those of the lexer, in the dialect. */
static void check_public(const fuzz_input *input)
{
    size_t offset = 0;
    colline_token token;

    while (colline_next_token(input->dialect, input->text, input->length, &offset, &token)) {
        FUZZ_CHECK(token.kind != NULL && token.at.length > 0);
        fuzz_span(token.at, input->length);
        FUZZ_CHECK(offset == (size_t)token.at.offset + token.at.length);
    }
}

static void check_tokens(const cln_lexer *lexer)
{
    uint32_t offset = 0;

    for (;;) {
        cln_token token = cln_lex(lexer, offset);
        if (token.kind == 0)
            break;
        FUZZ_CHECK(token.offset >= offset && token.length > 0);
        fuzz_span((colline_span){ token.offset, token.length }, lexer->text.length);
        FUZZ_CHECK(cln_token_name(token.kind) != NULL && cln_token_sort(token.kind) != NULL);
        (void)cln_keyword_class_of(lexer->dialect, token.keyword);
        offset = token.offset + token.length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input;
    cln_lexer lexer = { .dialect = NULL };
    char *copy;

    if (!fuzz_read(&input, data, size))
        return 0;
    lexer.dialect = cln_dialect_of(input.dialect);
    lexer.flags = flags_of(&input, lexer.dialect);
    /* A copy that ends where the text does, so that a byte too many is seen. */
    copy = malloc(input.length + 1);
    if (copy == NULL)
        return 0;
    memcpy(copy, input.text, input.length);
    copy[input.length] = '\0';
    lexer.text = (colline_text){ copy, (uint32_t)input.length };
    check_tokens(&lexer);
    check_public(&input);
    free(copy);
    return 0;
}
