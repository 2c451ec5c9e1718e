package org.apache.hadoop.hive.ql.hooks;

/** Stub: what the example uses of Hive's interface, so that it compiles without Hive. */
public interface ExecuteWithHookContext {
    void run(HookContext context) throws Exception;
}
