package org.apache.doris.nereids.lineage;

/** Stub: what the example uses of Doris's class. */
public interface LineageInfo {
    String getQueryText();

    String getDatabase();
}
