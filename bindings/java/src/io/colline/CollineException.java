package io.colline;

/** What a call could not do. SQL that does not parse is no exception: its statement has diagnostics. */
public class CollineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CollineException(String message) {
        super(message);
    }
}
