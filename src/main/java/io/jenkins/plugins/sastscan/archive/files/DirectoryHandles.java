package io.jenkins.plugins.sastscan.archive.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.DirectoryStream;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Opens directories by name, relative to their open parent directory, so that no link is followed. Keeps the most
 * recently used directories open. Thread-safe, but only one thread may list directories.
 */
final class DirectoryHandles implements Closeable {
    /**
     * Each open directory uses two file descriptors. A process may be limited to 1,024 file descriptors, and may
     * archive several directories at the same time.
     */
    static final int MAX_OPEN = 64;

    /** Uses an open directory, and must not close it. */
    interface Use<T> {
        T with(SecureDirectoryStream<Path> directory) throws IOException;
    }

    /** An open directory. It is closed when it is neither kept nor in use. */
    private static final class Handle {
        private final SecureDirectoryStream<Path> stream;
        /** One reference for each use, and one more while {@code kept} contains the directory. */
        private int references = 1;

        Handle(SecureDirectoryStream<Path> stream) {
            this.stream = stream;
        }
    }

    private final Path top;
    private final Handle first;
    /** The least recently used directory comes first. */
    private final Map<Path, Handle> kept = new LinkedHashMap<>(MAX_OPEN, 0.75f, true);

    private boolean closed;

    /** @param top all other paths begin with this path */
    DirectoryHandles(Path top, SecureDirectoryStream<Path> stream) {
        this.top = top;
        first = new Handle(stream);
    }

    <T> T use(Path directory, Use<T> use) throws IOException {
        Handle handle = acquire(directory);
        try {
            return use.with(handle.stream);
        } finally {
            release(handle);
        }
    }

    /** Opens the directory again, because a stream lists its entries only once. */
    List<DirectoryEntry> list(Path directory) throws IOException, InterruptedException {
        Handle handle = acquire(directory);
        Path same = directory.getFileSystem().getPath(".");
        try (DirectoryStream<Path> entries = handle.stream.newDirectoryStream(same, LinkOption.NOFOLLOW_LINKS)) {
            return DirectoryEntry.read(entries);
        } finally {
            release(handle);
        }
    }

    /** Returns an open directory, which the caller must release. */
    private Handle acquire(Path directory) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        Path path = directory;
        Handle handle = kept(path);
        while (handle == null) {
            missing.push(path);
            path = path.getParent();
            handle = kept(path);
        }
        while (!missing.isEmpty()) {
            handle = enter(handle, missing.pop());
        }
        return handle;
    }

    private Handle enter(Handle above, Path directory) throws IOException {
        try {
            Path name = directory.getFileName();
            if (!attributes(above.stream, name).isDirectory()) {
                // If a pipe has replaced the directory, opening the pipe could block.
                throw new NoSuchFileException(directory.toString());
            }
            return keep(directory, above.stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
        } finally {
            release(above);
        }
    }

    private synchronized Handle kept(Path directory) throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
        Handle handle = directory.equals(top) ? first : kept.get(directory);
        if (handle != null) {
            handle.references++;
        }
        return handle;
    }

    private synchronized Handle keep(Path directory, SecureDirectoryStream<Path> stream) {
        Handle handle = new Handle(stream);
        if (!closed) {
            handle.references++;
            Handle other = kept.put(directory, handle);
            if (other != null) {
                release(other);
            }
            if (kept.size() > MAX_OPEN) {
                Iterator<Handle> oldest = kept.values().iterator();
                release(oldest.next());
                oldest.remove();
            }
        }
        return handle;
    }

    private synchronized void release(Handle handle) {
        handle.references--;
        if (handle.references == 0) {
            try {
                handle.stream.close();
            } catch (IOException e) {
                // This failure does no harm, because the directory is no longer needed.
            }
        }
    }

    /** If another thread uses a directory, the directory stays open until that thread releases the directory. */
    @Override
    public synchronized void close() {
        if (!closed) {
            kept.values().forEach(this::release);
            kept.clear();
            release(first);
        }
        closed = true;
    }

    static BasicFileAttributes attributes(SecureDirectoryStream<Path> directory, Path name) throws IOException {
        return directory
                .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }
}
