package io.colline;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * SQL in, column lineage out.
 *
 * <pre>
 * for (Statement s : Colline.lineage("INSERT INTO r SELECT a + 1 AS x FROM t", new Options().dialect("hive")))
 *     for (Edge e : s.edges)
 *         System.out.println(e);                  // PROJECT t.a -> x
 * </pre>
 *
 * All calls may be made from any thread.
 */
public final class Colline {
    private Colline() {
    }

    /**
     * The lineage of a script, a statement each, in order; also of statements that do not parse, which have diagnostics.
     *
     * @throws CollineException for an unknown dialect, or text beyond 4 GiB
     */
    public static List<Statement> lineage(String sql, Options options) {
        Native.load();
        long catalog = options.catalog != null ? options.catalog.retain() : 0;
        try {
            byte[] encoded = Native.lineage(catalog, Native.utf8(options.dialect), Native.utf8(options.defaultDatabase),
                    options.flags, Native.utf8(sql));
            return Collections.unmodifiableList(Arrays.asList(new Decoder(encoded).statements()));
        } finally {
            Native.catalogRelease(catalog);
        }
    }

    /** The lineage in another form: "json", "openlineage", "hive", "impala", "mermaid", "dot", "table", "tree". */
    public static String render(String sql, String format, Options options) {
        Native.load();
        long catalog = options.catalog != null ? options.catalog.retain() : 0;
        try {
            return Native.text(Native.render(catalog, Native.utf8(options.dialect), Native.utf8(options.defaultDatabase),
                    options.flags, Native.utf8(format), Native.utf8(sql)));
        } finally {
            Native.catalogRelease(catalog);
        }
    }

    /** The fingerprint of one statement. Long.toHexString shows it as the JSON does (but for leading zeros). */
    public static long fingerprint(String sql, String dialect) {
        Native.load();
        return Native.fingerprint(Native.utf8(dialect), Native.utf8(sql));
    }

    /** The version of the library that runs. */
    public static String version() {
        Native.load();
        return Native.version();
    }
}
