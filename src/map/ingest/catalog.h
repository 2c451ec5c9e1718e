/*
 * catalog.h -- the files of --catalog.
 */
#ifndef MAP_INGEST_CATALOG_H
#define MAP_INGEST_CATALOG_H

#include "colline.h"
#include "map/base/options.h"

/* NULL, and a message, where one cannot be read.  DDL that is not understood is told of, and the rest of it counts. */
colline_catalog *ingest_load_catalogs(const map_arguments *files, colline_dialect dialect, const char *default_db);

#endif
