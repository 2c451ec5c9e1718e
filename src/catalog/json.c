#include "catalog/json.h"

typedef struct reader {
    cln_arena *arena;
    colline_text text;
    uint32_t at;
    const char *error; /* NULL: none yet */
    uint32_t error_at;
    uint32_t depth;
    cln_json *open[CLN_JSON_DEPTH]; /* the arrays and objects around, outermost first */
    cln_json *last[CLN_JSON_DEPTH]; /* the newest item of each; NULL: none yet */
} reader;

static bool fail(reader *r, uint32_t at, const char *message)
{
    if (r->error == NULL) {
        r->error = message;
        r->error_at = at;
    }
    return false;
}

/* The byte at an offset; -1 behind the end. */
static int byte_at(const reader *r, uint32_t at)
{
    return at < r->text.length ? (unsigned char)r->text.data[at] : -1;
}

static int peek(const reader *r)
{
    return byte_at(r, r->at);
}

static void skip_space(reader *r)
{
    while (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '\n' || peek(r) == '\r')
        r->at++;
}

/* ---- Strings ----------------------------------------------------------------------------------------- */

static bool is_continuation(int byte)
{
    return byte >= 0x80 && byte <= 0xBF;
}

/* The length of the UTF-8 sequence at `at`; 0 where it is none (overlong, a surrogate, above U+10FFFF). */
static uint32_t sequence_length(const reader *r, uint32_t at)
{
    int first = byte_at(r, at), second = byte_at(r, at + 1);
    uint32_t length = first < 0x80   ? 1
                      : first < 0xC2 ? 0
                      : first < 0xE0 ? 2
                      : first < 0xF0 ? 3
                      : first < 0xF5 ? 4
                                     : 0;

    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
        (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
        return 0;
    for (uint32_t i = 1; i < length; i++)
        if (!is_continuation(byte_at(r, at + i)))
            return 0;
    return length;
}

static char *put_code_point(char *out, uint32_t c)
{
    if (c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xC0 | c >> 6);
        *out++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *out++ = (char)(0xE0 | c >> 12);
        *out++ = (char)(0x80 | (c >> 6 & 0x3F));
        *out++ = (char)(0x80 | (c & 0x3F));
    } else {
        *out++ = (char)(0xF0 | c >> 18);
        *out++ = (char)(0x80 | (c >> 12 & 0x3F));
        *out++ = (char)(0x80 | (c >> 6 & 0x3F));
        *out++ = (char)(0x80 | (c & 0x3F));
    }
    return out;
}

static int hex_digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The four digits of \uXXXX at `at`; -1 where they are none. */
static int32_t hex4(const reader *r, uint32_t at)
{
    int32_t value = 0;

    for (uint32_t i = 0; i < 4; i++) {
        int digit = hex_digit(byte_at(r, at + i));
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* \uXXXX, or the two of a surrogate pair, r->at behind the `u`. */
static char *unicode_escape(reader *r, char *out)
{
    int32_t first = hex4(r, r->at), second;

    if (first < 0) {
        fail(r, r->at - 2, "expected four hexadecimal digits behind \\u");
        return out;
    }
    r->at += 4;
    if (first < 0xD800 || first > 0xDFFF)
        return put_code_point(out, (uint32_t)first);
    if (first < 0xDC00 && peek(r) == '\\' && byte_at(r, r->at + 1) == 'u') {
        second = hex4(r, r->at + 2);
        if (second >= 0xDC00 && second <= 0xDFFF) {
            r->at += 6;
            return put_code_point(out, 0x10000u + ((uint32_t)first - 0xD800u) * 0x400u +
                                           ((uint32_t)second - 0xDC00u));
        }
    }
    return put_code_point(out, 0xFFFD);
}

/* What stands behind a backslash. */
static char *escape(reader *r, char *out)
{
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    int c = peek(r);
    const char *letter = c > 0 ? strchr(letters, c) : NULL;

    if (c == 'u') {
        r->at++;
        return unicode_escape(r, out);
    }
    if (letter == NULL) {
        fail(r, r->at - 1, "no such escape");
        return out;
    }
    r->at++;
    *out++ = values[letter - letters];
    return out;
}

/* Where the string ends (its closing quote, or the end of the text): its decoded form is no longer than that.
 */
static uint32_t string_end(const reader *r, uint32_t at)
{
    while (at < r->text.length && r->text.data[at] != '"')
        at += r->text.data[at] == '\\' ? 2 : 1;
    return at < r->text.length ? at : r->text.length;
}

static bool read_string(reader *r, colline_text *text)
{
    uint32_t start = r->at++;
    char *decoded = cln_arena_get(r->arena, string_end(r, r->at) - start + 1);
    char *out = decoded;

    while (r->error == NULL && peek(r) != '"') {
        int c = peek(r);
        uint32_t length;
        if (c < 0)
            return fail(r, start, "a string that never ends");
        if (c < 0x20)
            return fail(r, r->at, "a control character in a string");
        if (c == '\\') {
            r->at++;
            out = escape(r, out);
            continue;
        }
        length = sequence_length(r, r->at);
        if (length == 0)
            return fail(r, r->at, "no UTF-8");
        memcpy(out, r->text.data + r->at, length);
        out += length;
        r->at += length;
    }
    r->at++;
    *out = '\0';
    *text = cln_text_of(decoded, (size_t)(out - decoded));
    return r->error == NULL;
}

/* ---- Numbers and words --------------------------------------------------------------------------------- */

static bool digits(reader *r)
{
    uint32_t start = r->at;

    while (peek(r) >= '0' && peek(r) <= '9')
        r->at++;
    return r->at > start || fail(r, r->at, "expected a digit");
}

/* -12.5e+3 */
static bool read_number(reader *r, cln_json *value)
{
    uint32_t start = r->at;

    r->at += peek(r) == '-';
    if (peek(r) == '0')
        r->at++;
    else if (!digits(r))
        return false;
    if (peek(r) == '.') {
        r->at++;
        if (!digits(r))
            return false;
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        r->at++;
        r->at += peek(r) == '+' || peek(r) == '-';
        if (!digits(r))
            return false;
    }
    value->kind = CLN_JSON_NUMBER;
    value->text = cln_text_of(r->text.data + start, r->at - start);
    return true;
}

static bool read_word(reader *r, cln_json *value, const char *word, cln_json_kind kind)
{
    size_t length = strlen(word);

    if (r->text.length - r->at < length || memcmp(r->text.data + r->at, word, length) != 0)
        return fail(r, r->at, "expected a value");
    r->at += (uint32_t)length;
    value->kind = kind;
    return true;
}

/* ---- Values -------------------------------------------------------------------------------------------- */

static bool open_container(reader *r, cln_json *value, cln_json_kind kind)
{
    if (r->depth == CLN_JSON_DEPTH)
        return fail(r, r->at, "nested too deeply");
    value->kind = kind;
    r->open[r->depth] = value;
    r->last[r->depth] = NULL;
    r->depth++;
    r->at++;
    return true;
}

/* A value, of an array or object only its beginning. */
static bool read_value(reader *r, cln_json *value)
{
    skip_space(r);
    value->at.offset = r->at;
    switch (peek(r)) {
    case '{': return open_container(r, value, CLN_JSON_OBJECT);
    case '[': return open_container(r, value, CLN_JSON_ARRAY);
    case '"': value->kind = CLN_JSON_STRING; return read_string(r, &value->text);
    case 't': return read_word(r, value, "true", CLN_JSON_TRUE);
    case 'f': return read_word(r, value, "false", CLN_JSON_FALSE);
    case 'n': return read_word(r, value, "null", CLN_JSON_NULL);
    default:
        return peek(r) == '-' || (peek(r) >= '0' && peek(r) <= '9') ? read_number(r, value)
                                                                    : fail(r, r->at, "expected a value");
    }
}

/* "name": */
static bool read_key(reader *r, cln_json *member)
{
    skip_space(r);
    if (peek(r) != '"')
        return fail(r, r->at, "expected a name in quotes");
    if (!read_string(r, &member->name))
        return false;
    skip_space(r);
    if (peek(r) != ':')
        return fail(r, r->at, "expected ':'");
    r->at++;
    return true;
}

static void append(reader *r, uint32_t level, cln_json *item)
{
    if (r->last[level] == NULL)
        r->open[level]->first = item;
    else
        r->last[level]->next = item;
    r->last[level] = item;
    r->open[level]->count++;
}

/* The next item of the innermost container, or its end. */
static bool read_item(reader *r)
{
    uint32_t level = r->depth - 1;
    cln_json *around = r->open[level], *item;
    bool object = around->kind == CLN_JSON_OBJECT;

    skip_space(r);
    if (peek(r) == (object ? '}' : ']')) {
        r->at++;
        around->at.length = r->at - around->at.offset;
        r->depth--;
        return true;
    }
    if (r->last[level] != NULL) {
        if (peek(r) != ',')
            return fail(r, r->at, object ? "expected ',' or '}'" : "expected ',' or ']'");
        r->at++;
    }
    item = CLN_NEW(r->arena, cln_json);
    if (object && !read_key(r, item))
        return false;
    append(r, level, item);
    if (!read_value(r, item))
        return false;
    item->at.length = r->at - item->at.offset; /* a container's is set at its end */
    return true;
}

const cln_json *cln_json_read(cln_arena *arena, colline_text text, cln_json_error *error)
{
    reader r;
    cln_json *value = CLN_NEW(arena, cln_json);
    bool read;

    r.arena = arena;
    r.text = text;
    r.at = text.length >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    r.error = NULL;
    r.error_at = r.depth = 0;
    read = read_value(&r, value);
    value->at.length = r.at - value->at.offset;
    while (read && r.depth > 0) {
        cln_poll(arena->fault);
        read = read_item(&r);
    }
    skip_space(&r);
    if (read && r.at < text.length)
        read = fail(&r, r.at, "expected the end of the text");
    if (read)
        return value;
    *error = (cln_json_error){ r.error_at, r.error };
    return NULL;
}

const cln_json *cln_json_member(const cln_json *object, const char *name)
{
    colline_text wanted = cln_text_of(name, strlen(name));
    const cln_json *found = NULL;

    if (object == NULL || object->kind != CLN_JSON_OBJECT)
        return NULL;
    for (const cln_json *member = object->first; member != NULL; member = member->next)
        if (cln_text_equal(member->name, wanted))
            found = member;
    return found;
}

bool cln_json_uint32(const cln_json *value, uint32_t *number)
{
    uint64_t sum = 0;

    if (value == NULL || value->kind != CLN_JSON_NUMBER)
        return false;
    for (uint32_t i = 0; i < value->text.length; i++) {
        char c = value->text.data[i];
        if (c < '0' || c > '9')
            return false;
        sum = sum * 10 + (uint64_t)(c - '0');
        if (sum > UINT32_MAX)
            return false;
    }
    *number = (uint32_t)sum;
    return true;
}
