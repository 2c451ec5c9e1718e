/*
 * Making a store, and bringing an older one up to date: the steps of schema.def in one transaction.
 */
#include "map/store/internal.h"

static const struct step {
    int version;
    const char *sql;
} steps[] = {
#define STEP(version, sql) { version, sql },
#include "map/store/schema.def"
#undef STEP
};

static const char *const numbers[] = { "schema",    "published", "open",       "batch",
                                       "writes",    "oldest",    "next_table", "next_statement",
                                       "next_edge", "next_name", NULL };

int64_t store_meta(db *d, const char *name)
{
    db_value value = db_string(map_text(name));

    return db_number_of(d, "SELECT value FROM meta WHERE name = $1", &value, 1, 0);
}

void store_meta_set(db *d, const char *name, int64_t value)
{
    db_value values[] = { db_string(map_text(name)), db_number(value) };

    db_run(d,
           "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = "
           "excluded.value",
           values, 2);
}

static void take_steps(db *d, int64_t from)
{
    db_begin_writing(d);
    if (from > 0)
        from = store_meta(d, "schema"); /* another process may have been faster */
    else if (d->engine->has_table(d, "meta"))
        from = store_meta(d, "schema");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i].version > from)
            db_execute(d, steps[i].sql);
    if (d->status == STORE_OK && from < 2)
        load_events_convert(d);
    for (size_t i = 0; from == 0 && numbers[i] != NULL; i++)
        store_meta_set(d, numbers[i], i > 5 ? 1 : 0);
    store_meta_set(d, "schema", STORE_SCHEMA);
    db_commit(d);
}

void store_migrate(db *d, unsigned flags)
{
    int64_t version = 0;

    if (d->status != STORE_OK)
        return;
    if (d->engine->has_table(d, "meta"))
        version = store_meta(d, "schema");
    else if (d->status == STORE_OK && !d->engine->is_empty(d) && !d->engine->has_table(d, "meta")) /* made meanwhile */
        db_fail(d, STORE_E_NOT_A_STORE, "it is a database, but no lineage store");
    else if ((flags & STORE_CREATE) == 0)
        db_fail(d, STORE_E_OPEN, "there is no lineage store");
    if (version > STORE_SCHEMA)
        db_fail(d, STORE_E_NEWER, "its schema is version %lld, and this program knows %d", (long long)version,
                STORE_SCHEMA);
    if (d->status == STORE_OK && version < STORE_SCHEMA) {
        if ((flags & STORE_READ_ONLY) != 0)
            db_fail(d, STORE_E_OPEN,
                    "its schema is version %lld: `colline store migrate` brings it up to date",
                    (long long)version);
        else
            take_steps(d, version);
    }
}
