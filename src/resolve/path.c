/*
 * path.c -- files, directories and stages that are read: sources, though nothing is known of their columns.
 *
 *     COPY INTO t FROM @stage/x;  SELECT * FROM 'x.parquet';  SELECT * FROM read_csv('x.csv')
 */
#include "resolve/resolve.h"

/* Table functions that read files, and the words under which their options tell where they are. */
static const char *const readers[] = { "read_parquet", "parquet_scan", "read_csv",    "read_csv_auto", "read_json",
                                       "read_json_auto", "read_ndjson", "read_text", "read_blob",  "read_files",
                                       "iceberg_scan", "delta_scan",   "s3",         "s3cluster",  "hdfs",
                                       "hdfscluster",  "file",         "url",        "local",      "files",
                                       "gcs",          "azureblobstorage", "read_xlsx", "infer_schema" };
static const char *const options[] = { "uri", "path", "file_path", "location" };

static bool is_among(colline_text word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cln_text_says(word, words[i]))
            return true;
    return false;
}

static bool reads_file(const cln_node *node)
{
    const cln_call_node *call = cln_node_is(node, CLN_CALL) ? CLN_AS(call, node) : NULL;

    return call != NULL && cln_count(call->name) == 1 && cln_count(call->arguments) > 0 &&
           is_among(CLN_AS(name, call->name->items[0])->text, readers, sizeof readers / sizeof readers[0]);
}

colline_text cln_path_text(cln_resolver *r, const cln_node *node)
{
    colline_text text = cln_text_of_node(r, node);

    if (node->kind == CLN_CALL) /* INSERT INTO FUNCTION s3('x', 'CSV') */
        return reads_file(node) && cln_node_is(CLN_AS(call, node)->arguments->items[0], CLN_LITERAL)
                   ? cln_path_text(r, CLN_AS(call, node)->arguments->items[0])
                   : CLN_TEXT("");
    if (node->kind == CLN_PARAMETER)
        for (uint32_t i = 0; i < text.length; i++) /* @st/x (FILE_FORMAT => f) */
            if (text.data[i] == ' ' || text.data[i] == '(')
                text.length = i;
    if (node->kind == CLN_PARAMETER)
        return (r->dialect->lex & CLN_LEX_STAGE) != 0 && text.length > 0 && text.data[0] == '@'
                   ? cln_text_copy(r->arena, text)
                   : CLN_TEXT("");
    if (node->kind != CLN_LITERAL)
        return CLN_TEXT("");
    if (text.length >= 2 && (text.data[0] == '\'' || text.data[0] == '"'))
        text = cln_text_of(text.data + 1, text.length - 2);
    return cln_text_copy(r->arena, text);
}

static uint32_t path_relation(cln_resolver *r, colline_text path)
{
    cln_buffer key = { NULL, 0, 0 };
    cln_table_name name = { CLN_TEXT(""), CLN_TEXT(""), path, true, NULL };
    uintptr_t index;

    cln_buffer_add_char(r->arena, &key, '\x1f'); /* no table's key starts with it */
    cln_buffer_add_char(r->arena, &key, '/');
    cln_buffer_add(r->arena, &key, path);
    index = (uintptr_t)cln_map_get(&r->relations, cln_buffer_text(r->arena, &key));
    if (index == 0) {
        index = cln_add_relation(r->origins, &name, NULL) + 1;
        r->origins->relations.items[index - 1].is_path = true;
        cln_map_put(r->arena, &r->relations, cln_buffer_text(r->arena, &key), (void *)index);
    }
    return (uint32_t)(index - 1);
}

void cln_read_path(cln_resolver *r, cln_origin rows, const cln_node *node)
{
    const cln_list *several = cln_node_is(node, CLN_COLLECTION) ? CLN_AS(collection, node)->items : NULL;
    colline_text path;

    for (uint32_t i = 0; i < cln_count(several); i++)
        cln_read_path(r, rows, several->items[i]);
    if (node == NULL || several != NULL)
        return;
    path = cln_path_text(r, node);
    if (path.length > 0)
        cln_link_to(r->origins, rows, path_relation(r, path), CLN_LINK_RELATION, 0, 0);
}

/* 'uri' = 'x', location => 'x': the value, where the word is one that tells a path; NULL. */
static const cln_node *option_value(cln_resolver *r, const cln_node *argument)
{
    const cln_node *word = NULL, *value = NULL;
    colline_text text;

    if (argument->kind == CLN_OPERATION && CLN_AS(operation, argument)->operands->count == 2) {
        word = CLN_AS(operation, argument)->operands->items[0];
        value = CLN_AS(operation, argument)->operands->items[1];
    } else if (argument->kind == CLN_NAMED_ARGUMENT) {
        word = CLN_AS(named_argument, argument)->name;
        value = CLN_AS(named_argument, argument)->value;
    }
    if (word == NULL)
        return NULL;
    text = word->kind == CLN_NAME     ? CLN_AS(name, word)->text
           : word->kind == CLN_COLUMN ? CLN_AS(name, cln_last(CLN_AS(column, word)->parts))->text
                                      : cln_path_text(r, word);
    return is_among(text, options, sizeof options / sizeof options[0]) ? value : NULL;
}

void cln_read_path_of_call(cln_resolver *r, cln_origin rows, const cln_node *node)
{
    const cln_call_node *call = cln_node_is(node, CLN_CALL) ? CLN_AS(call, node) : NULL;
    const cln_node *first;

    if (!reads_file(node))
        return;
    first = call->arguments->items[0];
    if (first->kind == CLN_LITERAL || first->kind == CLN_COLLECTION)
        cln_read_path(r, rows, first);
    for (uint32_t i = 0; i < call->arguments->count; i++)
        cln_read_path(r, rows, option_value(r, call->arguments->items[i]));
}
