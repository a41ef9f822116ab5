package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.HexFormat;
import java.util.function.LongConsumer;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/** An existing archive, created by the build. */
public final class ReadyArchive {
    /** Maximum size of the central directory in bytes, because it is kept in memory: about 500,000 files. */
    static final long MAX_DIRECTORY_BYTES = 64L << 20;

    /** Maximum size of all files in bytes. More is not source code, but a zip bomb. */
    static final long MAX_UNPACKED = 100L << 30;

    private final Path file;
    private final LongConsumer progress;
    private final Contents.Counter contents = new Contents.Counter();
    private final byte[] buffer = new byte[1 << 16];

    /** Size in bytes of the request body for what has been read. */
    private long measured;
    /** How many bytes may still be read from the archive. */
    private long left = MAX_DIRECTORY_BYTES;

    private ReadyArchive(Path file, LongConsumer progress) {
        this.file = file;
        this.progress = progress;
    }

    /**
     * Reads a complete archive and checks it.
     *
     * @param file a regular file, not a symbolic link; a zip file with at least one file, without encryption, whose entry names are relative; its central
     *     directory may have up to 64 MiB, and its files together 100 GiB
     * @param limit maximum size of the archive
     * @param progress receives the number of bytes read so far, on the calling thread
     * @throws ArchiveException if the archive cannot be read, is damaged, exceeds the limit, or is not as described above
     * @throws InterruptedException soon after the calling thread is interrupted
     */
    public static ArchiveFacts inspect(Path file, SizeLimit limit, LongConsumer progress)
            throws ArchiveException, InterruptedException {
        if (!Files.exists(file)) {
            throw new ArchiveException("The archive " + file + " does not exist. Check the path of the archive.");
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new ArchiveException("The archive " + file + " is not a file. Set the path of a zip file.");
        }
        try (SeekableByteChannel channel = SourceFile.openNoLink(file)) {
            return new ReadyArchive(file, progress).inspect(channel, limit);
        } catch (IOException e) {
            throw ArchiveException.of(
                    "The archive " + file + " cannot be read", e, "Make it readable for the user that runs the build.");
        }
    }

    private ArchiveFacts inspect(SeekableByteChannel channel, SizeLimit limit)
            throws IOException, InterruptedException {
        String sha256 = hash(channel, limit);
        long size = channel.position();
        try (ZipFile zip = open(channel)) {
            EntryCheck check = new EntryCheck(zip, channel);
            for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
                String problem = check.problem(entry);
                if (problem != null) {
                    throw invalid("contains " + shown(entry) + ", " + problem);
                }
                if (!entry.isDirectory()) {
                    read(zip, entry);
                }
            }
        }
        if (contents.files() == 0) {
            throw invalid("contains no files. Check the step that creates it");
        }
        return new ArchiveFacts(
                contents.toContents(), size, measured, sha256, contents.digest(), SkippedFiles.nothing());
    }

    private ZipFile open(SeekableByteChannel channel) throws IOException {
        try {
            ZipFile zip = ZipFile.builder()
                    .setSeekableByteChannel(limited(channel))
                    .setIgnoreLocalFileHeader(true)
                    .get();
            left = Long.MAX_VALUE;
            return zip;
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            if (left < 0) {
                throw invalid("has a central directory of more than " + (MAX_DIRECTORY_BYTES >> 20)
                        + " MiB. Put fewer files into it");
            }
            throw invalid("is not a valid zip file (" + e.getMessage() + "). Check the step that creates it");
        }
    }

    /** Returns a channel that fails if more bytes are read than are {@link #left}. */
    private SeekableByteChannel limited(SeekableByteChannel channel) {
        InvocationHandler limit = (proxy, method, arguments) -> {
            try {
                Object result = method.invoke(channel, arguments);
                left -= method.getName().equals("read") ? Math.max(0, (int) result) : 0;
                if (left < 0) {
                    throw new IOException("read limit exceeded");
                }
                return result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        Class<?>[] type = {SeekableByteChannel.class};
        return (SeekableByteChannel) Proxy.newProxyInstance(ReadyArchive.class.getClassLoader(), type, limit);
    }

    private String hash(SeekableByteChannel channel, SizeLimit limit) throws IOException {
        MessageDigest digest = Checksums.newSha256();
        for (int got = channel.read(ByteBuffer.wrap(buffer)); got >= 0; got = channel.read(ByteBuffer.wrap(buffer))) {
            digest.update(buffer, 0, got);
            measured += limit.meter().measure(buffer, 0, got);
            limit.check(measured, "The archive " + file, "Put less into it");
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private void read(ZipFile zip, ZipArchiveEntry entry) throws IOException, InterruptedException {
        if (entry.getSize() > MAX_UNPACKED - contents.bytes()) {
            throw invalid("unpacks to more than " + (MAX_UNPACKED >> 30) + " GiB. Put less into it");
        }
        Checksums print = new Checksums();
        long size = 0;
        try (InputStream content = zip.getInputStream(entry)) {
            for (int got = content.read(buffer); got >= 0 && size <= entry.getSize(); got = content.read(buffer)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while reading an archive.");
                }
                print.add(buffer, 0, got);
                size += got;
                progress.accept(contents.bytes() + size);
            }
        }
        if (size != entry.getSize() || print.crc() != entry.getCrc()) {
            throw invalid("is damaged at " + shown(entry) + ". Create it again");
        }
        contents.add(entry.getName(), size, print.sha256());
    }

    private static String shown(ZipArchiveEntry entry) {
        return "the entry '" + AntPattern.shown(entry.getName()) + "'";
    }

    private ArchiveException invalid(String why) {
        return new ArchiveException("The archive " + file + " " + why + ".");
    }
}
