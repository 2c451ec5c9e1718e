"""Enumerations, structs and signatures of colline.h for ctypes.  Made by bindings/python/generate: do not edit."""
from ctypes import CFUNCTYPE, POINTER, Structure
from ctypes import c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p

VERSION_MAJOR = 0
VERSION_MINOR = 1
VERSION_PATCH = 0
ABI_VERSION = 0
WHOLE_RESULT = -1
SINK_PLUGIN_VERSION = 1

# Enumerations: the names without their COLLINE_.
colline_status = {
    "OK": 0, "E_MEMORY": 1, "E_MISUSE": 2, "E_LIMIT": 3, "E_CANCELLED": 4, "E_INPUT": 5}
colline_dialect = {
    "GENERIC": 0, "ANSI": 1, "IMPALA": 2, "HIVE": 3, "SPARK": 4, "DATABRICKS": 5, "DORIS": 6, "STARROCKS": 7,
    "MYSQL": 8, "MARIADB": 9, "POSTGRES": 10, "REDSHIFT": 11, "GREENPLUM": 12, "MATERIALIZE": 13,
    "SNOWFLAKE": 14, "BIGQUERY": 15, "TRINO": 16, "ATHENA": 17, "DUCKDB": 18, "SQLITE": 19, "FLINK": 20,
    "ORACLE": 21, "TSQL": 22, "CLICKHOUSE": 23, "TERADATA": 24, "VERTICA": 25, "EXASOL": 26, "DB2": 27}
colline_edge_kind = {
    "DIRECT": 0, "PROJECT": 1, "AGG": 2, "JOIN_COND": 3, "FILTER": 4, "GROUP_BY": 5, "SORT": 6, "WINDOW": 7,
    "CONDITIONAL": 8}
colline_quality = {
    "AUTO_CONFIRMED": 0, "TO_CONFIRM": 1, "MANUAL_ADDED": 2}
colline_edge_flag = {
    "EDGE_CONDITION": 1, "EDGE_LIMIT": 2, "EDGE_AGGREGATE": 4, "EDGE_IMPLICIT_CAST": 8, "EDGE_AMBIGUOUS": 16}
colline_statement_kind = {
    "STATEMENT_UNKNOWN": 0, "STATEMENT_SELECT": 1, "STATEMENT_INSERT": 2, "STATEMENT_UPSERT": 3,
    "STATEMENT_REPLACE": 4, "STATEMENT_MERGE": 5, "STATEMENT_UPDATE": 6, "STATEMENT_DELETE": 7,
    "STATEMENT_CREATE_TABLE_AS": 8, "STATEMENT_CREATE_VIEW": 9, "STATEMENT_CREATE_MATERIALIZED_VIEW": 10,
    "STATEMENT_ALTER_VIEW": 11, "STATEMENT_CREATE_TABLE": 12, "STATEMENT_CREATE_ROUTINE": 13,
    "STATEMENT_BLOCK": 14, "STATEMENT_LOAD": 15, "STATEMENT_COPY": 16, "STATEMENT_EXPORT": 17,
    "STATEMENT_IMPORT": 18, "STATEMENT_TRUNCATE": 19, "STATEMENT_DROP": 20, "STATEMENT_ALTER": 21,
    "STATEMENT_USE": 22, "STATEMENT_SET": 23, "STATEMENT_EXPLAIN": 24, "STATEMENT_OTHER": 25}
colline_outcome = {
    "OUTCOME_OK": 0, "OUTCOME_PARTIAL": 1, "OUTCOME_ERROR": 2}
colline_operation = {
    "OPERATION_APPEND": 0, "OPERATION_OVERWRITE": 1, "OPERATION_CREATE": 2, "OPERATION_REPLACE": 3,
    "OPERATION_MERGE": 4, "OPERATION_UPDATE": 5, "OPERATION_DELETE": 6, "OPERATION_LOAD": 7}
colline_severity = {
    "ERROR": 0, "WARNING": 1}
colline_table_kind = {
    "TABLE": 0, "VIEW": 1, "MATERIALIZED_VIEW": 2, "TEMPORARY": 3}
colline_function_kind = {
    "FUNCTION_SCALAR": 0, "FUNCTION_AGGREGATE": 1, "FUNCTION_WINDOW": 2, "FUNCTION_TABLE": 3}
colline_option = {
    "EXPAND_VIEWS": 1, "FOLD_TEMPORARY": 2, "NO_TEMPLATES": 4, "TABLE_LEVEL": 8, "NARROW_CONDITION": 16,
    "TABLES_EXACT": 32, "TABLES_LOWER": 64, "TABLES_ANY_CASE": 128}
colline_format = {
    "FORMAT_JSON": 0, "FORMAT_TABLE": 1, "FORMAT_IMPALA": 2, "FORMAT_HIVE": 3, "FORMAT_OPENLINEAGE": 4,
    "FORMAT_DOT": 5, "FORMAT_MERMAID": 6, "FORMAT_TREE": 7}

# Structs and callbacks.


class colline_text(Structure):
    _fields_ = [
        ("data", c_void_p), ("length", c_uint32)]


class colline_span(Structure):
    _fields_ = [
        ("offset", c_uint32), ("length", c_uint32)]


class colline_column_ref(Structure):
    _fields_ = [
        ("catalog", colline_text), ("database", colline_text), ("table", colline_text), ("column", colline_text),
        ("path", colline_text)]


class colline_edge(Structure):
    _fields_ = [
        ("kind", c_int), ("quality", c_int), ("flags", c_uint32), ("target", c_int32), ("into", c_uint32),
        ("source", colline_column_ref), ("expression", colline_text), ("at", colline_span)]


class colline_target(Structure):
    _fields_ = [
        ("table", colline_column_ref), ("path", colline_text), ("operation", c_int), ("temporary", c_int)]


class colline_partition(Structure):
    _fields_ = [
        ("column", colline_text), ("value", colline_text)]


class colline_column(Structure):
    _fields_ = [
        ("name", colline_text), ("expression", colline_text), ("into", c_uint32)]


class colline_diagnostic(Structure):
    _fields_ = [
        ("severity", c_int), ("code", c_char_p), ("message", colline_text), ("at", colline_span),
        ("line", c_uint32), ("column", c_uint32)]


class colline_allocator(Structure):
    _fields_ = [
        ("allocate", CFUNCTYPE(c_void_p, c_void_p, c_size_t)),
        ("release", CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)), ("context", c_void_p)]


class colline_options(Structure):
    _fields_ = [
        ("size", c_size_t), ("dialect", c_int), ("default_db", c_char_p), ("flags", c_uint32),
        ("max_nesting", c_uint32), ("max_edges", c_uint32), ("max_statement_bytes", c_uint64),
        ("cancelled", CFUNCTYPE(c_int, c_void_p)), ("user", c_void_p), ("allocator", POINTER(colline_allocator)),
        ("max_tokens", c_uint32), ("max_tables", c_uint32), ("max_columns", c_uint32),
        ("max_catalog_bytes", c_uint64)]


class colline_column_desc(Structure):
    _fields_ = [
        ("name", c_char_p), ("type", c_char_p), ("partition", c_int)]


class colline_table_desc(Structure):
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("kind", c_int), ("dialect", c_int), ("format", c_char_p),
        ("definition", c_char_p), ("default_db", c_char_p), ("columns", POINTER(colline_column_desc)),
        ("column_count", c_size_t)]


class colline_function_desc(Structure):
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("kind", c_int), ("value_arguments", POINTER(c_uint32)),
        ("value_argument_count", c_size_t), ("columns", POINTER(c_char_p)), ("column_count", c_size_t)]


colline_provider_fn = CFUNCTYPE(None, c_void_p, POINTER(colline_column_ref), c_void_p)

colline_cancelled_fn = CFUNCTYPE(c_int, c_void_p)

colline_table_fn = CFUNCTYPE(None, c_void_p, POINTER(colline_column_ref), POINTER(colline_table_desc))


class colline_token(Structure):
    _fields_ = [
        ("kind", c_char_p), ("at", colline_span)]


class colline_render_context(Structure):
    _fields_ = [
        ("size", c_size_t), ("file", c_char_p), ("id", c_char_p), ("event_time", c_char_p), ("run_id", c_char_p),
        ("dataset_namespace", c_char_p), ("job_namespace", c_char_p), ("job_name", c_char_p)]


class colline_property(Structure):
    _fields_ = [
        ("name", c_char_p), ("value", c_char_p)]


class colline_event_context(Structure):
    _fields_ = [
        ("size", c_size_t), ("query_id", c_char_p), ("session_id", c_char_p), ("user", c_char_p),
        ("client", c_char_p), ("catalog", c_char_p), ("database", c_char_p), ("state", c_char_p),
        ("time_ms", c_int64), ("duration_ms", c_int64), ("properties", POINTER(colline_property)),
        ("property_count", c_size_t)]


class colline_event(Structure):
    _fields_ = [
        ("number", c_uint64), ("context", POINTER(colline_event_context)), ("sql", colline_text),
        ("extracted", c_int), ("kind", c_int), ("outcome", c_int), ("fingerprint", c_uint64),
        ("lineage", colline_text)]


class colline_sink(Structure):
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("filter", CFUNCTYPE(c_int, c_void_p, POINTER(colline_event))),
        ("deliver", CFUNCTYPE(c_int, c_void_p, POINTER(colline_event))), ("close", CFUNCTYPE(None, c_void_p)),
        ("user", c_void_p)]


class colline_bus_options(Structure):
    _fields_ = [
        ("size", c_size_t), ("analysis", POINTER(colline_options)), ("format", c_int), ("queue_events", c_uint32),
        ("queue_bytes", c_uint64)]


class colline_bus_counts(Structure):
    _fields_ = [
        ("size", c_size_t), ("published", c_uint64), ("dropped", c_uint64), ("skipped", c_uint64),
        ("delivered", c_uint64), ("failed", c_uint64), ("backlog", c_uint64)]


colline_sink_open_fn = CFUNCTYPE(c_int, c_char_p, POINTER(colline_sink))


class colline_sink_plugin(Structure):
    _fields_ = [
        ("version", c_uint32), ("reserved", c_uint32), ("open", colline_sink_open_fn)]


colline_sink_plugin_entry_fn = CFUNCTYPE(POINTER(colline_sink_plugin), c_uint32)

# Functions: (result, arguments).  Handles are plain addresses.
SIGNATURES = {
    "colline_catalog_new": (c_void_p, [POINTER(colline_allocator)]),
    "colline_catalog_limit": (c_int, [c_void_p, c_uint32, c_uint32, c_uint64]),
    "colline_catalog_cancel": (c_int, [c_void_p, colline_cancelled_fn, c_void_p]),
    "colline_catalog_add_ddl": (c_int, [c_void_p, c_int, c_char_p, c_char_p, c_size_t, POINTER(c_void_p)]),
    "colline_catalog_add_json": (c_int, [c_void_p, c_int, c_char_p, c_size_t, POINTER(c_void_p)]),
    "colline_catalog_compile": (c_int, [c_void_p, POINTER(c_void_p), POINTER(c_size_t)]),
    "colline_catalog_add_compiled": (c_int, [c_void_p, c_char_p, c_size_t]),
    "colline_catalog_add_table": (c_int, [c_void_p, POINTER(colline_table_desc)]),
    "colline_catalog_add_function": (c_int, [c_void_p, POINTER(colline_function_desc)]),
    "colline_catalog_set_provider": (None, [c_void_p, colline_provider_fn, c_void_p]),
    "colline_catalog_each_table": (c_int, [c_void_p, colline_table_fn, c_void_p]),
    "colline_catalog_retain": (c_void_p, [c_void_p]),
    "colline_catalog_release": (None, [c_void_p]),
    "colline_diagnostics_count": (c_size_t, [c_void_p]),
    "colline_diagnostics_get": (POINTER(colline_diagnostic), [c_void_p, c_size_t]),
    "colline_diagnostics_free": (None, [c_void_p]),
    "colline_session_open": (c_int, [c_void_p, POINTER(colline_options), POINTER(c_void_p)]),
    "colline_session_feed": (c_int, [c_void_p, c_char_p, c_size_t]),
    "colline_session_finish": (c_int, [c_void_p]),
    "colline_session_next": (c_void_p, [c_void_p]),
    "colline_session_status": (c_int, [c_void_p]),
    "colline_session_reset": (c_int, [c_void_p]),
    "colline_session_add_ddl": (c_int, [c_void_p, c_char_p, c_size_t, POINTER(c_void_p)]),
    "colline_session_use": (c_int, [c_void_p, c_char_p]),
    "colline_session_changes": (c_uint64, [c_void_p]),
    "colline_session_database": (colline_text, [c_void_p]),
    "colline_session_arena_bytes": (c_size_t, [c_void_p]),
    "colline_session_close": (None, [c_void_p]),
    "colline_statement_get_kind": (c_int, [c_void_p]),
    "colline_statement_outcome": (c_int, [c_void_p]),
    "colline_statement_number": (c_uint32, [c_void_p]),
    "colline_statement_parent": (c_uint32, [c_void_p]),
    "colline_statement_span": (colline_span, [c_void_p]),
    "colline_statement_line": (c_uint32, [c_void_p]),
    "colline_statement_text": (colline_text, [c_void_p]),
    "colline_statement_target_count": (c_size_t, [c_void_p]),
    "colline_statement_target": (POINTER(colline_target), [c_void_p, c_size_t]),
    "colline_statement_partition_count": (c_size_t, [c_void_p, c_size_t]),
    "colline_statement_partition": (POINTER(colline_partition), [c_void_p, c_size_t, c_size_t]),
    "colline_statement_source_count": (c_size_t, [c_void_p]),
    "colline_statement_source": (POINTER(colline_column_ref), [c_void_p, c_size_t]),
    "colline_statement_column_count": (c_size_t, [c_void_p]),
    "colline_statement_column": (POINTER(colline_column), [c_void_p, c_size_t]),
    "colline_statement_edge_count": (c_size_t, [c_void_p]),
    "colline_statement_edge": (POINTER(colline_edge), [c_void_p, c_size_t]),
    "colline_statement_diagnostic_count": (c_size_t, [c_void_p]),
    "colline_statement_diagnostic": (POINTER(colline_diagnostic), [c_void_p, c_size_t]),
    "colline_statement_fingerprint": (c_uint64, [c_void_p]),
    "colline_statement_variant": (c_uint64, [c_void_p]),
    "colline_statement_normalized": (colline_text, [c_void_p]),
    "colline_statement_tree": (c_void_p, [c_void_p]),
    "colline_node_kind": (c_char_p, [c_void_p]),
    "colline_node_span": (colline_span, [c_void_p]),
    "colline_node_child_count": (c_size_t, [c_void_p]),
    "colline_node_child": (c_void_p, [c_void_p, c_size_t]),
    "colline_node_child_role": (c_char_p, [c_void_p, c_size_t]),
    "colline_node_text": (colline_text, [c_void_p]),
    "colline_node_detail": (colline_text, [c_void_p]),
    "colline_node_parent": (c_void_p, [c_void_p]),
    "colline_statement_node_at": (c_void_p, [c_void_p, c_uint32]),
    "colline_next_token": (c_int, [c_int, c_char_p, c_size_t, POINTER(c_size_t), POINTER(colline_token)]),
    "colline_tokens": (c_int, [c_int, c_uint32, c_char_p, c_size_t, POINTER(POINTER(colline_token)), POINTER(c_size_t)]),
    "colline_locate": (c_int, [c_char_p, c_size_t, c_size_t, POINTER(c_uint32), POINTER(c_uint32)]),
    "colline_fingerprint": (c_uint64, [c_int, c_char_p, c_size_t]),
    "colline_normalize": (c_int, [c_int, c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_size_t)]),
    "colline_lineage_json": (c_int, [c_void_p, POINTER(colline_options), c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_size_t)]),
    "colline_statement_render": (c_int, [c_void_p, c_int, POINTER(colline_render_context), POINTER(colline_text)]),
    "colline_free": (None, [c_void_p]),
    "colline_bus_open": (c_int, [c_void_p, POINTER(colline_bus_options), POINTER(c_void_p)]),
    "colline_bus_add_sink": (c_int, [c_void_p, POINTER(colline_sink)]),
    "colline_bus_remove_sink": (c_int, [c_void_p, c_char_p]),
    "colline_bus_wants": (c_int, [c_void_p, POINTER(colline_event_context)]),
    "colline_bus_publish": (c_int, [c_void_p, POINTER(colline_event_context), c_char_p, c_size_t]),
    "colline_bus_publish_statement": (c_int, [c_void_p, POINTER(colline_event_context), c_void_p]),
    "colline_bus_count": (c_int, [c_void_p, c_char_p, POINTER(colline_bus_counts)]),
    "colline_bus_flush": (c_int, [c_void_p, c_uint32]),
    "colline_bus_close": (c_uint64, [c_void_p, c_uint32]),
    "colline_bus_load_sink": (c_int, [c_void_p, c_char_p, c_char_p, c_char_p, POINTER(c_char_p)]),
    "colline_dialect_by_name": (c_int, [c_char_p, POINTER(c_int)]),
    "colline_dialect_name": (c_char_p, [c_int]),
    "colline_edge_kind_name": (c_char_p, [c_int]),
    "colline_statement_kind_name": (c_char_p, [c_int]),
    "colline_outcome_name": (c_char_p, [c_int]),
    "colline_operation_name": (c_char_p, [c_int]),
    "colline_quality_name": (c_char_p, [c_int]),
    "colline_severity_name": (c_char_p, [c_int]),
    "colline_table_kind_name": (c_char_p, [c_int]),
    "colline_function_kind_name": (c_char_p, [c_int]),
    "colline_format_name": (c_char_p, [c_int]),
    "colline_format_by_name": (c_int, [c_char_p, POINTER(c_int)]),
    "colline_diagnostic_code": (c_char_p, [c_size_t, POINTER(c_char_p)]),
    "colline_status_text": (c_char_p, [c_int]),
    "colline_version": (c_char_p, []),
    "colline_abi_version": (c_int, []),
    "colline_cache_key": (c_uint64, [POINTER(colline_options), c_char_p, c_size_t, c_uint64]),
    "colline_cache_key_spans": (c_uint64, [POINTER(colline_options), c_char_p, c_size_t, c_uint64, POINTER(colline_span), c_size_t, POINTER(c_size_t)]),
}
