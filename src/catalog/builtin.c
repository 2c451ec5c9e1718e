#include "catalog/catalog.h"
#include "base/word.h"
#include "builtin_table.h"

enum { LONGEST_NAME = 48 };

/* Sets of dialects, a bit each. */
#define BIT(name) name = 1 << COLLINE_##name
enum {
    BIT(GENERIC),
    BIT(ANSI),
    BIT(IMPALA),
    BIT(HIVE),
    BIT(SPARK),
    BIT(DATABRICKS),
    BIT(DORIS),
    BIT(STARROCKS),
    BIT(MYSQL),
    BIT(MARIADB),
    BIT(POSTGRES),
    BIT(REDSHIFT),
    BIT(GREENPLUM),
    BIT(MATERIALIZE),
    BIT(SNOWFLAKE),
    BIT(BIGQUERY),
    BIT(TRINO),
    BIT(ATHENA),
    BIT(DUCKDB),
    BIT(SQLITE),
    BIT(FLINK),
    BIT(ORACLE),
    BIT(TSQL),
    BIT(CLICKHOUSE),
    BIT(TERADATA),
    BIT(VERTICA),
    BIT(EXASOL),
    BIT(DB2),
    ANYWHERE = 0x7FFFFFFF
};
#undef BIT
#define IN(dialects) ((dialects) | GENERIC | ANSI)
#define ONLY(dialects) (dialects)
#define EXCEPT(dialects) (ANYWHERE & ~(dialects))

enum {
    AGGREGATE = CLN_TRAIT_AGGREGATE,
    WINDOW = CLN_TRAIT_WINDOW,
    TABLE = CLN_TRAIT_TABLE,
    CONDITION_FIRST = CLN_TRAIT_CONDITION_FIRST,
    CANDIDATES = CLN_TRAIT_CANDIDATES,
    NULLIF = CLN_TRAIT_NULLIF,
    DECODE = CLN_TRAIT_DECODE,
    LAST_FILTER = CLN_TRAIT_LAST_FILTER,
    SECOND_SORT = CLN_TRAIT_SECOND_SORT,
    NO_SOURCE = CLN_TRAIT_NO_SOURCE,
    ORDER_IS_VALUE = CLN_TRAIT_ORDER_IS_VALUE,
    BARE = CLN_TRAIT_BARE,
    CASE = CLN_TRAIT_CASE,
    CONDITIONS = CLN_TRAIT_CONDITIONS,
    REST_ORDERS = CLN_TRAIT_REST_ORDERS,
    ALL_ORDER = CLN_TRAIT_ALL_ORDER,
    PART_FIRST = CLN_TRAIT_PART_FIRST,
    PART_FIRST_OF_THREE = CLN_TRAIT_PART_FIRST_OF_THREE,
    PART_SECOND = CLN_TRAIT_PART_SECOND,
    PART_THIRD = CLN_TRAIT_PART_THIRD
};

typedef struct builtin {
    const char *name;
    uint32_t length, traits, dialects;
} builtin;

static const builtin functions[] = {
#define FUNCTION(name, traits, dialects) { name, sizeof(name) - 1, traits, dialects },
#include "catalog/builtins.def"
};

static const builtin combinators[] = {
#define COMBINATOR(suffix, traits, dialects) { suffix, sizeof(suffix) - 1, traits, dialects },
#include "catalog/builtins.def"
};

static const colline_text date_parts[] = {
#define DATE_PART(word) { word, sizeof(word) - 1 },
#include "catalog/builtins.def"
};

enum {
    FUNCTIONS = sizeof functions / sizeof *functions,
    COMBINATORS = sizeof combinators / sizeof *combinators,
    DATE_PARTS = sizeof date_parts / sizeof *date_parts
};

static bool known_in(const builtin *b, const cln_dialect *dialect)
{
    return (b->dialects >> dialect->id & 1u) != 0;
}

static bool is_named(const builtin *b, colline_text name)
{
    return b->length == name.length && cln_text_equal_nocase(cln_text_of(b->name, b->length), name);
}

/* The first of the name's lines that counts in the dialect; NULL: none. */
static const builtin *find(const cln_dialect *dialect, colline_text name)
{
    uint32_t slot = cln_word_slot(cln_word_head(name.data, name.length, name.length), name.length, CLN_BUILTIN_SLOTS);
    const builtin *line;

    while (builtin_slots[slot] != 0 && !is_named(&functions[builtin_slots[slot] - 1], name))
        slot = (slot + 1) % CLN_BUILTIN_SLOTS;
    if (builtin_slots[slot] == 0)
        return NULL;
    line = &functions[builtin_slots[slot] - 1];
    while (!known_in(line, dialect))
        if (++line == functions + FUNCTIONS || !is_named(line, name))
            return NULL;
    return line;
}

/* Whether the dialect has any. */
static bool has_combinators(const cln_dialect *dialect)
{
    static const uint32_t with_combinators = 0
#define COMBINATOR(suffix, traits, dialects) | (dialects)
#include "catalog/builtins.def"
        ;

    return (with_combinators >> dialect->id & 1u) != 0;
}

/* The suffix that `name` ends with and more stands in front of. */
static const builtin *combinator_of(const cln_dialect *dialect, colline_text name)
{
    for (uint32_t i = 0; i < COMBINATORS; i++) {
        const builtin *c = &combinators[i];
        if (name.length > c->length && known_in(c, dialect) &&
            memcmp(name.data + name.length - c->length, c->name, c->length) == 0)
            return c;
    }
    return NULL;
}

/* sumArrayIf: an aggregate under its suffixes, whose traits add up. */
static uint32_t combined(const cln_dialect *dialect, colline_text name)
{
    char lower[LONGEST_NAME];
    uint32_t traits = 0;
    const builtin *c, *base = NULL;

    cln_text_fold(lower, name, 'A');
    name.data = lower;
    while (base == NULL && (c = combinator_of(dialect, name)) != NULL) {
        traits |= c->traits;
        name.length -= c->length;
        base = find(dialect, name);
    }
    return base != NULL && (base->traits & AGGREGATE) ? base->traits | traits : 0;
}

uint32_t cln_builtin_traits(const cln_dialect *dialect, colline_text name)
{
    const builtin *found;

    if (name.length == 0 || name.length > LONGEST_NAME)
        return 0;
    found = find(dialect, name);
    return found != NULL ? found->traits : has_combinators(dialect) ? combined(dialect, name) : 0;
}

bool cln_is_date_part(colline_text word)
{
    for (uint32_t i = 0; i < DATE_PARTS; i++)
        if (cln_text_equal_nocase(date_parts[i], word))
            return true;
    return false;
}
