/*
 * The lexer and the dialects: text in, tokens out, as a table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include <cmocka.h>

#include "sql.h"
#include "syntax/keyword.h"

typedef struct lexer_case {
    const char *dialects; /* names; a leading ! turns templates off */
    const char *sql;
    const char *tokens; /* KIND text, KIND text; a keyword's kind is its word; the text is left out where it
                           is the word */
} lexer_case;

static const lexer_case cases[] = {
    /* Words */
    { "impala,hive,postgres", "select Sum", "SELECT select|ID Sum" },
    { "impala", "a_1$b _x", "ID a_1$b|ID _x" },
    { "impala,postgres", "", "" },
    { "postgres", "a<<<b a=-1 a=? a ?# b |@|a", "ID a|OTHER_OP <<<|ID b|ID a|EQ =|MINUS -|NUMBER 1|ID a|EQ =|PARAM ?|ID a|OTHER_OP ?#|ID b|OTHER_OP |@||ID a" },
    { "impala", "qualify q", "ID qualify|ID q" },
    { "snowflake", "qualify q", "QUALIFY qualify|ID q" },
    { "hive", "\xC3\xA9t\xC3\xA9 \xE8\xA1\xA8\xE5\x90\x8D",
      "ID \xC3\xA9t\xC3\xA9|ID \xE8\xA1\xA8\xE5\x90\x8D" },
    { "hive", "selecta select1 select\xC3\xA9", "ID selecta|ID select1|ID select\xC3\xA9" },
    { "impala",
      "a\xC2\xA0"
      "b\xE3\x80\x80"
      "c\xEF\xBB\xBF"
      "d",
      "ID a|ID b|ID c|ID d" },
    { "impala", "\xEF\xBB\xBFselect 1", "SELECT select|NUMBER 1" },
    { "oracle", "v$session obj# a#b", "ID v$session|ID obj#|ID a#b" },
    { "tsql", "#t ##t a@b", "ID #t|ID ##t|ID a@b" },
    { "hive", "a.$elem$", "ID a|DOT .|ID $elem$" },

    /* Numbers */
    { "impala,postgres,tsql", "1 1.5 .5 5. 1e5 1.5E-3 .5e+2 0x1F",
      "NUMBER 1|NUMBER 1.5|NUMBER .5|NUMBER 5.|NUMBER 1e5|"
      "NUMBER 1.5E-3|NUMBER .5e+2|NUMBER 0x1F" },
    { "hive,spark", "10L 1Y 2S 1.5BD 3bd", "NUMBER 10L|NUMBER 1Y|NUMBER 2S|NUMBER 1.5BD|NUMBER 3bd" },
    { "spark", "1D 1.5f", "NUMBER 1D|NUMBER 1.5f" },
    { "hive", "7x 1Lx 100M", "ID 7x|ID 1Lx|NUMBER 100M" },
    { "hive", "2.0D 2D", "NUMBER 2.0D|NUMBER 2D" },
    { "tsql", "0x 0xAE", "NUMBER 0x|NUMBER 0xAE" },
    { "impala,hive,mysql", "1a 2024_t t.1a t.1", "ID 1a|ID 2024_t|ID t|DOT .|ID 1a|ID t|DOT .|NUMBER 1" },
    { "impala", "10L 1e 0xg", "ID 10L|ID 1e|ID 0xg" },
    { "postgres,tsql", "1a", "NUMBER 1|ID a" },
    { "postgres,trino", "1_000", "NUMBER 1_000" },
    { "oracle", "1..10", "NUMBER 1|DOT .|DOT .|NUMBER 10" },
    { "impala", "a.5 a .5 f(x).5", "ID a|DOT .|NUMBER 5|ID a|NUMBER .5|ID f|LP (|ID x|RP )|DOT .|NUMBER 5" },
    { "hive", "2024.orders 1.5e3", "NUMBER 2024|DOT .|ID orders|NUMBER 1.5e3" },
    { "impala", "1-1 -1", "NUMBER 1|MINUS -|NUMBER 1|MINUS -|NUMBER 1" },

    /* Strings */
    { "impala,postgres,oracle,bigquery", "'a b'", "STRING 'a b'" },
    { "impala,postgres,mysql", "'it''s' ''", "STRING 'it''s'|STRING ''" },
    { "impala,hive,mysql,snowflake", "'a\\'b'", "STRING 'a\\'b'" },
    { "postgres,oracle,tsql,trino", "'\\' x", "STRING '\\'|ID x" },
    { "impala,mysql,bigquery", "\"a\\\"b\"", "STRING \"a\\\"b\"" },
    { "postgres,trino,generic", "\"a\"\"b\"", "QUOTED_ID \"a\"\"b\"" },
    { "impala", "'a' 'b'", "STRING 'a'|STRING 'b'" },
    { "postgres", "N'a' x'1F' B'01' e'\\'' U&'x' U&\"y\"",
      "STRING N'a'|BINARY_STRING x'1F'|BINARY_STRING B'01'|STRING e'\\''|"
      "STRING U&'x'|QUOTED_ID U&\"y\"" },
    { "impala", "e'a'", "ID e|STRING 'a'" },
    { "spark", "r'a\\' r\"b\\\"", "STRING r'a\\'|STRING r\"b\\\"" },
    { "bigquery", "'''a'b\\''c''' \"\"\"x\"y\"\"\" r'\\'' rb'x' b\"y\"",
      "STRING '''a'b\\''c'''|STRING \"\"\"x\"y\"\"\"|"
      "STRING r'\\''|BINARY_STRING rb'x'|BINARY_STRING b\"y\"" },
    { "impala", "r'a'", "ID r|STRING 'a'" },
    { "oracle", "q'[it's]' nQ'{a}' q'!b'!'", "STRING q'[it's]'|STRING nQ'{a}'|STRING q'!b'!'" },
    { "impala", "q'a'", "ID q|STRING 'a'" },
    { "postgres,snowflake", "$$a'b$$ $x", "STRING $$a'b$$|PARAM $x" },
    { "postgres", "$f$a $$ b$f$ c", "STRING $f$a $$ b$f$|ID c" },
    { "impala", "'a\nb' 'c", "STRING 'a\nb'|UNTERMINATED 'c" },
    { "impala", "'a\\", "UNTERMINATED 'a\\" },
    { "impala", "'a\\'", "UNTERMINATED 'a\\'" },

    /* Quoted names */
    { "impala,hive,mysql", "`a b` `c``d`", "QUOTED_ID `a b`|QUOTED_ID `c``d`" },
    { "postgres", "`", "ILLEGAL `" },
    { "tsql,sqlite", "[a b].[c]]d]", "QUOTED_ID [a b]|DOT .|QUOTED_ID [c]]d]" },
    { "tsql", "[a\nb", "LB [|ID a|ID b" },
    { "postgres,impala", "a[1]", "ID a|LB [|NUMBER 1|RB ]" },
    { "impala", "`a", "UNTERMINATED `a" },
    { "postgres", "\"a", "UNTERMINATED \"a" },

    /* Comments and hints */
    { "impala", "a -- b\nc", "ID a|COMMENT -- b|ID c" },
    { "impala", "a /* b\n */ c", "ID a|COMMENT /* b\n */|ID c" },
    { "impala,oracle", "/*+ x */ /* +x */ -- +x\n--+y", "HINT /*+ x */|HINT /* +x */|HINT -- +x|HINT --+y" },
    { "hive,mysql", "/*+ x */ /* +x */ -- +x", "HINT /*+ x */|COMMENT /* +x */|COMMENT -- +x" },
    { "postgres,spark", "/* a /* b */ c */ d", "COMMENT /* a /* b */ c */|ID d" },
    { "impala", "/* a /* b */ c", "COMMENT /* a /* b */|ID c" },
    { "mysql", "5--1 -- x\n# y\r\nz", "NUMBER 5|MINUS -|MINUS -|NUMBER 1|COMMENT -- x|COMMENT # y|ID z" },
    { "snowflake", "// x\na/b", "COMMENT // x|ID a|SLASH /|ID b" },
    { "mysql", "/*!50001 a */ b /*M!c*/ 2*/*x*/3",
      "COMMENT /*!50001|ID a|COMMENT */|ID b|COMMENT /*M!|ID c|COMMENT */|NUMBER 2|"
      "STAR *|COMMENT /*x*/|NUMBER 3" },
    { "impala", "/*!50001 a */", "COMMENT /*!50001 a */" },
    { "impala", "a /* b", "ID a|UNTERMINATED /* b" },
    { "impala", "--", "COMMENT --" },
    { "impala", "/*/ a", "UNTERMINATED /*/ a" },

    /* Templates */
    { "hive,impala", "${x} ${hiveconf:y}", "PARAM ${x}|PARAM ${hiveconf:y}" },
    { "hive,impala", "ods_${day} ${db}.t ${db}_x a${b}c${d}",
      "ID ods_${day}|PARAM ${db}|DOT .|ID t|ID ${db}_x|ID a${b}c${d}" },
    { "hive,postgres", "{{ env }}_t t_{{ x }} {{ ref('a') }}",
      "ID {{ env }}_t|ID t_{{ x }}|PARAM {{ ref('a') }}" },
    { "postgres", "{% if a %} b {# c\nd #} {%- endif -%}",
      "TAG {% if a %}|ID b|COMMENT {# c\nd #}|TAG {%- endif -%}" },
    { "impala", "'{{ var('x') }}' '{{' '}}'", "STRING '{{ var('x') }}'|STRING '{{'|STRING '}}'" },
    { "hive", "`ods_${day}` '${x}'", "QUOTED_ID `ods_${day}`|STRING '${x}'" },
    { "impala", "${x", "ILLEGAL $|LC {|ID x" },
    { "impala", "{{ x", "LC {|LC {|ID x" },
    { "hive", "t_2024${m} 2024${m}", "ID t_2024${m}|ID 2024${m}" },
    { "impala,oracle", "a = :b and c=:d(:1)",
      "ID a|EQ =|PARAM :b|AND and|ID c|EQ =|PARAM :d|LP (|PARAM :1|RP )" },
    { "snowflake", "a:b.c a['x']:d::int",
      "ID a|COLON :|ID b|DOT .|ID c|ID a|LB [|STRING 'x'|RB ]|COLON :|ID d|CAST_OP ::|INT int" },
    { "postgres", "a[1:n] a[:n] b::int",
      "ID a|LB [|NUMBER 1|COLON :|ID n|RB ]|ID a|LB [|COLON :|ID n|RB ]|ID b|CAST_OP ::|INT int" },
    { "duckdb", "{'a':b}", "LC {|STRING 'a'|COLON :|ID b|RC }" },
    { "impala,mysql", "a = ? limit ?", "ID a|EQ =|PARAM ?|LIMIT limit|PARAM ?" },
    { "postgres", "a ? 'k' b ?| c d = ? e",
      "ID a|OTHER_OP ?|STRING 'k'|ID b|OTHER_OP ?||ID c|ID d|EQ =|PARAM ?|ID e" },
    { "impala,postgres", "a=%(x)s b%(c)", "ID a|EQ =|PARAM %(x)s|ID b|PERCENT %|LP (|ID c|RP )" },
    { "postgres,mysql,impala", "a = $1", "ID a|EQ =|PARAM $1" },
    { "mysql,tsql", "@x @@g", "PARAM @x|PARAM @@g" },
    { "mysql", "@`a b` 'u'@'h'", "PARAM @`a b`|STRING 'u'|PARAM @'h'" },
    { "snowflake", "@s/a/b.csv @~/d @%t (@x) @\"A\".b",
      "PARAM @s/a/b.csv|PARAM @~/d|PARAM @%t|LP (|PARAM @x|RP )|PARAM @\"A\".b" },
    { "clickhouse", "{x:UInt8} {a: 1}", "PARAM {x:UInt8}|PARAM {a: 1}" },
    { "!impala", "${x} :y {{ z }}", "ILLEGAL $|LC {|ID x|RC }|COLON :|ID y|LC {|LC {|ID z|RC }|RC }" },

    /* Operators */
    { "impala", "a<>b != c<=>d == e!f",
      "ID a|NE <>|ID b|NE !=|ID c|NULL_EQ <=>|ID d|EQ ==|ID e|BANG !|ID f" },
    { "impala", "|| && | & ^ ~ % << >> <= >= < >",
      "CONCAT |||DOUBLE_AMP &&|PIPE ||AMP &|CARET ^|TILDE ~|PERCENT %|"
      "SHIFT_LEFT <<|SHIFT_RIGHT >>|LE <=|GE >=|LT <|GT >" },
    { "postgres", "@> <@ ~* !~* #>> #- && <-> ->> -> |/ ||/ -|-",
      "OTHER_OP @>|OTHER_OP <@|OTHER_OP ~*|OTHER_OP !~*|OTHER_OP #>>|"
      "OTHER_OP #-|DOUBLE_AMP &&|OTHER_OP <->|ARROW2 ->>|ARROW ->|OTHER_OP |/|OTHER_OP ||/|OTHER_OP -|-" },
    { "tsql", "a<@x a+=1 a!<b", "ID a|LT <|PARAM @x|ID a|OTHER_OP +=|NUMBER 1|ID a|OTHER_OP !<|ID b" },
    { "impala", "a<-1 ~*", "ID a|LT <|MINUS -|NUMBER 1|TILDE ~|STAR *" },
    { "postgres,snowflake", "f(a=>1) x:=2 ;",
      "ID f|LP (|ID a|FAT_ARROW =>|NUMBER 1|RP )|ID x|ASSIGN :=|NUMBER 2|SEMI ;" },
    { "vertica,databricks", "a::!int", "ID a|CAST_OP ::!|INT int" },
    { "databricks,spark", "a?::int ?::int", "ID a|CAST_OP ?::|INT int|PARAM ?|CAST_OP ::|INT int" },
    { "postgres", "a <->> b |=| c <<-> d", "ID a|OTHER_OP <->>|ID b|OTHER_OP |=||ID c|OTHER_OP <<->|ID d" },
    { "oracle,db2", "a^=b", "ID a|NE ^=|ID b" },
    { "impala", "\x01 \\ \x7F", "ILLEGAL \x01|ILLEGAL \\|ILLEGAL \x7F" },
};

/* ---- Text of tokens ------------------------------------------------------------------------------ */

static const char *kind_name(uint16_t kind)
{
    switch (kind) {
#define TOKEN(token, name, sort)                                                                             \
    case TK_##token:                                                                                         \
        return #token;
#include "grammar/tokens.def"
#undef TOKEN
    default: return cln_token_name(kind);
    }
}

static cln_lexer lexer_for(const char *dialect, size_t length, const char *sql, size_t size)
{
    bool templates = *dialect != '!';
    const cln_dialect *d = cln_dialect_named(cln_text_of(dialect + !templates, length - !templates));

    assert_non_null(d);
    return (cln_lexer){ cln_text_of(sql, size), d, d->lex | (templates ? (uint32_t)CLN_LEX_TEMPLATE : 0) };
}

static void render(const cln_lexer *lexer, char *out, size_t size)
{
    size_t used = 0;
    uint32_t offset = 0;
    cln_token t;

    out[0] = '\0';
    while ((t = cln_lex(lexer, offset)).kind != 0) {
        assert_true(t.length > 0 && t.offset >= offset);
        used += (size_t)snprintf(out + used, size - used, "%s%s %.*s", used > 0 ? "|" : "", kind_name(t.kind),
                                 (int)t.length, lexer->text.data + t.offset);
        offset = t.offset + t.length;
    }
    assert_int_equal(t.offset, lexer->text.length);
}

static void tokens_of_the_table(void **state)
{
    char text[4096];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (const char *d = cases[i].dialects; *d != '\0'; d += strspn(d, ",")) {
            size_t length = strcspn(d, ",");
            /* A copy of just the right size, so that reading beyond the end is noticed. */
            size_t size = strlen(cases[i].sql);
            char *copy = malloc(size + 1);
            cln_lexer lexer;

            memcpy(copy, cases[i].sql, size + 1);
            lexer = lexer_for(d, length, copy, size);
            render(&lexer, text, sizeof text);
            if (strcmp(text, cases[i].tokens) != 0)
                fail_msg("%.*s: %s\n  is      %s\n  want    %s", (int)length, d, cases[i].sql, text,
                         cases[i].tokens);
            free(copy);
            d += length;
        }
}

static void nul_is_a_stray_character(void **state)
{
    cln_lexer lexer = lexer_for("impala", 6, "a\0b '\0'", 7);

    (void)state;
    assert_int_equal(cln_lex(&lexer, 1).kind, TK_ILLEGAL);
    assert_int_equal(cln_lex(&lexer, 1).length, 1);
    assert_int_equal(cln_lex(&lexer, 2).kind, TK_ID);
    assert_int_equal(cln_lex(&lexer, 3).kind, TK_STRING);
    assert_int_equal(cln_lex(&lexer, 3).length, 3);
    assert_int_equal(cln_lex(&lexer, 7).kind, 0);
    assert_int_equal(cln_lex(&lexer, 99).kind, 0);
    assert_int_equal(cln_lex(&lexer, 99).offset, 7);
}

/* Every text of up to three of these pieces, and random ones, in every dialect: tokens cover it without gaps.
 */
static void any_text_is_tokens(void **state)
{
    static const char *const pieces[] = { "a",    "1",    ".",  "'",  "\"", "`",  "[",   "]",    "$",
                                          "${",   "{{",   "}}", "{%", "{#", "/*", "*/",  "--",   "\n",
                                          " ",    "\\",   "@",  "?",  ":",  "e",  "q'[", "\xC2", "\xA0",
                                          "\xE3", "\x80", "0x", "#",  "%(", ")s", "r'",  "~",    "-" };
    enum { COUNT = sizeof pieces / sizeof pieces[0] };
    unsigned seed = 1;

    (void)state;
    for (int round = 0; round < 200000; round++) {
        char text[80] = "", *copy;
        size_t size;
        const cln_dialect *d = cln_dialect_of((colline_dialect)(round % (COLLINE_DB2 + 1)));
        uint32_t offset = 0;
        cln_lexer lexer;
        cln_token t;

        for (int i = 0; i < 2 + round % 9; i++) {
            seed = seed * 1103515245u + 12345u;
            strcat(text, pieces[(seed >> 8) % COUNT]);
        }
        size = strlen(text);
        copy = malloc(size + 1);
        memcpy(copy, text, size + 1);
        lexer = (cln_lexer){ cln_text_of(copy, size), d, d->lex | CLN_LEX_TEMPLATE };
        while ((t = cln_lex(&lexer, offset)).kind != 0) {
            assert_true(t.length > 0 && t.offset >= offset && t.offset + t.length <= size);
            offset = t.offset + t.length;
        }
        free(copy);
    }
}

/* What has no end must not be looked for again and again. */
static void hostile_text_takes_linear_time(void **state)
{
    static const char *const pieces[] = { "{{", "{% ", "{#",   "${",    "${x", "[a",  "/*", "'",
                                          "\"", "$t$", "q'[",  "%(aaa", "1{{", "'{{", "- ", "? ",
                                          "@",  "\\",  "--\r", "$$",    ":",   "{a:", "((", "#",
                                          "0x", "1e",  "..",   "U&'",   "''" };
    enum { SIZE = 100000 };
    char *text = malloc(SIZE + 1);

    (void)state;
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        size_t length = strlen(pieces[i]);
        clock_t start = clock();

        for (size_t at = 0; at < SIZE; at++)
            text[at] = pieces[i][at % length];
        text[SIZE] = '\0';
        for (int d = 0; d <= COLLINE_DB2; d++) {
            const cln_dialect *dialect = cln_dialect_of((colline_dialect)d);
            cln_lexer lexer = { cln_text_of(text, SIZE), dialect, dialect->lex | CLN_LEX_TEMPLATE };
            uint32_t offset = 0;
            cln_token t;

            while ((t = cln_lex(&lexer, offset)).kind != 0)
                offset = t.offset + t.length;
        }
        if ((double)(clock() - start) / CLOCKS_PER_SEC > 10)
            fail_msg("%s takes too long", pieces[i]);
    }
    free(text);
}

/* ---- Keywords ------------------------------------------------------------------------------------ */

static void keywords_are_found_in_any_case(void **state)
{
    uint16_t count = 0;

    (void)state;
#define KEYWORD(token, word, soft, no_alias, function, reserved)                                             \
    count++;                                                                                                 \
    assert_int_equal(cln_keyword_find(word, sizeof(word) - 1), count);                                       \
    assert_string_equal(cln_keyword_word(count), word);                                                      \
    assert_string_equal(cln_token_name(TK_##token), word);                                                   \
    assert_true(((soft) | (no_alias) | (function) | (reserved)) != 0);
#include "grammar/keywords.def"
#undef KEYWORD
    assert_int_equal(cln_keyword_find("sElEcT", 6), cln_keyword_find("SELECT", 6));
    assert_int_equal(cln_keyword_find("selectx", 7), 0);
    assert_int_equal(cln_keyword_find("s\x05lect", 6), 0);
    assert_int_equal(cln_keyword_find("", 0), 0);
    assert_string_equal(cln_token_sort(TK_SELECT), "keyword");
    assert_string_equal(cln_token_sort(TK_PLUS), "operator");
    assert_string_equal(cln_token_name(TK_LP), "'('");
    assert_string_equal(cln_token_name(0), "the end of the text");
    assert_string_equal(cln_keyword_word(0), "");
}

static void classes(void **state)
{
    static const struct {
        const char *dialect, *word;
        cln_keyword_class class;
    } expected[] = {
        { "impala", "SELECT", CLN_KEYWORD_RESERVED },    { "impala", "YEAR", CLN_KEYWORD_SOFT },
        { "impala", "LEFT", CLN_KEYWORD_FUNCTION },      { "impala", "QUALIFY", CLN_KEYWORD_NONE },
        { "postgres", "DAY", CLN_KEYWORD_NO_ALIAS },     { "postgres", "USER", CLN_KEYWORD_FUNCTION },
        { "postgres", "RLIKE", CLN_KEYWORD_NONE },       { "mysql", "VALUES", CLN_KEYWORD_FUNCTION },
        { "mysql", "RLIKE", CLN_KEYWORD_RESERVED },      { "hive", "LATERAL", CLN_KEYWORD_RESERVED },
        { "bigquery", "QUALIFY", CLN_KEYWORD_RESERVED }, { "tsql", "TOP", CLN_KEYWORD_RESERVED },
        { "spark", "LATERAL", CLN_KEYWORD_NO_ALIAS },    { "generic", "LIMIT", CLN_KEYWORD_NO_ALIAS },
    };

    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const cln_dialect *d =
            cln_dialect_named(cln_text_of(expected[i].dialect, strlen(expected[i].dialect)));
        cln_keyword_class is =
            cln_keyword_class_of(d, cln_keyword_find(expected[i].word, strlen(expected[i].word)));

        if (is != expected[i].class)
            fail_msg("%s %s: class %d", expected[i].dialect, expected[i].word, (int)is);
    }
    assert_int_equal(cln_keyword_class_of(cln_dialect_of(COLLINE_IMPALA), 0), CLN_KEYWORD_NONE);
    assert_int_equal(cln_keyword_class_of(cln_dialect_of(COLLINE_IMPALA), 60000), CLN_KEYWORD_NONE);
}

/* ---- Dialects ------------------------------------------------------------------------------------ */

static void dialects_have_names(void **state)
{
    (void)state;
    for (int i = 0; i <= COLLINE_DB2; i++) {
        const cln_dialect *d = cln_dialect_of((colline_dialect)i);

        assert_int_equal(d->id, i);
        assert_ptr_equal(cln_dialect_named(cln_text_of(d->name, strlen(d->name))), d);
    }
    assert_int_equal(cln_dialect_named(CLN_TEXT("PostgreSQL"))->id, COLLINE_POSTGRES);
    assert_int_equal(cln_dialect_named(CLN_TEXT("presto"))->id, COLLINE_TRINO);
    assert_null(cln_dialect_named(CLN_TEXT("post")));
    assert_null(cln_dialect_named(CLN_TEXT("")));
    assert_null(cln_dialect_named(CLN_TEXT("hiveql,hql")));
    assert_int_equal(cln_dialect_of((colline_dialect)99)->id, COLLINE_GENERIC);
    assert_int_equal(cln_dialect_of((colline_dialect)-1)->id, COLLINE_GENERIC);
}

static void assert_folds(cln_arena *arena, colline_dialect dialect, const char *name, bool quoted,
                         cln_name_role role, const char *want)
{
    colline_text is =
        cln_fold_name(arena, cln_dialect_of(dialect), cln_text_of(name, strlen(name)), quoted, role);

    assert_int_equal(is.length, strlen(want));
    assert_memory_equal(is.data, want, is.length);
}

static void names_fold(void **state)
{
    cln_fault fault = { 0 };
    cln_arena arena;

    (void)state;
    cln_arena_init(&arena, &fault, NULL);
    assert_folds(&arena, COLLINE_IMPALA, "Ab", false, CLN_ROLE_TABLE, "ab");
    assert_folds(&arena, COLLINE_IMPALA, "Ab", true, CLN_ROLE_TABLE, "ab");
    assert_folds(&arena, COLLINE_POSTGRES, "Ab", false, CLN_ROLE_COLUMN, "ab");
    assert_folds(&arena, COLLINE_POSTGRES, "Ab", true, CLN_ROLE_COLUMN, "Ab");
    assert_folds(&arena, COLLINE_ORACLE, "Ab", false, CLN_ROLE_TABLE, "AB");
    assert_folds(&arena, COLLINE_DORIS, "Ab", false, CLN_ROLE_TABLE, "Ab");
    assert_folds(&arena, COLLINE_DORIS, "Ab", false, CLN_ROLE_COLUMN, "ab");
    assert_folds(&arena, COLLINE_TSQL, "Ab", false, CLN_ROLE_TABLE, "Ab");
    cln_arena_free(&arena);
}

static void names_need_quotes(void **state)
{
    const cln_dialect *impala = cln_dialect_of(COLLINE_IMPALA), *oracle = cln_dialect_of(COLLINE_ORACLE);

    (void)state;
    assert_false(cln_name_needs_quotes(impala, CLN_TEXT("ab_1")));
    assert_true(cln_name_needs_quotes(impala, CLN_TEXT("Ab")));
    assert_true(cln_name_needs_quotes(impala, CLN_TEXT("a b")));
    assert_true(cln_name_needs_quotes(impala, CLN_TEXT("1a")));
    assert_true(cln_name_needs_quotes(impala, CLN_TEXT("")));
    assert_false(cln_name_needs_quotes(oracle, CLN_TEXT("AB$")));
    assert_true(cln_name_needs_quotes(oracle, CLN_TEXT("ab")));
    assert_false(cln_name_needs_quotes(cln_dialect_of(COLLINE_TSQL), CLN_TEXT("Ab")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_of_the_table),
        cmocka_unit_test(nul_is_a_stray_character),
        cmocka_unit_test(any_text_is_tokens),
        cmocka_unit_test(hostile_text_takes_linear_time),
        cmocka_unit_test(keywords_are_found_in_any_case),
        cmocka_unit_test(classes),
        cmocka_unit_test(dialects_have_names),
        cmocka_unit_test(names_fold),
        cmocka_unit_test(names_need_quotes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
