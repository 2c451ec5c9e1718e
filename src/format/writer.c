#include "format/writer.h"

enum { REPLACEMENT = 0xFFFD };

/* ---- UTF-8 ------------------------------------------------------------------------------------------- */

/* Bytes of the sequence that starts with `byte`; 0: none does. */
static uint32_t sequence_length(unsigned char byte)
{
    if (byte < 0x80)
        return 1;
    if (byte >= 0xC2 && byte < 0xE0)
        return 2;
    if (byte >= 0xE0 && byte < 0xF0)
        return 3;
    return byte >= 0xF0 && byte < 0xF5 ? 4 : 0;
}

uint32_t cln_utf8_next(colline_text text, uint32_t *at)
{
    static const unsigned char first_bits[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char *bytes = (const unsigned char *)text.data + *at;
    uint32_t length = sequence_length(*bytes);
    uint32_t point, i;

    if (length == 0 || length > text.length - *at) {
        ++*at;
        return REPLACEMENT;
    }
    point = bytes[0] & first_bits[length];
    for (i = 1; i < length && (bytes[i] & 0xC0) == 0x80; i++)
        point = point << 6 | (bytes[i] & 0x3F);
    if (i < length || point < smallest[length] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) {
        ++*at;
        return REPLACEMENT;
    }
    *at += length;
    return point;
}

const unsigned char *cln_utf16(cln_arena *arena, colline_text text, size_t *length)
{
    unsigned char *units = cln_arena_get(arena, (size_t)text.length * 2 + 4);

    *length = 0;
    for (uint32_t at = 0; at < text.length;) {
        uint32_t point = cln_utf8_next(text, &at);
        cln_poll(arena->fault);
        if (point >= 0x10000) {
            uint32_t high = 0xD800 + ((point - 0x10000) >> 10);
            units[(*length)++] = (unsigned char)(high & 0xFF);
            units[(*length)++] = (unsigned char)(high >> 8);
            point = 0xDC00 + ((point - 0x10000) & 0x3FF);
        }
        units[(*length)++] = (unsigned char)(point & 0xFF);
        units[(*length)++] = (unsigned char)(point >> 8);
    }
    return units;
}

void cln_add_utf8(cln_arena *arena, cln_buffer *out, uint32_t point)
{
    char bytes[4];
    uint32_t length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char leads[] = { 0, 0, 0xC0, 0xE0, 0xF0 };

    for (uint32_t i = length; i-- > 1; point >>= 6)
        bytes[i] = (char)(0x80 | (point & 0x3F));
    bytes[0] = (char)(leads[length] | point);
    cln_buffer_add(arena, out, cln_text_of(bytes, length));
}

static bool is_control(uint32_t point)
{
    return point < 0x20 || (point >= 0x7F && point < 0xA0) || (point >= 0x200E && point <= 0x200F) ||
           (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069) || point == 0xFEFF ||
           (point & 0xFFFE) == 0xFFFE;
}

void cln_add_visible(cln_arena *arena, cln_buffer *out, colline_text text)
{
    for (uint32_t at = 0; at < text.length;) {
        uint32_t point = cln_utf8_next(text, &at);
        if (is_control(point))
            point = point == '\n' || point == '\t' || point == '\r' ? ' ' : REPLACEMENT;
        cln_add_utf8(arena, out, point);
    }
}

typedef struct range {
    uint32_t first, last;
} range;

static bool in_ranges(const range *ranges, size_t count, uint32_t point)
{
    for (size_t i = 0; i < count && point >= ranges[i].first; i++)
        if (point <= ranges[i].last)
            return true;
    return false;
}

static uint32_t point_width(uint32_t point)
{
    static const range combining[] = { { 0x300, 0x36F },    { 0x483, 0x489 },   { 0x591, 0x5BD },
                                       { 0x610, 0x61A },    { 0x64B, 0x65F },   { 0x200B, 0x200D },
                                       { 0x20D0, 0x20FF },  { 0xFE00, 0xFE0F }, { 0xFE20, 0xFE2F },
                                       { 0xE0100, 0xE01EF } };
    static const range wide[] = { { 0x1100, 0x115F },   { 0x2E80, 0x303E },   { 0x3041, 0xA4CF },
                                  { 0xA960, 0xA97F },   { 0xAC00, 0xD7A3 },   { 0xF900, 0xFAFF },
                                  { 0xFE30, 0xFE6F },   { 0xFF00, 0xFF60 },   { 0xFFE0, 0xFFE6 },
                                  { 0x1F300, 0x1F64F }, { 0x1F900, 0x1F9FF }, { 0x20000, 0x3FFFD } };

    if (point < 0x300)
        return 1;
    if (in_ranges(combining, sizeof combining / sizeof *combining, point))
        return 0;
    return in_ranges(wide, sizeof wide / sizeof *wide, point) ? 2 : 1;
}

uint32_t cln_display_width(colline_text text)
{
    uint32_t width = 0;

    for (uint32_t at = 0; at < text.length;)
        width += point_width(cln_utf8_next(text, &at));
    return width;
}

/* ---- JSON -------------------------------------------------------------------------------------------- */

static void separate(cln_json_writer *json)
{
    if (json->comma)
        cln_buffer_add_char(json->arena, json->out, ',');
    json->comma = true;
}

void cln_write_open(cln_json_writer *json, char bracket)
{
    separate(json);
    cln_buffer_add_char(json->arena, json->out, bracket);
    json->comma = false;
}

void cln_write_close(cln_json_writer *json, char bracket)
{
    cln_buffer_add_char(json->arena, json->out, bracket);
    json->comma = true;
}

void cln_write_key(cln_json_writer *json, const char *key)
{
    cln_write_word(json, key);
    cln_buffer_add_char(json->arena, json->out, ':');
    json->comma = false;
}

void cln_write_text_key(cln_json_writer *json, colline_text key)
{
    cln_write_text(json, key);
    cln_buffer_add_char(json->arena, json->out, ':');
    json->comma = false;
}

static void add_escaped(cln_json_writer *json, uint32_t point)
{
    static const char digits[] = "0123456789abcdef";
    static const char shorts[] = "btn\0fr"; /* of 8 .. 13 */
    char escape[] = "\\u00xx";

    if (point >= 0x20) { /* " or \ */
        escape[1] = (char)point;
        escape[2] = '\0';
    } else if (point >= 8 && point <= 13 && shorts[point - 8] != '\0') {
        escape[1] = shorts[point - 8];
        escape[2] = '\0';
    } else {
        escape[4] = digits[point >> 4];
        escape[5] = digits[point & 15];
    }
    cln_buffer_add_string(json->arena, json->out, escape);
}

static bool is_plain(char c)
{
    return (unsigned char)c >= 0x20 && (unsigned char)c < 0x80 && c != '"' && c != '\\';
}

/* Whether eight bytes are plain; it may say no where they are. */
static bool are_plain(const char *data)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t word, quote, backslash;

    memcpy(&word, data, sizeof word);
    quote = word ^ ones * '"';
    backslash = word ^ ones * '\\';
    return ((word | (word - ones * 0x20) | (quote - ones) | (backslash - ones)) & (ones * 0x80)) == 0;
}

/* Copy what is plain at the start of `text`; how much that is. */
static uint32_t copy_plain(char *to, colline_text text)
{
    uint32_t at = 0;

    for (; at + 8 <= text.length && are_plain(text.data + at); at += 8)
        memcpy(to + at, text.data + at, 8);
    if (at + 8 > text.length && text.length >= 8 && are_plain(text.data + text.length - 8)) {
        memcpy(to + text.length - 8, text.data + text.length - 8, 8);
        return text.length;
    }
    for (; at < text.length && is_plain(text.data[at]); at++)
        to[at] = text.data[at];
    return at;
}

/* Texts are plain but for a few bytes. */
void cln_write_text(cln_json_writer *json, colline_text text)
{
    cln_buffer *out = json->out;
    uint32_t at = 0;

    separate(json);
    cln_buffer_add_char(json->arena, out, '"');
    for (;;) {
        colline_text rest = cln_text_of(text.data + at, text.length - at);
        uint32_t point, plain;
        cln_buffer_reserve(json->arena, out, (size_t)rest.length + 1);
        plain = copy_plain(out->items + out->count, rest);
        out->count += plain;
        at += plain;
        if (at == text.length)
            break;
        point = cln_utf8_next(text, &at);
        if (point < 0x20 || point == '"' || point == '\\')
            add_escaped(json, point);
        else
            cln_add_utf8(json->arena, out, point);
    }
    out->items[out->count++] = '"';
}

void cln_write_word(cln_json_writer *json, const char *word)
{
    separate(json);
    cln_buffer_add_char(json->arena, json->out, '"');
    cln_buffer_add_string(json->arena, json->out, word);
    cln_buffer_add_char(json->arena, json->out, '"');
}

void cln_write_number(cln_json_writer *json, uint64_t number)
{
    separate(json);
    cln_buffer_add_number(json->arena, json->out, number);
}

void cln_write_literal(cln_json_writer *json, const char *literal)
{
    separate(json);
    cln_buffer_add_string(json->arena, json->out, literal);
}

void cln_write_member(cln_json_writer *json, const char *key, colline_text text)
{
    if (text.length == 0)
        return;
    cln_write_key(json, key);
    cln_write_text(json, text);
}

/* ---- Names ------------------------------------------------------------------------------------------- */

/* One part of a dotted name: Total Amt as "Total Amt" */
static void add_part(cln_arena *arena, cln_buffer *out, const cln_dialect *dialect, colline_text part,
                     bool *dot)
{
    if (part.length == 0)
        return;
    if (*dot)
        cln_buffer_add_char(arena, out, '.');
    *dot = true;
    if (!cln_name_needs_quotes(dialect, part)) {
        cln_buffer_add(arena, out, part);
        return;
    }
    cln_buffer_add_char(arena, out, '"');
    for (uint32_t i = 0; i < part.length; i++) {
        if (part.data[i] == '"')
            cln_buffer_add_char(arena, out, '"');
        cln_buffer_add_char(arena, out, part.data[i]);
    }
    cln_buffer_add_char(arena, out, '"');
}

static bool add_table_parts(cln_arena *arena, cln_buffer *out, const cln_dialect *dialect,
                            const cln_table_name *name)
{
    bool dot = false;

    add_part(arena, out, dialect, name->catalog, &dot);
    add_part(arena, out, dialect, name->database, &dot);
    add_part(arena, out, dialect, name->table, &dot);
    return dot;
}

void cln_add_table_name(cln_arena *arena, cln_buffer *out, const cln_dialect *dialect,
                        const cln_table_name *name)
{
    add_table_parts(arena, out, dialect, name);
}

static void add_column(cln_arena *arena, cln_buffer *out, const cln_result *result, const cln_leaf *leaf, bool dot)
{
    colline_text column = cln_leaf_column(&result->origins, leaf);

    if (cln_text_equal(column, CLN_TEXT("*")))
        cln_buffer_add_string(arena, out, dot ? ".*" : "*");
    else
        add_part(arena, out, result->dialect, column, &dot);
    cln_buffer_add(arena, out, cln_leaf_path(&result->origins, leaf));
}

void cln_add_leaf_name(cln_arena *arena, cln_buffer *out, const cln_result *result, const cln_leaf *leaf)
{
    const cln_relation *relation = &result->origins.relations.items[leaf->relation];

    add_column(arena, out, result, leaf, add_table_parts(arena, out, result->dialect, &relation->name));
}

void cln_add_leaf_of(cln_arena *arena, cln_buffer *out, const cln_result *result, const cln_leaf *leaf, colline_text table)
{
    cln_buffer_add(arena, out, table);
    add_column(arena, out, result, leaf, table.length > 0);
}

void cln_add_target_name(cln_arena *arena, cln_buffer *out, const cln_result *result,
                         const cln_target *target)
{
    if (target->name.table.length > 0)
        cln_add_table_name(arena, out, result->dialect, &target->name);
    else
        cln_buffer_add(arena, out, target->path);
}

/* ---- Targets ----------------------------------------------------------------------------------------- */

uint32_t cln_columns_end(const cln_result *result, uint32_t into)
{
    return into + 1 < result->targets.count ? result->targets.items[into + 1].first_column
                                            : result->columns.count;
}

cln_whole_edges cln_sort_whole_edges(cln_arena *arena, const cln_result *result)
{
    const cln_edges *edges = &result->edges;
    uint32_t targets = cln_target_count(result);
    cln_whole_edges whole = { edges->count, NULL, NULL };

    while (whole.first > 0 && cln_edge_at(edges, whole.first - 1)->target == COLLINE_WHOLE_RESULT)
        whole.first--;
    whole.edges = CLN_NEW_ARRAY(arena, uint32_t, edges->count - whole.first);
    whole.ends = CLN_NEW_ARRAY(arena, uint32_t, targets + 1);
    for (uint32_t i = whole.first; i < edges->count; i++)
        whole.ends[cln_edge_at(edges, i)->into + 1]++;
    for (uint32_t t = 0; t < targets; t++)
        whole.ends[t + 1] += whole.ends[t];
    for (uint32_t i = whole.first; i < edges->count; i++) /* each start moves to its end */
        whole.edges[whole.ends[cln_edge_at(edges, i)->into]++] = i;
    return whole;
}
