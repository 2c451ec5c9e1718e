/*
 * support.h -- what the API tests share.  They see colline.h only, as a program does.
 */
#ifndef TESTS_API_SUPPORT_H
#define TESTS_API_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "colline.h"

/* A session whose text is complete. */
static inline colline_session *session_on(colline_catalog *catalog, const colline_options *options,
                                          const char *sql)
{
    colline_session *session = NULL;

    assert_int_equal(colline_session_open(catalog, options, &session), COLLINE_OK);
    assert_int_equal(colline_session_feed(session, sql, strlen(sql)), COLLINE_OK);
    assert_int_equal(colline_session_finish(session), COLLINE_OK);
    return session;
}

static inline colline_catalog *catalog_of(colline_dialect dialect, const char *ddl)
{
    colline_catalog *catalog = colline_catalog_new(NULL);

    assert_non_null(catalog);
    assert_int_equal(colline_catalog_add_ddl(catalog, dialect, NULL, ddl, strlen(ddl), NULL), COLLINE_OK);
    return catalog;
}

/* "db.t.c" */
static inline void ref_text(char *out, size_t size, const colline_column_ref *ref)
{
    snprintf(out, size, "%s%s%s%s%s%s", ref->database.data, ref->database.length > 0 ? "." : "",
             ref->table.data, ref->column.length > 0 ? "." : "", ref->column.data, ref->path.data);
}

/* Whether the statement has the edge; `target` "*" for the whole result. */
static inline int has_edge(const colline_statement *statement, const char *source, const char *target,
                           colline_edge_kind kind)
{
    char name[256];

    for (size_t i = 0; i < colline_statement_edge_count(statement); i++) {
        const colline_edge *edge = colline_statement_edge(statement, i);
        const char *to = edge->target == COLLINE_WHOLE_RESULT
                             ? "*"
                             : colline_statement_column(statement, (size_t)edge->target)->name.data;
        ref_text(name, sizeof name, &edge->source);
        if (edge->kind == kind && strcmp(name, source) == 0 && strcmp(to, target) == 0)
            return 1;
    }
    return 0;
}

/* ---- An allocator that counts, and fails when it is told to -------------------------------------- */

typedef struct counting {
    long live, calls; /* blocks; calls of allocate */
    size_t bytes;     /* live */
    long fail_at;     /* the call that fails, and all behind it while `broken`; 0: none */
    int once;         /* only that call fails */
} counting;

static inline void *counting_allocate(void *context, size_t size)
{
    counting *c = context;
    void *memory;

    c->calls++;
    if (c->fail_at != 0 && (c->once ? c->calls == c->fail_at : c->calls >= c->fail_at))
        return NULL;
    memory = malloc(size);
    if (memory != NULL) {
        c->live++;
        c->bytes += size;
        memset(memory, 0xA5, size); /* nobody may count on zeros */
    }
    return memory;
}

static inline void counting_release(void *context, void *memory, size_t size)
{
    counting *c = context;

    assert_non_null(memory);
    memset(memory, 0x5A, size);
    c->live--;
    c->bytes -= size;
    free(memory);
}

#define COUNTING_ALLOCATOR(counter)                                                                          \
    {                                                                                                        \
        counting_allocate, counting_release, (counter)                                                       \
    }

#endif
