#define _GNU_SOURCE /* getline, tdestroy */
#include "cli/records.h"

#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cache.h"
#include "cli/files.h"
#include "cli/jobs.h"
#include "cli/record.h"
#include "cli/report.h"

#define PLACEHOLDER "?" /* the id that lines have until they are written */

enum { CACHE_BYTES = 256 << 20 }; /* of all workers */

/* A session that records share. */
typedef struct shared {
    char *name;
    colline_session *session;
} shared;

typedef struct run {
    colline_catalog *catalog;
    const cli_options *options;
    const char *file;
    unsigned long line;
    void *sessions; /* a tree of `shared`, by name (tsearch) */
    cli_cache *cache;   /* NULL: none */
    cli_answer answer;  /* what the record at hand has written, for the cache */
    bool collecting;    /* ... if it is to be kept */
    int worst;
} run;

static void note(run *r, int status)
{
    if (status > r->worst)
        r->worst = status;
    if (status > r->answer.worst)
        r->answer.worst = status;
}

/* cJSON gives NULL when there is no memory. */
static void *needed(void *memory)
{
    if (memory == NULL)
        cli_end_without_memory();
    return memory;
}

/* For people. */
static void complain(const run *r, const char *kind, colline_text message)
{
    fprintf(cli_errors(), "%s:%lu:1: %s: ", r->file, r->line, kind);
    cli_print_visible(message.data, message.length);
    fputc('\n', cli_errors());
}

/* ---- Output -------------------------------------------------------------------------------------- */

static void write_text(run *r, const char *text, size_t length)
{
    cli_write(text, length);
    if (r->collecting)
        cli_answer_add(&r->answer, text, length);
}

/* The library writes ids that are strings; the record's own text takes the place of one.  No string of JSON
 * holds a bare quote, so what is found is the member. */
static void write_with_id(run *r, const cli_record *record, const char *text, size_t length)
{
    static const char placeholder[] = "\"id\":\"" PLACEHOLDER "\"";
    const char *at = memmem(text, length, placeholder, strlen(placeholder));
    size_t before = at != NULL ? (size_t)(at - text) + strlen("\"id\":") : length;
    size_t behind = at != NULL ? before + strlen("\"" PLACEHOLDER "\"") : length;

    write_text(r, text, before);
    if (at != NULL)
        cli_write(record->id, strlen(record->id));
    if (at != NULL && r->collecting)
        cli_answer_add_id(&r->answer);
    write_text(r, text + behind, length - behind);
}

/* An object of the command's own, which starts with the record's id if it has one. */
static cJSON *start_object(const cli_record *record)
{
    cJSON *object = needed(cJSON_CreateObject());

    if (record->id != NULL)
        needed(cJSON_AddStringToObject(object, "id", PLACEHOLDER));
    return object;
}

static void write_object(run *r, const cli_record *record, cJSON *object)
{
    char *text = needed(cJSON_PrintUnformatted(object));

    if (record->id != NULL)
        write_with_id(r, record, text, strlen(text));
    else
        write_text(r, text, strlen(text));
    write_text(r, "\n", 1);
    cJSON_free(text);
    cJSON_Delete(object);
}

static void add_diagnostic(cJSON *list, const char *severity, const char *code, const char *message,
                           colline_span at, double line, double column)
{
    cJSON *d = needed(cJSON_CreateObject());

    cJSON_AddStringToObject(d, "severity", severity);
    cJSON_AddStringToObject(d, "code", code);
    cJSON_AddStringToObject(d, "message", message);
    cJSON_AddNumberToObject(d, "offset", at.offset);
    cJSON_AddNumberToObject(d, "line", line);
    cJSON_AddNumberToObject(d, "column", column);
    cJSON_AddItemToArray(list, d);
}

/* {"id":...,"status":...,"diagnostics":[]}; *list is the last. */
static cJSON *outcome(const cli_record *record, const char *status, cJSON **list)
{
    cJSON *object = start_object(record);

    cJSON_AddStringToObject(object, "status", status);
    *list = needed(cJSON_AddArrayToObject(object, "diagnostics"));
    return object;
}

/* For a statement of which the format has nothing to say. */
static void write_outcome(run *r, const cli_record *record, const colline_statement *statement)
{
    cJSON *list;
    cJSON *object = outcome(record, colline_outcome_name(colline_statement_outcome(statement)), &list);

    for (size_t i = 0; i < colline_statement_diagnostic_count(statement); i++) {
        const colline_diagnostic *d = colline_statement_diagnostic(statement, i);
        add_diagnostic(list, d->severity == COLLINE_ERROR ? "error" : "warning", d->code, d->message.data,
                       d->at, d->line, d->column);
    }
    write_object(r, record, object);
}

/* For a record without a statement:  "sql":""  */
static void write_nothing(run *r, const cli_record *record)
{
    cJSON *list;
    cJSON *object = outcome(record, colline_outcome_name(COLLINE_OUTCOME_OK), &list);

    write_object(r, record, object);
}

/* For a line that gives no statement: no record, or one that the library fails on. */
static void write_failure(run *r, const cli_record *record, const char *code, const char *message)
{
    cJSON *list;
    cJSON *object = outcome(record, "error", &list);

    cJSON_AddNumberToObject(object, "line", (double)r->line);
    add_diagnostic(list, "error", code, message, (colline_span){ 0, 0 }, (double)r->line, 1);
    write_object(r, record, object);
    complain(r, "error", (colline_text){ message, (uint32_t)strlen(message) });
    note(r, CLI_STATEMENT_ERROR);
}

/* Bytes that are no UTF-8 become U+FFFD, as in lineage. */
static void add_text(cJSON *object, const char *name, colline_text text)
{
    static const char replacement[] = "\xEF\xBF\xBD";
    char *copy = cli_allocate((size_t)text.length * strlen(replacement) + 1), *end = copy;

    for (uint32_t i = 0; i < text.length;) {
        size_t bytes = cli_character_length(text.data + i, text.length - i);
        memcpy(end, bytes > 0 ? text.data + i : replacement, bytes > 0 ? bytes : strlen(replacement));
        end += bytes > 0 ? bytes : strlen(replacement);
        i += bytes > 0 ? (uint32_t)bytes : 1;
    }
    cJSON_AddStringToObject(object, name, copy);
    free(copy);
}

/* {"id":...,"statement":1,"kind":"SELECT","fingerprint":"...","normalized":"..."} */
static void write_fingerprint(run *r, const cli_record *record, const colline_statement *statement)
{
    cJSON *object = start_object(record);
    char hex[17];

    snprintf(hex, sizeof hex, "%016" PRIx64, colline_statement_fingerprint(statement));
    cJSON_AddNumberToObject(object, "statement", colline_statement_number(statement));
    cJSON_AddStringToObject(object, "kind", colline_statement_kind_name(colline_statement_get_kind(statement)));
    cJSON_AddStringToObject(object, "fingerprint", hex);
    add_text(object, "normalized", colline_statement_normalized(statement));
    write_object(r, record, object);
}

static colline_status write_statement(run *r, const cli_record *record, const colline_statement *statement)
{
    bool spliced = record->id != NULL && cli_is_json(record->options.format);
    colline_render_context context = record->options.context;
    colline_text rendered;
    colline_status status;

    context.id = spliced ? PLACEHOLDER : record->id_text;
    status = colline_statement_render(statement, record->options.format, &context, &rendered);

    if (status != COLLINE_OK)
        return status;
    if (rendered.length == 0)
        write_outcome(r, record, statement);
    else if (spliced)
        write_with_id(r, record, rendered.data, rendered.length);
    else
        write_text(r, rendered.data, rendered.length);
    return COLLINE_OK;
}

static colline_status write_statements(run *r, const cli_record *record, colline_session *session)
{
    const colline_statement *statement;
    colline_status status = COLLINE_OK;
    bool any = false;

    while (!cli_output_failed() && status == COLLINE_OK &&
           (statement = colline_session_next(session)) != NULL) {
        any = true;
        if (r->options->fingerprints)
            write_fingerprint(r, record, statement);
        else
            status = write_statement(r, record, statement);
        if (colline_statement_outcome(statement) == COLLINE_OUTCOME_ERROR)
            note(r, CLI_STATEMENT_ERROR);
    }
    if (status == COLLINE_OK)
        status = colline_session_status(session);
    if (status == COLLINE_OK && !any)
        write_nothing(r, record);
    return status;
}

/* ---- Sessions ------------------------------------------------------------------------------------ */

static int compare(const void *a, const void *b)
{
    return strcmp(((const shared *)a)->name, ((const shared *)b)->name);
}

static void free_shared(void *node)
{
    shared *s = node;

    colline_session_close(s->session);
    free(s->name);
    free(s);
}

/* The session's entry; its session is NULL when it is new. */
static shared *find_shared(run *r, const char *name)
{
    shared *wanted = cli_allocate(sizeof *wanted);
    shared **found;

    wanted->name = needed(strdup(name));
    found = needed(tsearch(wanted, &r->sessions, compare));
    if (*found != wanted)
        free_shared(wanted);
    return *found;
}

/* What the record says in its ddl is told of on standard error where it cannot be read; the rest counts. */
static colline_status run_ddl(run *r, const cli_record *record, colline_session *session)
{
    const cJSON *item;

    cJSON_ArrayForEach(item, record->ddl)
    {
        colline_diagnostics *diagnostics;
        colline_status status =
            colline_session_add_ddl(session, item->valuestring, strlen(item->valuestring), &diagnostics);
        for (size_t i = 0; i < colline_diagnostics_count(diagnostics); i++)
            complain(r, "warning: ddl", colline_diagnostics_get(diagnostics, i)->message);
        colline_diagnostics_free(diagnostics);
        if (status != COLLINE_OK && status != COLLINE_E_INPUT)
            return status;
    }
    return COLLINE_OK;
}

static colline_status run_in(run *r, const cli_record *record, colline_session *session)
{
    colline_status status = run_ddl(r, record, session);

    if (status == COLLINE_OK)
        status = colline_session_feed(session, record->sql, strlen(record->sql));
    if (status == COLLINE_OK)
        status = colline_session_finish(session);
    return status == COLLINE_OK ? write_statements(r, record, session) : status;
}

static colline_status run_alone(run *r, const cli_record *record)
{
    colline_session *session;
    colline_status status = colline_session_open(r->catalog, &record->options.library, &session);

    if (status == COLLINE_OK)
        status = run_in(r, record, session);
    colline_session_close(session);
    return status;
}

static colline_status run_shared(run *r, const cli_record *record)
{
    shared *s = find_shared(r, record->session);
    colline_status status;

    if (s->session == NULL)
        status = colline_session_open(r->catalog, &record->options.library, &s->session);
    else
        status =
            record->default_db != NULL ? colline_session_use(s->session, record->default_db) : COLLINE_OK;
    if (status == COLLINE_OK)
        status = run_in(r, record, s->session);
    if (s->session != NULL)
        colline_session_reset(s->session);
    return status;
}

/* ---- Answers that are kept ----------------------------------------------------------------------- */

static cli_cache *open_cache(const cli_options *options)
{
    size_t workers = options->jobs > 1 ? options->jobs : 1;

    if (options->cache == 0 || (!options->fingerprints && !cli_is_json(options->format)))
        return NULL; /* (other forms work the id into what they write) */
    return cli_cache_new(options->cache, CACHE_BYTES / workers);
}

/* A session of its own has seen nothing but the catalog, unless the record has DDL. */
static bool may_be_kept(const run *r, const cli_record *record, size_t length)
{
    return r->cache != NULL && record->session == NULL && record->ddl == NULL && length <= CLI_MOST_TEXT;
}

static colline_status run_or_repeat(run *r, const cli_record *record)
{
    cli_question question = { &record->options.library, record->sql, strlen(record->sql), record->id != NULL, 0 };
    const cli_answer *known;
    colline_status status;

    if (!may_be_kept(r, record, question.length))
        return run_alone(r, record);
    known = cli_cache_find(r->cache, &question);
    if (known != NULL) {
        cli_answer_write(known, record->id);
        note(r, known->worst);
        return COLLINE_OK;
    }
    cli_answer_start(&r->answer);
    r->collecting = true;
    status = run_alone(r, record);
    r->collecting = false;
    if (status == COLLINE_OK && !cli_output_failed())
        cli_cache_keep(r->cache, &question, &r->answer);
    return status;
}

static void close_run(run *r)
{
    tdestroy(r->sessions, free_shared);
    cli_cache_free(r->cache);
    cli_answer_free(&r->answer);
}

/* ---- Lines --------------------------------------------------------------------------------------- */

static void run_line(run *r, const char *line, size_t length)
{
    cli_record record;
    colline_status status;

    cli_read_record(&record, line, length, r->options);
    if (record.problem != NULL) {
        write_failure(r, &record, "bad_record", record.problem);
    } else {
        status = record.session != NULL ? run_shared(r, &record) : run_or_repeat(r, &record);
        if (status != COLLINE_OK)
            write_failure(r, &record, status == COLLINE_E_MISUSE ? "bad_record" : "limit",
                          colline_status_text(status));
    }
    cli_free_record(&record);
}

static size_t without_line_end(char *line, size_t length)
{
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
        line[--length] = '\0';
    return length;
}

/* Read the file and hand on each line that is not empty. */
static int read_lines(const char *name, void (*take)(void *context, const char *line, size_t length, unsigned long number),
                      void *context)
{
    FILE *file = cli_open(name);
    char *line = NULL;
    size_t capacity = 0;
    ssize_t got;
    int status = CLI_OK;

    if (file == NULL)
        return CLI_FAILURE;
    for (unsigned long number = 1; !cli_output_failed() && (got = getline(&line, &capacity, file)) >= 0; number++) {
        size_t length = without_line_end(line, (size_t)got);
        if (strspn(line, " \t") < length)
            take(context, line, length, number);
    }
    if (!cli_output_failed() && !feof(file)) {
        cli_complain("%s: %s", name, strerror(errno));
        status = CLI_FAILURE;
    }
    free(line);
    cli_close(file);
    return status;
}

static void take_line(void *context, const char *line, size_t length, unsigned long number)
{
    run *r = context;

    r->line = number;
    run_line(r, line, length);
}

static int run_in_order(const run *start)
{
    run r = *start;
    int status;

    r.cache = open_cache(r.options);
    status = read_lines(r.file, take_line, &r);
    close_run(&r);
    return status > r.worst ? status : r.worst;
}

/* ---- Several workers: lines go to them in batches, those of one session to the same one ------------ */

enum { BATCH_LINES = 32, BATCH_BYTES = 1 << 18 };

typedef struct batch {
    unsigned long numbers[BATCH_LINES];
    size_t ends[BATCH_LINES]; /* behind the NUL of each line */
    size_t count;
    char *text;
    size_t length, capacity;
} batch;

typedef struct spread {
    cli_jobs *jobs;
    const cli_options *options;
    batch *batch; /* that is being filled; NULL: none */
    long worker;  /* for which */
} spread;

static void *open_worker(void *context)
{
    run *r = cli_allocate(sizeof *r);

    *r = *(const run *)context;
    r->cache = open_cache(r->options);
    return r;
}

static int run_batch(void *worker, void *input)
{
    run *r = worker;
    batch *b = input;
    size_t start = 0;

    r->worst = CLI_OK;
    for (size_t i = 0; i < b->count; i++) {
        r->line = b->numbers[i];
        run_line(r, b->text + start, b->ends[i] - start - 1);
        start = b->ends[i];
    }
    free(b->text);
    free(b);
    return r->worst;
}

static void close_worker(void *worker)
{
    close_run(worker);
    free(worker);
}

static void flush(spread *s)
{
    if (s->batch != NULL)
        cli_jobs_give(s->jobs, s->worker, s->batch);
    s->batch = NULL;
}

/* The worker that has the record's session, if it has one. */
static long worker_of(const spread *s, const char *line, size_t length)
{
    cli_record record;
    unsigned long hash = 5381;

    if (memmem(line, length, "\"session\"", strlen("\"session\"")) == NULL)
        return CLI_ANY_WORKER;
    cli_read_record(&record, line, length, s->options);
    if (record.problem == NULL && record.session != NULL)
        for (const char *c = record.session; *c != '\0'; c++)
            hash = hash * 33 + (unsigned char)*c;
    else
        hash = 0;
    cli_free_record(&record);
    return (long)(hash >> 1);
}

static void add_to_batch(batch *b, const char *line, size_t length, unsigned long number)
{
    size_t needed_bytes = b->length + length + 1;

    if (needed_bytes > b->capacity) {
        b->capacity = needed_bytes * 2;
        b->text = needed(realloc(b->text, b->capacity));
    }
    memcpy(b->text + b->length, line, length);
    b->text[b->length + length] = '\0';
    b->length = needed_bytes;
    b->numbers[b->count] = number;
    b->ends[b->count++] = needed_bytes;
}

static void spread_line(void *context, const char *line, size_t length, unsigned long number)
{
    spread *s = context;
    long worker = worker_of(s, line, length);

    if (s->batch != NULL &&
        (worker != s->worker || s->batch->count == BATCH_LINES || s->batch->length >= BATCH_BYTES))
        flush(s);
    if (s->batch == NULL)
        s->batch = cli_allocate(sizeof *s->batch);
    s->worker = worker;
    add_to_batch(s->batch, line, length, number);
}

static int run_spread(run *start)
{
    static const cli_job_kind kind = { open_worker, run_batch, close_worker };
    spread s = { .jobs = cli_jobs_open(start->options->jobs, &kind, start), .options = start->options };
    int status = read_lines(start->file, spread_line, &s), worst;

    flush(&s);
    worst = cli_jobs_close(s.jobs);
    return status > worst ? status : worst;
}

static int run_records(colline_catalog *catalog, const cli_options *options, const char *name)
{
    run r = { .catalog = catalog, .options = options, .file = name };

    return options->jobs > 1 ? run_spread(&r) : run_in_order(&r);
}

int cli_run_all_records(colline_catalog *catalog, const cli_options *options)
{
    int worst = CLI_OK;

    for (size_t i = 0; i < options->file_count || (i == 0 && options->file_count == 0); i++) {
        int status = run_records(catalog, options, options->file_count > 0 ? options->files[i] : "-");
        worst = status > worst ? status : worst;
    }
    return worst;
}
