/*
 * needs.h -- which libraries were there at build time (the Makefile defines MAP_WITH_x as 0 or 1).
 *
 *     WHEN_LIBPQ(store_open_postgres)        the function, or NULL in a build without libpq
 */
#ifndef MAP_NEEDS_H
#define MAP_NEEDS_H

#ifndef MAP_WITH_LIBPQ
#define MAP_WITH_LIBPQ 0
#endif
#ifndef MAP_WITH_MICROHTTPD
#define MAP_WITH_MICROHTTPD 0
#endif
#ifndef MAP_WITH_RDKAFKA
#define MAP_WITH_RDKAFKA 0
#endif
#ifndef MAP_WITH_CURL
#define MAP_WITH_CURL 0
#endif
#ifndef MAP_WITH_ZLIB
#define MAP_WITH_ZLIB 0
#endif

#define NAME_SQLITE "SQLite"
#define NAME_LIBPQ "libpq"
#define NAME_MICROHTTPD "libmicrohttpd"
#define NAME_RDKAFKA "librdkafka"
#define NAME_CURL "libcurl"
#define NAME_ZLIB "zlib"

/* Without SQLite and cJSON there is no data map at all. */
#define WHEN_SQLITE(x) x
#if MAP_WITH_LIBPQ
#define WHEN_LIBPQ(x) x
#else
#define WHEN_LIBPQ(x) NULL
#endif
#if MAP_WITH_MICROHTTPD
#define WHEN_MICROHTTPD(x) x
#else
#define WHEN_MICROHTTPD(x) NULL
#endif
#if MAP_WITH_RDKAFKA
#define WHEN_RDKAFKA(x) x
#else
#define WHEN_RDKAFKA(x) NULL
#endif
#if MAP_WITH_CURL
#define WHEN_CURL(x) x
#else
#define WHEN_CURL(x) NULL
#endif

#if MAP_WITH_ZLIB
#define WHEN_ZLIB(x) x
#else
#define WHEN_ZLIB(x) NULL
#endif

#endif
