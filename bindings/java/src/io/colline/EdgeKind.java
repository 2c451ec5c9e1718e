package io.colline;

/** What an edge means. The first three carry values; the others say what decides rows, groups or branches. */
public enum EdgeKind {
    DIRECT, PROJECT, AGG, JOIN_COND, FILTER, GROUP_BY, SORT, WINDOW, CONDITIONAL;

    /** Whether the value itself travels along the edge. */
    public boolean isValue() {
        return ordinal() <= AGG.ordinal();
    }
}
