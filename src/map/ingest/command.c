/*
 * `colline ingest`: logs and files of SQL into a store.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "map/base/options.h"
#include "map/ingest/catalog.h"
#include "map/ingest/kafka.h"
#include "map/ingest/print.h"
#include "map/map.h"
#include "map/needs.h"

typedef struct arguments {
    const char *store, *format, *dialect, *default_db, *batch, *engine;
    uint64_t commit_events;
    ingest_kafka_options kafka;
    map_arguments catalogs, files;
    bool follow, quiet, print, expand_views, no_templates, no_cache;
} arguments;

static const char about[] = "read statements from logs and files of SQL, and keep their lineage in a store";

/* Below the options of the help. */
static const char more[] =
    "FILE is a file, a glob or a folder; a folder is read with all below.  What was read before is not read again: logs\n"
    "are read on from where they ended, files of SQL when they have changed.  A message of Kafka is a record (jsonl,\n"
    "unless --format names another) or some lines of them; where a partition is read on is kept in the store.  The formats:\n"
    "\n"
    "  impala-audit     Impala's audit log, as the engine writes it or flat\n"
    "  impala-lineage   Impala's own lineage log\n"
    "  hive-lineage     the output of Hive's LineageLogger\n"
    "  hive-server      HiveServer2's log\n"
    "  doris-audit      Doris' fe.audit.log\n"
    "  mysql-general    MySQL's general log\n"
    "  postgres-csv     PostgreSQL's csvlog\n"
    "  dbt-manifest     dbt's manifest.json\n"
    "  jsonl            JSON Lines with \"sql\", as for colline lineage --input jsonl\n"
    "  sql              files of SQL\n"
    "\n"
    "An interrupt ends a load cleanly.  The exit status is 2 when something could not be read or kept.\n";

static int read_arguments(arguments *a, int count, char **given)
{
    const map_option options[] = {
        { "store", MAP_TEXT, &a->store, "WHERE", "the store: a file, or postgresql://... (default: lineage.db)" },
        { "format", MAP_TEXT, &a->format, "NAME", "how the files are read (default: auto, by what they start with)" },
        { "dialect", MAP_TEXT, &a->dialect, "NAME", "how statements are read (default: by the format)" },
        { "default-db", MAP_TEXT, &a->default_db, "DB", "the database of names that say none, unless the log tells" },
        { "catalog", MAP_LIST, &a->catalogs, "FILE", "tables and views, DDL (.sql) or JSON (.json); may be repeated" },
        { "batch", MAP_TEXT, &a->batch, "NAME", "what is loaded can be dropped by this name" },
        { "engine", MAP_TEXT, &a->engine, "NAME", "what ids of statements are unique within (default: the dialect)" },
        { "expand-views", MAP_FLAG, &a->expand_views, NULL, "let edges go through views to what they read" },
        { "no-templates", MAP_FLAG, &a->no_templates, NULL, "${x}, {{ x }}, :x and ? are no parameters" },
        { "follow", MAP_FLAG, &a->follow, NULL, "wait for more, until an interrupt" },
        { "commit", MAP_NUMBER, &a->commit_events, "N", "statements from one commit to the next (default: 200000)" },
        { "no-cache", MAP_FLAG, &a->no_cache, NULL, "analyse every statement, repeated ones, too" },
        { "kafka", MAP_TEXT, &a->kafka.brokers, "BROKERS", "read topics of Kafka: host:port, comma between; no FILE then" },
        { "topic", MAP_LIST, &a->kafka.topics, "TOPIC", "which; ^... is a pattern; may be repeated" },
        { "group", MAP_TEXT, &a->kafka.group, "GROUP", "the consumer group (default: colline)" },
        { "kafka-option", MAP_LIST, &a->kafka.properties, "N=V", "a setting of librdkafka, such as security.protocol=SASL_SSL" },
        { "kafka-timeout", MAP_NUMBER, &a->kafka.timeout, "S", "without --follow: give up when no broker answers that long (default: 60)" },
        { "print", MAP_FLAG, &a->print, NULL, "print what the files hold as JSON lines; no store is touched" },
        { "quiet", MAP_FLAG, &a->quiet, NULL, "no progress, no summary" },
    };
    const map_usage usage = { "ingest", "[OPTION ...] FILE ... | --kafka BROKERS --topic TOPIC [OPTION ...]", about, more };

    return map_read_options(&usage, options, sizeof options / sizeof *options, count, given, &a->files);
}

/* NULL in a build without librdkafka. */
static store_status (*const run_kafka)(ingest_analysis *analysis, const ingest_options *options, const ingest_kafka_options *kafka,
                                       ingest_summary *summary, bool *unread) = WHEN_RDKAFKA(ingest_kafka_run);

static bool has_source(const arguments *a)
{
    if (a->kafka.brokers == NULL && (a->kafka.topics.count > 0 || a->kafka.properties.count > 0))
        map_complain("--topic and --kafka-option want --kafka BROKERS");
    else if (a->kafka.brokers != NULL && (a->kafka.topics.count == 0 || a->files.count > 0 || a->print))
        map_complain("--kafka wants --topic, and neither files nor --print");
    else if (a->kafka.brokers != NULL && run_kafka == NULL)
        map_complain("--kafka is not part of this build: " NAME_RDKAFKA " was not found when it was built");
    else if (a->kafka.brokers == NULL && a->files.count == 0)
        map_complain("ingest needs files: see colline ingest --help");
    else
        return true;
    return false;
}

/* Turn names into what they mean; false, and a message, where they mean nothing. */
static bool resolve(const arguments *a, ingest_options *options, colline_dialect *dialect)
{
    if (!has_source(a))
        return false;
    if (a->kafka.brokers != NULL)
        options->reader = &ingest_reader_records; /* unless told */
    if (strcmp(a->format, "auto") != 0) {
        options->reader = ingest_reader_named(a->format);
        if (options->reader == NULL) {
            map_complain("'%s' is no format: see colline ingest --help", a->format);
            return false;
        }
    }
    if (a->dialect != NULL && !colline_dialect_by_name(a->dialect, dialect)) {
        map_complain("'%s' is no dialect: `colline dialects` lists them", a->dialect);
        return false;
    }
    return true;
}

static int load(const arguments *a, const ingest_options *options, colline_dialect dialect, colline_catalog *catalog,
                store *s)
{
    ingest_analysis analysis;
    ingest_summary summary;
    store_status status;
    bool unread;
    int signal;

    ingest_analysis_init(&analysis, s, catalog);
    analysis.dialect = dialect;
    analysis.dialect_given = a->dialect != NULL;
    analysis.default_db = a->default_db;
    analysis.no_cache = a->no_cache;
    analysis.flags = COLLINE_FOLD_TEMPORARY | (a->expand_views ? COLLINE_EXPAND_VIEWS : 0u) |
                     (a->no_templates ? COLLINE_NO_TEMPLATES : 0u);
    if (a->kafka.brokers != NULL)
        status = run_kafka(&analysis, options, &a->kafka, &summary, &unread);
    else
        status = ingest_run(&analysis, options, &summary, &unread);
    signal = summary.signal;
    if (status == STORE_OK && !a->quiet)
        ingest_print_summary(&summary, &analysis.counts);
    ingest_analysis_free(&analysis);
    if (status != STORE_OK || unread)
        return MAP_FAILURE;
    return signal != 0 && !a->follow ? 128 + signal : MAP_OK;
}

static int run(const arguments *a)
{
    ingest_options options = { a->files.items, a->files.count, a->batch, a->engine, NULL, a->follow, a->quiet,
                               a->commit_events };
    colline_dialect dialect = COLLINE_GENERIC;
    colline_catalog *catalog = NULL;
    store *s = NULL;
    int status = MAP_FAILURE;

    if (!resolve(a, &options, &dialect))
        return MAP_FAILURE;
    if (a->print)
        return ingest_print_events(a->files.items, a->files.count, options.reader) ? MAP_OK : MAP_FAILURE;
    if (a->dialect == NULL && options.reader != NULL)
        dialect = options.reader->dialect;
    catalog = ingest_load_catalogs(&a->catalogs, dialect, a->default_db);
    if (catalog == NULL)
        return MAP_FAILURE;
    if (store_open(a->store, STORE_CREATE, &s) != STORE_OK)
        map_complain("%s", store_error(s));
    else
        status = load(a, &options, dialect, catalog, s);
    store_close(s);
    colline_catalog_release(catalog);
    return status;
}

int map_ingest(int count, char **given)
{
    arguments a = { .store = "lineage.db", .format = "auto", .commit_events = 200000, .kafka = { .group = "colline", .timeout = 60 } };
    int status = read_arguments(&a, count, given);

    if (status == MAP_GO_ON)
        status = run(&a);
    map_arguments_free(&a.catalogs);
    map_arguments_free(&a.files);
    map_arguments_free(&a.kafka.topics);
    map_arguments_free(&a.kafka.properties);
    return status;
}
