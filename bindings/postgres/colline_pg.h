/*
 * colline_pg.h -- what the two halves of the extension share.
 *
 *     SELECT * FROM colline.lineage('INSERT INTO r SELECT a FROM s')      colline_pg.c
 *     SET colline.record = on; INSERT INTO r SELECT a FROM s              record.c
 */
#ifndef COLLINE_PG_H
#define COLLINE_PG_H

/* record.c: the hooks and the setting; called from _PG_init(). */
extern void colline_pg_start_recording(void);

#endif
