/*
 * type.h -- the shape of a column, as far as lineage needs it: what can be reached below it.
 *
 *     ARRAY<STRUCT<sku: STRING, qty: INT>>      t.orders.item.sku is a path
 */
#ifndef CLN_CATALOG_TYPE_H
#define CLN_CATALOG_TYPE_H

#include "syntax/ast.h"
#include "syntax/dialect.h"

typedef enum cln_type_kind { CLN_TYPE_SCALAR, CLN_TYPE_ARRAY, CLN_TYPE_MAP, CLN_TYPE_STRUCT } cln_type_kind;

typedef struct cln_type cln_type;
typedef struct cln_field {
    colline_text name;    /* folded as a column */
    const cln_type *type; /* NULL: not known */
} cln_field;

struct cln_type {
    cln_type_kind kind;
    colline_text
        text; /* lower case, white space squeezed: "decimal(10,2)", "array<struct<sku:string,qty:int>>" */
    const cln_type *key;     /* of a MAP */
    const cln_type *element; /* of an ARRAY; the value of a MAP */
    const cln_field *fields; /* of a STRUCT */
    uint32_t field_count;
};

/* The type that a TYPE node describes; never NULL.  `source` is the text that the node was parsed from. */
const cln_type *cln_type_of(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                            const cln_node *type);
/* A scalar of that text, which was not understood. */
const cln_type *cln_type_opaque(cln_arena *arena, colline_text text);
/* A copy in another arena; NULL gives NULL. */
const cln_type *cln_type_copy(cln_arena *arena, const cln_type *type);
/* The field of a struct, or NULL.  Names compare without case. */
const cln_field *cln_type_field(const cln_type *type, colline_text name);

#endif
