/*
 * compiled.h -- a catalog as bytes that are read where they lie.
 *
 *     colline catalog compile -o warehouse.cat --catalog warehouse.sql
 *     colline lineage --catalog warehouse.cat q.sql       maps the file; a table costs when it is first named
 *
 *     header | slots: hash, place of a table | tables | functions
 *
 * Slots are found by the hash of a table's key ("catalog\x1f" "db\x1f" "table", in any case); what a session names is
 * decoded into its overlay, its texts stay in the bytes.  Numbers are little-endian.  The bytes may be hostile: every
 * read is checked, and what does not fit is not there.
 */
#ifndef CLN_CATALOG_COMPILED_H
#define CLN_CATALOG_COMPILED_H

#include "catalog/catalog.h"

/* Append the catalog's tables and functions (not a parent's, nor what a provider knows). */
void cln_catalog_compile(const cln_catalog *catalog, cln_arena *arena, cln_buffer *bytes);

/* Whether the bytes are a compiled catalog of this version, as far as its header tells. */
bool cln_is_compiled(colline_text bytes);
/* How many of its tables are views that have a definition. */
uint32_t cln_compiled_views(colline_text bytes);
/* Put the tables of that key, in any case, into `into`. */
void cln_compiled_tables(colline_text bytes, colline_text chain_key, cln_catalog *into);
/* Put all of its functions into `into`; false where they cannot be read. */
bool cln_compiled_functions(colline_text bytes, cln_catalog *into);

#endif
