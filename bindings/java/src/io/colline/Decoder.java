package io.colline;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads what colline_jni.c writes: numbers in the machine's order, texts as a length and UTF-8. One call over JNI brings all statements. */
final class Decoder {
    private static final EdgeKind[] KINDS = EdgeKind.values();
    private static final Quality[] QUALITIES = Quality.values();
    private static final Status[] STATUSES = Status.values();
    private static final Operation[] OPERATIONS = Operation.values();

    private final byte[] bytes;
    private final ByteBuffer in;
    /** Tables recur: each is made once. */
    private final Map<TableName, TableName> tables = new HashMap<>();

    Decoder(byte[] bytes) {
        this.bytes = bytes;
        this.in = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }

    Statement[] statements() {
        Statement[] statements = new Statement[in.getInt()];
        for (int i = 0; i < statements.length; i++) {
            statements[i] = statement();
        }
        return statements;
    }

    private String text() {
        int length = in.getInt();
        String text = length == 0 ? "" : new String(bytes, in.position(), length, StandardCharsets.UTF_8);
        in.position(in.position() + length);
        return text;
    }

    private TableName table() {
        TableName name = new TableName(text(), text(), text());
        TableName known = tables.putIfAbsent(name, name);
        return known != null ? known : name;
    }

    private Statement statement() {
        int number = in.getInt();
        int parent = in.getInt();
        Status status = STATUSES[in.getInt()];
        long fingerprint = in.getLong();
        String kind = text();
        String text = text();
        Target[] targets = new Target[in.getInt()];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = target();
        }
        TableName[] sources = new TableName[in.getInt()];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = table();
        }
        Column[] columns = new Column[in.getInt()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = new Column(text(), text(), in.getInt());
        }
        Edge[] edges = new Edge[in.getInt()];
        for (int i = 0; i < edges.length; i++) {
            edges[i] = edge(columns);
        }
        Diagnostic[] diagnostics = new Diagnostic[in.getInt()];
        for (int i = 0; i < diagnostics.length; i++) {
            diagnostics[i] = new Diagnostic(in.getInt() == 0, text(), text(), in.getInt(), in.getInt(), in.getInt());
        }
        return new Statement(number, parent, kind, status, text, targets, sources, columns, edges, diagnostics, fingerprint);
    }

    private Target target() {
        Operation operation = OPERATIONS[in.getInt()];
        TableName table = table();
        String path = text();
        return path.isEmpty() ? new Target(table, null, operation) : new Target(null, path, operation);
    }

    private Edge edge(Column[] columns) {
        EdgeKind kind = KINDS[in.getInt()];
        Quality quality = QUALITIES[in.getInt()];
        int flags = in.getInt();
        int target = in.getInt();
        int into = in.getInt();
        int offset = in.getInt();
        TableName source = table();
        String column = text();
        return new Edge(kind, quality, source, column, target < 0 ? "*" : columns[target].name, target, into, text(), offset, flags);
    }
}
