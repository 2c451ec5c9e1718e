#include "lineage/cast.h"

/* Words for one type, the first being the one that counts. */
static const struct {
    const char *word, *same_as;
} synonyms[] = {
    { "integer", "int" },
    { "int4", "int" },
    { "int32", "int" },
    { "int8", "bigint" },
    { "int64", "bigint" },
    { "long", "bigint" },
    { "int2", "smallint" },
    { "short", "smallint" },
    { "byte", "tinyint" },
    { "bool", "boolean" },
    { "float8", "double" },
    { "double precision", "double" },
    { "float64", "double" },
    { "real", "float" },
    { "float4", "float" },
    { "numeric", "decimal" },
    { "dec", "decimal" },
    { "number", "decimal" },
    { "character varying", "varchar" },
    { "character", "char" },
    { "timestamp without time zone", "timestamp" },
};

/* The type's word without its arguments, and what stands behind it. */
static colline_text word_of(colline_text type, colline_text *rest)
{
    uint32_t n = 0;

    while (n < type.length && type.data[n] != '(' && type.data[n] != '<' && type.data[n] != '[')
        n++;
    *rest = cln_text_of(type.data + n, type.length - n);
    while (n > 0 && type.data[n - 1] == ' ')
        n--;
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++)
        if (cln_text_equal(cln_text_of(type.data, n),
                           cln_text_of(synonyms[i].word, strlen(synonyms[i].word))))
            return cln_text_of(synonyms[i].same_as, strlen(synonyms[i].same_as));
    return cln_text_of(type.data, n);
}

static bool same_type(const cln_type *a, const cln_type *b)
{
    colline_text rest_a, rest_b;

    if (!cln_text_equal(word_of(a->text, &rest_a), word_of(b->text, &rest_b)))
        return false;
    return cln_text_equal(rest_a, rest_b);
}

static const cln_type *target_type(const cln_result *result, const cln_edge *edge)
{
    const cln_table *table = result->targets.items[edge->into].table;
    const cln_column_info *column;

    if (table == NULL || table->column_count == 0)
        return NULL;
    column = cln_table_column(table, cln_column_name(result, (uint32_t)edge->target), false);
    return column != NULL ? column->type : NULL;
}

void cln_mark_implicit_casts(cln_result *result)
{
    for (uint32_t i = 0; i < result->edges.count && result->targets.count > 0; i++) {
        cln_edge *edge = cln_edge_at(&result->edges, i);
        const cln_type *to, *from;
        if (edge->kind != COLLINE_DIRECT || edge->target == COLLINE_WHOLE_RESULT)
            continue;
        to = target_type(result, edge);
        from = to != NULL ? cln_origin_type(&result->origins, CLN_ORIGIN_LEAF | edge->source) : NULL;
        if (from != NULL && !same_type(from, to))
            edge->flags |= COLLINE_EDGE_IMPLICIT_CAST;
    }
}
