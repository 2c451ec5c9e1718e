/*
 * session_home.h -- the database that completes names: USE, and what other words say the same.
 *
 *     SET search_path TO etl, public; SELECT a FROM t      etl.t, or public.t where that is the one that is known
 */
#ifndef CLN_LINEAGE_SESSION_HOME_H
#define CLN_LINEAGE_SESSION_HOME_H

#include "lineage/lineage.h"

void cln_apply_use(cln_session_state *session, cln_arena *arena, const cln_use_node *use);
/* SET search_path, SET SCHEMA, ALTER SESSION SET CURRENT_SCHEMA, DATABASE x, OPEN SCHEMA x ...: statements without a tree. */
void cln_apply_home(cln_session_state *session, const cln_result *result);
/* Whether SELECT ... may be SELECT set_config('search_path', 'etl', false), which cln_apply_home reads, too. */
bool cln_may_set_config(const cln_session_state *session, const cln_node *query);
/* CREATE FUNCTION ... SET search_path = etl: the statements inside see it, until cln_leave_routine_home (lineage.h). */
void cln_enter_routine_home(cln_session_state *session, const cln_result *result);

#endif
