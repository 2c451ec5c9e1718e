/*
 * names.h -- the words of the public enumerations, each in one table (names.c).
 *
 *     INSERT OVERWRITE g SELECT a FROM t      INSERT, overwrite, ok; its edge is DIRECT
 *
 * NULL where the number is none of the enumeration's.
 */
#ifndef CLN_FORMAT_NAMES_H
#define CLN_FORMAT_NAMES_H

#include "colline.h"

const char *cln_edge_kind_word(colline_edge_kind kind);
const char *cln_statement_kind_word(colline_statement_kind kind);
const char *cln_outcome_word(colline_outcome outcome);
const char *cln_operation_word(colline_operation operation);
const char *cln_quality_word(colline_quality quality);
const char *cln_severity_word(colline_severity severity);
const char *cln_format_word(colline_format format);

#endif
