package org.apache.doris.nereids.lineage;

/** Stub: what the example uses of Doris's interface, so that it compiles without Doris. */
public interface LineagePlugin {
    String name();

    /** Asked before extraction, and again before delivery. */
    boolean eventFilter();

    /** Called by the one worker; true when the event was taken. */
    boolean exec(LineageInfo info);
}
