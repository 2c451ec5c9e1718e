/*
 * shape.h -- the key of a text without reading its tokens, where texts of its shape were read before.
 *
 *     select a from t where d = '2024-03-01' limit 5       shape  select a from t where d = '?' limit ?
 *     select a from t where d = '2024-03-02' limit 70      the same: neither value counts, so the key is known
 *
 * A shape is the text without the values of its slots: whole numbers, and strings of harmless characters.  Which slots
 * count is what colline_cache_key_spans() tells of the first text of a shape.  A key that is remembered so is that of a
 * text which differs in slots alone that do not count: whatever harmless value such a slot has, the tokens around it are the
 * same.
 */
#ifndef MAP_INGEST_SHAPE_H
#define MAP_INGEST_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#include "colline.h"

typedef struct ingest_shapes {
    struct ingest_shape_entry *entries;
    size_t mask, count;
    uint64_t seed;
    char *buffer; /* texts that are made */
    size_t room;
} ingest_shapes;

void ingest_shapes_init(ingest_shapes *shapes, uint64_t seed);
void ingest_shapes_free(ingest_shapes *shapes);

/* As colline_cache_key(), by options->dialect, flags and default_db; the other options are those of every call. */
uint64_t ingest_shapes_key(ingest_shapes *shapes, const colline_options *options, colline_text text);

#endif
