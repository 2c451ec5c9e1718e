/*
 * catalog.h -- the tables, views and functions that statements are read against.
 *
 *     CREATE TABLE dw.t (a INT) PARTITIONED BY (p INT)      dw.t: a, p
 *
 * A catalog owns an arena.  Sessions read a shared one through an overlay of their own: a catalog with a
 * parent, which holds what the session's statements create, and tombstones for what they drop; it is looked
 * at first.
 *
 * Names: a table is found by its three parts (catalog, database, name; missing ones empty), first by the
 * exact spelling, then, unless the name was quoted where quotes keep the case, without regard to case.
 */
#ifndef CLN_CATALOG_CATALOG_H
#define CLN_CATALOG_CATALOG_H

#include "base/diagnostics.h"
#include "catalog/type.h"
#include "syntax/parse.h"

typedef struct cln_table_name {
    colline_text catalog, database, table; /* folded; empty where not given */
    bool exact;                            /* compare with case */
    const struct cln_table_name *also;     /* of a bare name, and as home: the next database of the search path; NULL: no more */
} cln_table_name;
#define CLN_NO_TABLE ((cln_table_name){ CLN_TEXT(""), CLN_TEXT(""), CLN_TEXT(""), false, NULL })

typedef struct cln_column_info {
    colline_text name;
    const cln_type *type; /* NULL: not known */
    bool partition;
    bool hidden; /* not in *: a INT INVISIBLE */
    bool passed; /* an INSERT without a list of columns feeds it not: a INT IDENTITY (T-SQL), hidden ones */
    uint32_t hash; /* of the name, without regard to case; 0: not made yet */
} cln_column_info;

/* A column that is looked for, maybe in many relations: its name's hash is made once. */
typedef struct cln_wanted {
    colline_text name;
    uint32_t hash;
    bool exact;
} cln_wanted;

static inline cln_wanted cln_want(colline_text name, bool exact)
{
    return (cln_wanted){ name, cln_text_hash_nocase(name), exact };
}

typedef struct cln_table {
    cln_table_name name;
    colline_table_kind kind;
    colline_text format;            /* lower case: "kudu", "parquet"; empty: not said */
    const cln_column_info *columns; /* in the table's order, partition columns last */
    uint32_t column_count;          /* 0: columns are not known (a view's follow from its definition) */
    uint64_t may_have[2];           /* by the hash of a name, a bit: whether a column may be called so; all 0: not made */
    cln_map by_name; /* column name in any case -> cln_column_info of `columns`; built for wide tables only */
    cln_map by_spelling; /* columns whose name another has in a different case */
    bool renamed; /* by_name may lead to a column that was called so once */
    /* Views: */
    colline_text definition; /* the query's text, NUL-terminated; empty: not known */
    const cln_dialect *dialect;
    cln_table_name home;              /* catalog and database for names inside the definition */
    const colline_text *view_columns; /* CREATE VIEW v (a, b): names that rename the query's columns */
    uint32_t view_column_count;
    /* Temporary tables: what fed each column, when a session folds through them (lineage/effects.h). */
    const void *feed;
    bool dropped;               /* a tombstone in an overlay */
    uint64_t order;             /* the catalog's `changes` when it was put; 0: it was there all along */
    /* Columns that a catalog has room behind: ALTER TABLE ... ADD appends to those that older forms of the table share. */
    struct cln_column_room *room; /* NULL: none */
    struct cln_table *same_key; /* next of the same case-insensitive name */
} cln_table;

/* Whether a column may have a name of that hash; most that it has not are told apart. */
static inline bool cln_table_may_have(const cln_table *table, uint32_t hash)
{
    return (table->may_have[hash >> 6 & 1] >> (hash & 63) & 1) != 0 || (table->may_have[0] | table->may_have[1]) == 0;
}

typedef struct cln_function {
    colline_text name;
    colline_function_kind kind;
    bool all_arguments; /* every argument's value reaches the result */
    const uint32_t *value_arguments;
    uint32_t value_argument_count;
    const colline_text *columns; /* of a table function */
    uint32_t column_count;
} cln_function;

enum { CLN_VIEW_NAME_BITS = 512 };

/* colline_catalog of the public header: a catalog with its references and its own fault. */
typedef struct colline_catalog {
    _Atomic uint32_t references; /* api_catalog.c */
    cln_fault own_fault;
    cln_arena arena;                /* its fault: own_fault, or the session's for an overlay */
    struct colline_catalog *parent; /* of an overlay; NULL */
    cln_map tables;                 /* "catalog\x1f" "db\x1f" "table" in any case -> cln_table */
    cln_map functions;              /* name in any case -> cln_function */
    uint32_t table_count;           /* tables that were ever added */
    uint32_t view_count;            /* those of them that have a definition */
    uint64_t view_names[CLN_VIEW_NAME_BITS / 64]; /* by a hash of the last part of their names: whether there is one */
    uint64_t column_count;          /* columns that were ever added */
    uint32_t max_tables, max_columns; /* 0: none */
    uint64_t max_bytes;
    uint64_t moved;                 /* columns that moved up behind those that were dropped */
    uint64_t changes;               /* how often a table or a function was put or dropped */
    colline_provider_fn provider;
    void *provider_user;
    uint32_t compiled_views;
    colline_text compiled; /* bytes that hold more tables (compiled.h); empty: none */
    cln_map forgotten;     /* "catalog\x1f" "db" in any case -> the `changes` at which the database was dropped */
    cln_map decoded;       /* of an overlay: keys that were looked for in them, in any case */
    cln_map asked;         /* of an overlay: keys that the provider was asked for, in any case */
    cln_map asked_exactly; /* the same of names that were quoted */
} cln_catalog;

/* Start an empty catalog; `fault` NULL: its own.  `parent` NULL: no overlay. */
void cln_catalog_init(cln_catalog *catalog, const colline_allocator *allocator, cln_fault *fault,
                      cln_catalog *parent);
void cln_catalog_clear(cln_catalog *catalog);

/* The table, or NULL where it is not known or was dropped; a bare name is looked for along the search path.  Asks the provider (of the catalog or of a parent)
 * once for each unknown name, if there is one. */
const cln_table *cln_catalog_find(cln_catalog *catalog, const cln_table_name *name);
/* Its column, or NULL. */
const cln_column_info *cln_table_find(const cln_table *table, const cln_wanted *wanted);
static inline const cln_column_info *cln_table_column(const cln_table *table, colline_text name, bool exact)
{
    cln_wanted wanted = cln_want(name, exact);

    return cln_table_find(table, &wanted);
}
/* Whether anything at all is known, so that an unknown table is worth a warning. */
bool cln_catalog_given(const cln_catalog *catalog);

/* Whether a name may be that of a view with a definition. */
static inline bool cln_catalog_may_have_views(const cln_catalog *catalog)
{
    for (; catalog != NULL; catalog = catalog->parent)
        if (catalog->view_count > 0 || catalog->compiled_views > 0 || catalog->provider != NULL)
            return true;
    return false;
}

static inline uint32_t cln_view_name_bit(colline_text last)
{
    return cln_text_hash_nocase(last) % CLN_VIEW_NAME_BITS;
}
/* Whether a view with a definition may be called so, in any case and whatever stands before the last part of its name. */
static inline bool cln_catalog_may_have_view(const cln_catalog *catalog, colline_text last)
{
    uint32_t bit = cln_view_name_bit(last);

    for (; catalog != NULL; catalog = catalog->parent)
        if ((catalog->view_names[bit / 64] >> bit % 64 & 1) != 0 || catalog->compiled_views > 0 || catalog->provider != NULL)
            return true;
    return false;
}

/* Put a table that already stands in memory that lives as long as the catalog, unless one of that name is there; that
 * is no change of the catalog, which knew the table all along. */
void cln_catalog_put_known(cln_catalog *catalog, cln_table *table);
/* What there are too many of for another table ("tables", "columns", "bytes"); NULL: there is room. */
const char *cln_catalog_full(const cln_catalog *catalog);

/* Add or replace: everything reachable from `table` is copied into the catalog's arena. */
cln_table *cln_catalog_put(cln_catalog *catalog, const cln_table *table);
/* The table with `count` more columns behind those that it has; these are shared, so that many ALTERs cost what they add. */
void cln_catalog_add_columns(cln_catalog *catalog, const cln_table *table, const cln_column_info *added, uint32_t count);
/* The column at `place` gets another name or type.  Such changes, too, cost what they change. */
void cln_catalog_change_column(cln_catalog *catalog, const cln_table *table, uint32_t place, const cln_column_info *as);
/* Those behind it move up, which costs what they are: false where that has been too much. */
bool cln_catalog_drop_column(cln_catalog *catalog, const cln_table *table, uint32_t place);
/* It is at another place among them; false as above. */
bool cln_catalog_move_column(cln_catalog *catalog, const cln_table *table, uint32_t from, uint32_t to);
/* Forget (in an overlay: hide). */
void cln_catalog_drop(cln_catalog *catalog, const cln_table_name *name);
/* ... all tables of the database `name` (its table part is not looked at), or, without a database, of the catalog. */
void cln_catalog_drop_database(cln_catalog *catalog, const cln_table_name *name);
/* Whether a table that stands in this catalog itself is one that can be seen. */
bool cln_catalog_shows(const cln_catalog *catalog, const cln_table *table);

const cln_function *cln_catalog_function(const cln_catalog *catalog, colline_text name);
/* Whether any function was ever described, here or in a parent. */
static inline bool cln_catalog_has_functions(const cln_catalog *catalog)
{
    for (; catalog != NULL; catalog = catalog->parent)
        if (catalog->functions.count > 0)
            return true;
    return false;
}
void cln_catalog_put_function(cln_catalog *catalog, const cln_function *function);

/* ---- From a tree (ddl.c) ---- */

/* The name that a list of NAMEs means, completed from `home` as the dialect does (CLN_FEATURE_CATALOGS). */
cln_table_name cln_name_of_parts(cln_arena *arena, const cln_dialect *dialect, const cln_list *parts,
                                 const cln_table_name *home);
/* "db", "catalog.schema", "\"Db\"" as home (its table part empty). */
cln_table_name cln_home_of(cln_arena *arena, const cln_dialect *dialect, colline_text dotted);
/* The same for a name in a text of its own: "db.t", "\"My db\".t"; `home` NULL: not completed. */
cln_table_name cln_name_of_text(cln_arena *arena, const cln_dialect *dialect, colline_text dotted,
                                const cln_table_name *home);
/* A column's name in a text of its own: a, "A b"; dots do not part it. */
colline_text cln_column_of_text(cln_arena *arena, const cln_dialect *dialect, colline_text text);
/* The table that CREATE TABLE with column definitions describes, in `arena`; its columns only (no LIKE, no
 * AS).  `source` is the text that the statement was parsed from. */
cln_table cln_table_of_create(cln_arena *arena, const cln_dialect *dialect, colline_text source,
                              const cln_create_table_node *create, const cln_table_name *home);

/* Sets what the options of its definition say about a column but its name and type. */
void cln_mark_column(cln_column_info *column, const cln_dialect *dialect, const cln_column_def_node *definition);

/* ---- From a JSON document (catalog_json.c) ---- */

/* The words of the JSON for colline_table_kind and colline_function_kind, by number; a NULL behind the last. */
extern const char *const cln_table_kind_words[], *const cln_function_kind_words[];

/* Adds all that the document holds; false, with diagnostics, where it is no JSON or an entry cannot be read.
 */
bool cln_catalog_read_json(cln_catalog *catalog, const cln_dialect *dialect, colline_text json,
                           cln_diagnostics *diagnostics);

/* ---- Built-in functions (builtins.def) ---- */

typedef enum cln_function_trait {
    CLN_TRAIT_AGGREGATE = 1u << 0,
    CLN_TRAIT_WINDOW = 1u << 1,          /* RANK, LAG ...: needs OVER, gives PROJECT */
    CLN_TRAIT_TABLE = 1u << 2,           /* EXPLODE, UNNEST ...: rows */
    CLN_TRAIT_CONDITION_FIRST = 1u << 3, /* IF(c, a, b), IIF, NVL2: argument 0 is a condition */
    CLN_TRAIT_CANDIDATES = 1u << 4,      /* COALESCE, NVL, IFNULL: every argument is value and CONDITIONAL */
    CLN_TRAIT_NULLIF = 1u << 5,          /* NULLIF(a, b): both CONDITIONAL; b's value has role condition */
    CLN_TRAIT_DECODE = 1u << 6,          /* DECODE(x, s1, r1, s2, r2, d): x and s are conditions */
    CLN_TRAIT_LAST_FILTER = 1u << 7, /* sumIf(x, c), COUNT_IF(c): the last argument is FILTER on the column */
    CLN_TRAIT_SECOND_SORT = 1u << 8, /* MIN_BY(x, y), ARG_MAX: argument 1 is SORT on the column */
    CLN_TRAIT_NO_SOURCE = 1u << 9,   /* no argument's value reaches the result (GROUPING, GROUPING_ID) */
    CLN_TRAIT_ORDER_IS_VALUE =
        1u << 10, /* PERCENTILE_CONT, MODE: WITHIN GROUP's ORDER BY is the value (AGG), and SORT */
    CLN_TRAIT_BARE =
        1u << 11,             /* CURRENT_DATE, ROWNUM, LEVEL: a value without parentheses that is no column */
    CLN_TRAIT_CASE = 1u << 12, /* multiIf(c1, r1, c2, r2, d): arguments 0, 2 ... but the last are conditions */
    CLN_TRAIT_CONDITIONS = 1u << 13,  /* CASE_N(c1, c2): every argument is a condition */
    CLN_TRAIT_REST_ORDERS = 1u << 14, /* CSUM(x, y), MAVG(x, 3, y): what stands behind x orders a window of its own */
    CLN_TRAIT_ALL_ORDER = 1u << 15,    /* Teradata's RANK(x): RANK() OVER (ORDER BY x DESC) */
    /* Where a bare DAY, ISOWEEK, dd ... names a part of dates and is no column: */
    CLN_TRAIT_PART_FIRST = 1u << 16,         /* DATEPART(day, d) */
    CLN_TRAIT_PART_FIRST_OF_THREE = 1u << 17, /* DATEDIFF(day, a, b), but not DATEDIFF(a, b) */
    CLN_TRAIT_PART_SECOND = 1u << 18,        /* LAST_DAY(d, MONTH), TIMESTAMP_TRUNC(t, WEEK(MONDAY), 'UTC') */
    CLN_TRAIT_PART_THIRD = 1u << 19          /* DATE_DIFF(a, b, DAY) */
} cln_function_trait;

/* The traits of a built-in function, whatever the letter case; 0: a plain scalar one (also when it is not
 * known).  The name is the last part of a qualified one, but for hll_count.init and its kin, which are known
 * with their dot. */
uint32_t cln_builtin_traits(const cln_dialect *dialect, colline_text name);

/* Whether the word, whatever its letter case, names a part of dates and times: day, ISOWEEK, dd. */
bool cln_is_date_part(colline_text word);

#endif
