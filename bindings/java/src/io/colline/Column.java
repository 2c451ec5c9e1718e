package io.colline;

/** A column of a statement's target, or of its result. */
public final class Column {
    /** "*" where the star of an unknown table stands. */
    public final String name;
    /** The SQL of its value; empty where it is a plain copy or nothing feeds it. */
    public final String expression;
    /** Which of the statement's targets it belongs to. */
    public final int into;

    Column(String name, String expression, int into) {
        this.name = name;
        this.expression = expression;
        this.into = into;
    }

    @Override
    public String toString() {
        return name;
    }
}
