/*
 * catalog_key.h -- what a table is looked for by, and when two names are the same.
 *
 *     SELECT * FROM "T", t      one key, one chain; two tables in PostgreSQL, one in T-SQL
 */
#ifndef CLN_CATALOG_CATALOG_KEY_H
#define CLN_CATALOG_CATALOG_KEY_H

#include "catalog/catalog.h"

/* Room for a key on the stack; a longer one is replaced by its hash. */
enum { CLN_KEY_SIZE = 512 };

typedef struct cln_catalog_key {
    char bytes[CLN_KEY_SIZE];
} cln_catalog_key;

/* catalog, database and table in one text.  Two long names may share a key; whoever looks compares the names
 * as well. */
static inline colline_text cln_table_key(cln_catalog_key *k, const cln_table_name *name)
{
    const colline_text parts[] = { name->catalog, name->database, name->table };
    size_t length = (size_t)name->catalog.length + name->database.length + name->table.length + 2;
    size_t n = 0;

    for (size_t i = 0; i < 3; i++) {
        if (length > CLN_KEY_SIZE) {
            uint32_t hash = cln_text_hash_nocase(parts[i]);
            memcpy(k->bytes + n, &hash, sizeof hash);
            n += sizeof hash;
            continue;
        }
        if (i > 0)
            k->bytes[n++] = '\x1f';
        if (parts[i].length > 0)
            memcpy(k->bytes + n, parts[i].data, parts[i].length);
        n += parts[i].length;
    }
    return cln_text_of(k->bytes, n);
}

static inline bool cln_same_spelling(const cln_table_name *a, const cln_table_name *b)
{
    return cln_text_equal(a->table, b->table) && cln_text_equal(a->database, b->database) &&
           cln_text_equal(a->catalog, b->catalog);
}

static inline bool cln_same_letters(const cln_table_name *a, const cln_table_name *b)
{
    return cln_text_equal_nocase(a->table, b->table) && cln_text_equal_nocase(a->database, b->database) &&
           cln_text_equal_nocase(a->catalog, b->catalog);
}

/* Whether the table's name means the same in any letter case: T-SQL's Foo, but not PostgreSQL's "Foo". */
static inline bool cln_is_caseless(const cln_table *table)
{
    return !table->name.exact && table->dialect != NULL &&
           (table->dialect->ignore_case || table->dialect->tables == CLN_TABLES_ANY_CASE);
}

#endif
