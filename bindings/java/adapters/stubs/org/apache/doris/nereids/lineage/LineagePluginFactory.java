package org.apache.doris.nereids.lineage;

/** Stub: what the example uses of Doris's interface. */
public interface LineagePluginFactory {
    String name();

    LineagePlugin create();
}
