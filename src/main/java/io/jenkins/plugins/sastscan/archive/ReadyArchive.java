package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.files.EntryName;
import io.jenkins.plugins.sastscan.archive.files.SourceFile;
import io.jenkins.plugins.sastscan.archive.select.AntPattern;
import io.jenkins.plugins.sastscan.archive.select.SourceRoot;
import io.jenkins.plugins.sastscan.archive.zip.CentralDirectory;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** An existing archive, created by the build. */
public final class ReadyArchive {
    /** Maximum size of all unpacked files together, in bytes. A larger archive is rejected as a zip bomb. */
    public static final long MAX_UNPACKED = 100L << 30;

    private final Path file;
    private final LongConsumer progress;
    private final Consumer<SelectedFile> each;
    private final ContentStatistics.Counter contents = new ContentStatistics.Counter();
    private final byte[] buffer = new byte[1 << 16];

    private ReadyArchive(Path file, LongConsumer progress, Consumer<SelectedFile> each) {
        this.file = file;
        this.progress = progress;
        this.each = each;
    }

    /** Works like {@link SourceRoot#locate}, but returns the path of a missing file unchanged. */
    public static Path locate(Path file, Boundary boundary) throws IOException {
        return Files.exists(file) ? SourceRoot.locate(file, boundary) : file;
    }

    /**
     * Reads and checks the complete archive.
     *
     * @param file a zip file with at least one file; must not be a link. Entries must be stored or deflated, must not
     *     be encrypted, and must have relative names. Limits: 64 MiB for the central directory, 100 GiB for all files
     *     together
     * @param each called for each file in the archive; {@link SelectedFile#path} is always {@code file}
     * @throws ArchiveException if the archive cannot be read, changes while it is read, is damaged, or violates one of
     *     the rules or limits above
     */
    public static ArchiveFacts inspect(Path file, SizeLimit limit, LongConsumer progress, Consumer<SelectedFile> each)
            throws ArchiveException, InterruptedException {
        if (!Files.exists(file)) {
            throw new ArchiveException("The archive " + file + " does not exist. Check the path of the archive.");
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new ArchiveException("The archive " + file + " is not a file. Set the path of a zip file.");
        }
        try {
            return new ReadyArchive(file, progress, each).inspect(limit);
        } catch (IOException e) {
            throw ArchiveException.of(
                    "The archive " + file + " cannot be read", e, "Make it readable for the user that runs the build.");
        }
    }

    private ArchiveFacts inspect(SizeLimit limit) throws IOException, InterruptedException {
        // This method opens the file at least twice. If the file is replaced in between, the state changes.
        String before = state();
        MessageDigest digest = Checksums.newSha256();
        long size = 0;
        long measured = 0;
        try (SeekableByteChannel channel = SourceFile.openNoLink(file)) {
            String problem = CentralDirectory.problem(channel);
            if (problem != null) {
                throw invalid(problem);
            }
            channel.position(0);
            ByteBuffer space = ByteBuffer.wrap(buffer);
            for (int got = channel.read(space); got >= 0; got = channel.read(space.clear())) {
                digest.update(buffer, 0, got);
                size += got;
                measured += limit.meter().measure(buffer, 0, got);
                limit.check(measured, "The archive " + file, "Put less into it");
            }
        }
        // This check must come before ZipFile opens the file: ZipFile would read the central directory of a replacement
        // into memory, whatever its size.
        requireUnchanged(before);
        try (ZipFile zip = open()) {
            read(zip);
        }
        requireUnchanged(before);
        if (contents.files() == 0) {
            throw invalid("contains no files. Check the step that creates it");
        }
        String sha256 = HexFormat.of().formatHex(digest.digest());
        return new ArchiveFacts(
                contents.toStatistics(), size, measured, sha256, contents.digest(), SkippedFiles.nothing());
    }

    private void requireUnchanged(String before) throws IOException {
        if (!state().equals(before)) {
            throw invalid("changed while it was read. Submit it after the step that creates it has ended");
        }
    }

    private String state() throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return now.fileKey() + " " + now.size() + " " + now.lastModifiedTime();
    }

    private ZipFile open() throws IOException {
        try {
            return open(StandardCharsets.UTF_8);
        } catch (ZipException | RuntimeException e) {
            // Names without the UTF-8 flag can have any charset. ISO-8859-1 can decode all bytes.
            try {
                return open(StandardCharsets.ISO_8859_1);
            } catch (ZipException | RuntimeException damage) {
                throw invalid(reason(String.valueOf(damage.getMessage())));
            }
        }
    }

    /** Also lists all entries, because Java 17 checks the comment of an entry only when the entry is listed. */
    private ZipFile open(Charset charset) throws IOException {
        ZipFile zip = new ZipFile(file.toFile(), charset);
        try {
            zip.entries().asIterator().forEachRemaining(entry -> {});
            return zip;
        } catch (RuntimeException e) {
            zip.close();
            throw e;
        }
    }

    /** Only the messages of {@link ZipFile} distinguish unsupported archives from damaged ones. */
    private static String reason(String problem) {
        if (problem.contains("encrypted")) {
            return "contains an encrypted entry. Create it without a password";
        }
        if (problem.contains("compression method")) {
            return "contains an entry with an unsupported compression method. Use deflate";
        }
        return "is not a valid zip file (" + problem + "). Check the step that creates it";
    }

    /** Reads each entry while listing, because a lookup by name could find another entry of the same name. */
    private void read(ZipFile zip) throws IOException, InterruptedException {
        for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
            ZipEntry entry = entries.nextElement();
            if (!EntryName.staysInside(entry.getName())) {
                throw invalid(
                        "contains " + shown(entry) + ", whose name leads outside the archive. Use relative names");
            }
            if (hasNegativeSize(entry)) {
                throw damaged(entry);
            }
            if (entry.getSize() > MAX_UNPACKED - contents.bytes()) {
                throw invalid("unpacks to more than " + (MAX_UNPACKED >> 30) + " GiB. Put less into it");
            }
            // Some tools on Windows separate folders with backslashes.
            String name = entry.getName().contains("/")
                    ? entry.getName()
                    : entry.getName().replace('\\', '/');
            if (!name.endsWith("/")) {
                read(zip, entry, name);
            }
        }
    }

    /** Also finds a negative offset. If the compressed size is negative, Java 17 may never stop reading the content. */
    private static boolean hasNegativeSize(ZipEntry entry) {
        byte[] bytes = entry.getExtra();
        ByteBuffer extra = ByteBuffer.wrap(bytes == null ? new byte[0] : bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (extra.remaining() >= 4) {
            boolean zip64 = extra.getShort() == 1;
            int length = Math.min(Short.toUnsignedInt(extra.getShort()), extra.remaining());
            LongBuffer sizes = extra.slice(extra.position(), length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asLongBuffer();
            while (zip64 && sizes.hasRemaining()) {
                if (sizes.get() < 0) {
                    return true;
                }
            }
            extra.position(extra.position() + length);
        }
        return false;
    }

    private void read(ZipFile zip, ZipEntry entry, String name) throws IOException, InterruptedException {
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
        } catch (ZipException | EOFException e) {
            throw damaged(entry);
        }
        if (size != entry.getSize() || print.crc() != entry.getCrc()) {
            throw damaged(entry);
        }
        contents.add(name, size, print.sha256());
        each.accept(new SelectedFile(name, size, file));
    }

    private ArchiveException damaged(ZipEntry entry) {
        return invalid("is damaged at " + shown(entry) + ". Create it again");
    }

    private static String shown(ZipEntry entry) {
        return "the entry '" + AntPattern.shown(entry.getName()) + "'";
    }

    private ArchiveException invalid(String why) {
        return new ArchiveException("The archive " + file + " " + why + ".");
    }
}
