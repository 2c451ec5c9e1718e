package io.colline;

/** One source column, and what it does for one target column or for the whole result. */
public final class Edge {
    public final EdgeKind kind;
    public final Quality quality;
    /** The relation that the column belongs to. */
    public final TableName sourceTable;
    /** The column, with the path below it: "a", "s.field"; "*" where the star of an unknown table is meant. */
    public final String sourceColumn;
    /** The target column's name; "*" for the whole result. */
    public final String target;
    /** The target column's place in {@link Statement#columns}; -1 for the whole result. */
    public final int targetIndex;
    /** Which of the statement's targets it leads into. */
    public final int into;
    /** The SQL of the item or condition that gave the edge its kind. */
    public final String expression;
    /** Where the column is named, in bytes of the UTF-8 text; -1 where it is not named in this text. */
    public final int offset;
    private final int flags;

    Edge(EdgeKind kind, Quality quality, TableName sourceTable, String sourceColumn, String target, int targetIndex,
            int into, String expression, int offset, int flags) {
        this.kind = kind;
        this.quality = quality;
        this.sourceTable = sourceTable;
        this.sourceColumn = sourceColumn;
        this.target = target;
        this.targetIndex = targetIndex;
        this.into = into;
        this.expression = expression;
        this.offset = offset;
        this.flags = flags;
    }

    /** A value edge whose column stands only in a condition. */
    public boolean isCondition() {
        return (flags & 1) != 0;
    }

    /** SORT: a LIMIT makes it choose rows. */
    public boolean hasLimit() {
        return (flags & 2) != 0;
    }

    /** GROUP_BY: its query block has aggregates. */
    public boolean hasAggregate() {
        return (flags & 4) != 0;
    }

    /** The target's type differs and nothing in the text converts. */
    public boolean isImplicitCast() {
        return (flags & 8) != 0;
    }

    /** The source as "db.table.column". */
    public String source() {
        String table = sourceTable.toString();
        return table.isEmpty() ? sourceColumn : table + "." + sourceColumn;
    }

    @Override
    public String toString() {
        return kind + " " + source() + " -> " + target;
    }
}
