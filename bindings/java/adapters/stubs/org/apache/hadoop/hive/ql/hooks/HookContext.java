package org.apache.hadoop.hive.ql.hooks;

import java.util.Set;
import org.apache.hadoop.hive.ql.QueryPlan;

/** Stub: what the example uses of Hive's class. */
public interface HookContext {
    enum HookType {
        PRE_EXEC_HOOK, POST_EXEC_HOOK, ON_FAILURE_HOOK
    }

    HookType getHookType();

    QueryPlan getQueryPlan();

    Set<ReadEntity> getInputs();
}
