/*
 * rehearse.h -- what a loop's turns leave to the next one.
 *
 *     LOOP INSERT INTO g VALUES (v); SELECT a INTO v FROM t; END LOOP      the INSERT reads t.a, but for the first turn
 *
 * Where a loop starts, its statements are read without being told, then again with what they assigned, until that adds nothing; after that
 * they are read as they are told.  A loop whose variables are all assigned before they are read is tried once.
 */
#ifndef CLN_LINEAGE_REHEARSE_H
#define CLN_LINEAGE_REHEARSE_H

#include "lineage/lineage.h"

typedef struct cln_carried {
    uint32_t variable; /* index */
    const cln_value *value;
} cln_carried;
typedef CLN_VECTOR(cln_carried) cln_carried_list;

/* What the variables may hold when a turn starts of the loop which event `index` of `parsed` opens. */
cln_carried_list cln_rehearse(cln_session_state *session, cln_variables *variables, const cln_parsed *parsed, uint32_t index,
                              const cln_result *result);
/* They do so from here on. */
void cln_carry(cln_variables *variables, const cln_carried_list *carried);

#endif
