package io.colline;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The door to the C side. Texts go through as UTF-8, which JNI's own strings are not. */
final class Native {
    private static boolean loaded;

    private Native() {
    }

    /**
     * Load libcolline_jni: the file that the system property colline.library names, else the one in the jar, else what java.library.path
     * finds.
     */
    static synchronized void load() {
        if (loaded) {
            return;
        }
        String chosen = System.getProperty("colline.library");
        InputStream packed = chosen == null ? Native.class.getResourceAsStream("/native/libcolline_jni.so") : null;
        if (chosen != null) {
            System.load(chosen);
        } else if (packed != null) {
            System.load(unpack(packed));
        } else {
            System.loadLibrary("colline_jni");
        }
        loaded = true;
    }

    private static String unpack(InputStream packed) {
        try (InputStream in = packed) {
            Path file = Files.createTempFile("libcolline_jni", ".so");
            file.toFile().deleteOnExit();
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            return file.toString();
        } catch (IOException error) {
            throw new UnsatisfiedLinkError("libcolline_jni cannot be unpacked: " + error);
        }
    }

    static byte[] utf8(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Called from C. */
    static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    static native long catalogNew();

    static native void catalogAddDdl(long catalog, byte[] dialect, byte[] defaultDatabase, byte[] ddl);

    static native void catalogAddJson(long catalog, byte[] dialect, byte[] json);

    static native void catalogAddTable(long catalog, byte[] dialect, byte[] name, byte[][] columns);

    static native long catalogRetain(long catalog);

    static native void catalogRelease(long catalog);

    static native byte[] lineage(long catalog, byte[] dialect, byte[] defaultDatabase, int flags, byte[] sql);

    static native byte[] render(long catalog, byte[] dialect, byte[] defaultDatabase, int flags, byte[] format, byte[] sql);

    static native long fingerprint(byte[] dialect, byte[] sql);

    static native String version();
}
