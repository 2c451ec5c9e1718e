package io.colline;

/** What is wrong, and where. */
public final class Diagnostic {
    public final boolean error;
    /** A stable word: "syntax_error", "ambiguous_column" ... */
    public final String code;
    public final String message;
    /** Bytes of the UTF-8 text. */
    public final int offset;
    /** From 1; the column in bytes. */
    public final int line;
    public final int column;

    Diagnostic(boolean error, String code, String message, int offset, int line, int column) {
        this.error = error;
        this.code = code;
        this.message = message;
        this.offset = offset;
        this.line = line;
        this.column = column;
    }

    @Override
    public String toString() {
        return line + ":" + column + ": " + (error ? "error: " : "warning: ") + message + " [" + code + "]";
    }
}
