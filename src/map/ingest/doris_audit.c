/*
 * Doris' fe.audit.log: fields between bars, the statement among them.
 *
 *     2025-06-24 19:43:32,123 [query] |Client=10.0.0.7:52312|User=etl|Ctl=internal|Db=dw|State=OK|ErrorCode=0|...
 *         |QueryId=7f3a-1|...|Stmt=insert into a select x | y from b|CpuTimeMS=3|SessionId=12
 *
 * A statement may hold bars and, in old versions, newlines; newer ones write \n.
 */
#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "map/ingest/reader.h"

static bool starts_record(const char *line, size_t length)
{
    const char *end;

    return length >= 24 && ingest_time(line, length < 40 ? length : 40, &end) != 0 &&
           length - (size_t)(end - line) > 2 && end[0] == ' ' && end[1] == '[';
}

static bool sniff_doris_audit(const char *head, size_t length, const char *name)
{
    (void)name;
    return starts_record(head, length) && ingest_holds(head, length, "|Stmt=");
}

static size_t record_doris_audit(const char *data, size_t length, bool last)
{
    return ingest_record_until(data, length, last, starts_record);
}

/* Fields that may follow the statement: fewer than 64. */
static const char *const behind_statement[] = {
    "CpuTimeMS=", "ShuffleSendBytes=", "ShuffleSendRows=", "SqlHash=", "PeakMemoryBytes=", "SqlDigest=", "SqlMode=",
    "TraceId=", "WorkloadGroup=", "FuzzyVariables=", "ScanBytesFromLocalStorage=", "ScanBytesFromRemoteStorage=",
    "ComputeGroupName=", "ComputeGroup=", "cloudClusterName=", "SessionId=", "HitSqlCache=", "QueriedTablesAndViews=",
    "ChosenMViews=", "PhysicalPlan=", "isInternal=", "CommandType=", "StmtType=", "Digest=",
};

typedef struct fields {
    const char *start, *end; /* of the record behind its head */
    const char *statement, *statement_end;
} fields;

static const char *find(const char *start, const char *end, const char *word)
{
    return start < end ? memmem(start, (size_t)(end - start), word, strlen(word)) : NULL;
}

/* Which of these fields starts at the bar; -1: none. */
static int field_behind(const char *bar, const char *end)
{
    for (size_t i = 0; i < sizeof behind_statement / sizeof *behind_statement; i++)
        if (ingest_has_prefix(bar + 1, (size_t)(end - bar - 1), behind_statement[i]))
            return (int)i;
    return -1;
}

/* The fields behind the statement form an unbroken run at the end of the record, each of them once. */
static const char *statement_end(const char *start, const char *end)
{
    const char *bar = end;
    uint64_t seen = 0;

    while (bar > start) {
        const char *before = memrchr(start, '|', (size_t)(bar - start));
        int which = before != NULL ? field_behind(before, end) : -1;
        if (which < 0 || (seen >> which & 1) != 0)
            break;
        seen |= (uint64_t)1 << which;
        bar = before;
    }
    return bar;
}

static fields parted(const char *record, size_t length)
{
    fields f = { record, record + length, NULL, NULL };
    const char *start = find(f.start, f.end, "|Stmt=");

    if (start != NULL) {
        f.statement = start + strlen("|Stmt=");
        f.statement_end = statement_end(f.statement, f.end);
    }
    return f;
}

/* The field's value, looked for before the statement and behind it. */
static colline_text field(const fields *f, const char *name, map_pool *pool)
{
    colline_text wanted = map_pool_format(pool, "|%s=", name);
    const char *before = f->statement != NULL ? f->statement - strlen("|Stmt=") + 1 : f->end;
    const char *at = find(f->start, before, wanted.data), *end = before;

    if (at == NULL && f->statement_end != NULL) {
        end = f->end;
        at = find(f->statement_end, end, wanted.data);
    }
    if (at == NULL)
        return map_text(NULL);
    at += wanted.length;
    for (before = at; before < end && *before != '|'; before++)
        ;
    return map_pool_copy(pool, at, (size_t)(before - at));
}

/* \n and \t as newer versions write them, where no real newline tells of an older one. */
static colline_text statement_of(const fields *f, map_pool *pool)
{
    size_t length = f->statement != NULL ? (size_t)(f->statement_end - f->statement) : 0, out = 0;
    char *text;

    if (length == 0)
        return map_text(NULL);
    text = map_pool_get(pool, length + 1);
    if (memchr(f->statement, '\n', length) != NULL) {
        memcpy(text, f->statement, length);
        return (colline_text){ text, (uint32_t)length };
    }
    for (size_t i = 0; i < length; i++) {
        char c = f->statement[i], next = i + 1 < length ? f->statement[i + 1] : '\0';
        if (c == '\\' && (next == 'n' || next == 't' || next == 'r')) {
            text[out++] = next == 'n' ? '\n' : next == 't' ? '\t' : '\r';
            i++;
        } else {
            text[out++] = c;
        }
    }
    return (colline_text){ text, (uint32_t)out };
}

/* Take off the note of a statement that was cut; whether there was one. */
static bool take_off_note(colline_text *text)
{
    static const char note[] = "/* truncated";
    const char *at = text->length > 0 ? memmem(text->data, text->length, note, strlen(note)) : NULL;

    if (at == NULL || text->length - (size_t)(at - text->data) > 120)
        return false;
    text->length = (uint32_t)(at - text->data);
    while (text->length > 0 && (text->data[text->length - 1] == ' ' || text->data[text->length - 1] == '.'))
        text->length--;
    return true;
}

static ingest_state state_of(colline_text state)
{
    if (strcmp(state.data, "ERR") == 0)
        return INGEST_FAILED;
    return strcmp(state.data, "OK") == 0 || strcmp(state.data, "EOF") == 0 ? INGEST_FINISHED : INGEST_OTHER;
}

/* default_cluster:etl, as old versions have it. */
static colline_text without_cluster(colline_text text, map_pool *pool)
{
    const char *colon = memchr(text.data, ':', text.length);

    return colon == NULL ? text : map_pool_copy(pool, colon + 1, text.length - (size_t)(colon + 1 - text.data));
}

/* A database of the catalog `internal` is named alone. */
static colline_text database_of(const fields *f, map_pool *pool)
{
    colline_text catalog = field(f, "Ctl", pool), database = field(f, "Db", pool), old = field(f, "Catalog", pool);

    database = without_cluster(database, pool);
    if (catalog.length == 0)
        catalog = old;
    if (database.length == 0 || catalog.length == 0 || strcmp(catalog.data, "internal") == 0)
        return database;
    return map_pool_format(pool, "%s.%s", catalog.data, database.data);
}

static void read_doris_audit(ingest_reading *reading, const char *record, size_t length)
{
    ingest_event event = { .dialect = COLLINE_DORIS };
    map_pool *pool = reading->pool;
    const char *end;
    fields f;

    event.time = ingest_time(record, length < 40 ? length : 40, &end);
    if (event.time == 0 || !ingest_has_prefix(end, length - (size_t)(end - record), " [")) {
        reading->sink->bad(reading->sink->user, "no record of Doris' audit log");
        return;
    }
    if (!ingest_has_prefix(end, length - (size_t)(end - record), " [query]"))
        return; /* slow_query is a copy; loads have no statement */
    f = parted(end, length - (size_t)(end - record));
    event.text = statement_of(&f, pool);
    if (event.text.length == 0)
        return;
    event.flags |= take_off_note(&event.text) ? INGEST_CUT : 0u;
    event.text = map_pool_copy(pool, event.text.data, event.text.length);
    event.id = field(&f, "QueryId", pool);
    event.session = field(&f, "SessionId", pool);
    event.user = without_cluster(field(&f, "User", pool), pool);
    event.client = field(&f, "Client", pool);
    event.database = database_of(&f, pool);
    event.state = state_of(field(&f, "State", pool));
    event.reason = event.state == INGEST_FAILED ? field(&f, "ErrorMessage", pool) : map_text(NULL);
    event.job = map_text(NULL);
    ingest_emit(reading, &event);
}

const ingest_reader ingest_reader_doris_audit = {
    "doris-audit", "Doris' fe.audit.log", COLLINE_DORIS, INGEST_OWN, sniff_doris_audit, record_doris_audit,
    read_doris_audit,
};
