package org.apache.impala.hooks;

/** Stub: what the example uses of Impala's interface, so that it compiles without Impala. */
public interface QueryEventHook {
    void onImpalaStartup();

    void onQueryComplete(QueryCompleteContext context);
}
