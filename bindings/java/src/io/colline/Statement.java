package io.colline;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** One statement of a script, and its lineage. All lists are unmodifiable. */
public final class Statement {
    /** From 1 within the text. */
    public final int number;
    /** The number of the statement (a routine, a block) that this one stands in; 0: none. */
    public final int parent;
    /** "INSERT", "CREATE_TABLE_AS" ...: the words of the lineage JSON. */
    public final String kind;
    public final Status status;
    /** The statement's own text. */
    public final String text;
    public final List<Target> targets;
    public final List<TableName> sources;
    public final List<Column> columns;
    public final List<Edge> edges;
    public final List<Diagnostic> diagnostics;
    /** What names the logical statement: literals, comments, letter case do not change it. */
    public final long fingerprint;

    Statement(int number, int parent, String kind, Status status, String text, Target[] targets, TableName[] sources,
            Column[] columns, Edge[] edges, Diagnostic[] diagnostics, long fingerprint) {
        this.number = number;
        this.parent = parent;
        this.kind = kind;
        this.status = status;
        this.text = text;
        this.targets = Collections.unmodifiableList(Arrays.asList(targets));
        this.sources = Collections.unmodifiableList(Arrays.asList(sources));
        this.columns = Collections.unmodifiableList(Arrays.asList(columns));
        this.edges = Collections.unmodifiableList(Arrays.asList(edges));
        this.diagnostics = Collections.unmodifiableList(Arrays.asList(diagnostics));
        this.fingerprint = fingerprint;
    }

    @Override
    public String toString() {
        return kind + (targets.isEmpty() ? "" : " " + targets.get(0)) + ": " + edges.size() + " edges, " + status;
    }
}
