package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.AntPattern;
import io.jenkins.plugins.sastscan.archive.select.SourceRoot;
import io.jenkins.plugins.sastscan.archive.zip.ZipStructure;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** An existing archive, created by the build. */
public final class ReadyArchive {
    /** Maximum size of all unpacked files together, in bytes. A larger archive is rejected as a zip bomb. */
    public static final long MAX_UNPACKED = 100L << 30;

    private final Path file;
    private final LongConsumer progress;
    private final Consumer<SelectedFile> each;
    private final ContentStatistics contents = new ContentStatistics();
    private final PortableNames portable = new PortableNames();
    private final SkippedFiles lost = new SkippedFiles();
    private final byte[] buffer = new byte[1 << 16];
    private long unpacked;

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
     *     be encrypted, and must have relative names, and all programs must see the same entries. Limits: 64 MiB for
     *     the central directory, 100 GiB for all files together
     * @param each called for each file in the archive; {@link SelectedFile#path} is always {@code file}
     * @throws ArchiveException if the archive cannot be read, is damaged, or violates one of the rules or limits above
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
        MessageDigest digest = Checksums.newSha256();
        long measured = 0;
        try (SeekableByteChannel channel = SourceFile.openNoLink(file)) {
            ByteBuffer space = ByteBuffer.wrap(buffer);
            for (int got = channel.read(space); got >= 0; got = channel.read(space.clear())) {
                digest.update(buffer, 0, got);
                measured += limit.measure(buffer, got);
                limit.check(measured, "The archive " + file, "Put less into it");
            }
            String sha256 = HexFormat.of().formatHex(digest.digest());
            long size = channel.position();
            ZipStructure structure = new ZipStructure(channel);
            for (ZipStructure.Header entry = structure.next(); entry != null; entry = structure.next()) {
                read(channel.position(structure.data()), entry, entry.name());
            }
            if (contents.files() == 0) {
                throw invalid("contains no files. Check the step that creates it");
            }
            return new ArchiveFacts(contents, size, measured, sha256, contents.digest(), lost);
        } catch (ZipStructure.Problem e) {
            throw invalid(e.getMessage());
        }
    }

    /**
     * Checks an entry. Data after the end of deflated content is an error, because other programs could find entries in
     * it. Folders can have such data, too.
     */
    private void read(SeekableByteChannel channel, ZipStructure.Header entry, String name)
            throws IOException, InterruptedException {
        if (!EntryName.staysInside(name)) {
            throw invalid("contains the entry \"" + AntPattern.shown(name)
                    + "\", whose name leads outside the archive. Use relative names");
        }
        if (entry.size() > MAX_UNPACKED - unpacked) {
            throw invalid("unpacks to more than " + (MAX_UNPACKED >> 30) + " GiB. Put less into it");
        }
        unpacked += entry.size();
        Checksums print = new Checksums();
        long size = 0;
        boolean damaged;
        Inflater inflater = new Inflater(true);
        InputStream content = content(channel, entry, inflater);
        try {
            int got = 1;
            while (got > 0 && size <= entry.size()) {
                long most = entry.size() - size + (entry.deflated() ? 1 : 0);
                got = content.read(buffer, 0, (int) Math.min(buffer.length, most));
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while reading an archive.");
                }
                print.add(buffer, Math.max(0, got));
                size += Math.max(0, got);
                progress.accept(contents.bytes() + size);
            }
            damaged = entry.deflated() && inflater.getBytesRead() != entry.compressed();
        } catch (ZipException | EOFException e) {
            damaged = true;
        } finally {
            inflater.end();
        }
        if (damaged || size != entry.size() || (int) print.crc() != entry.crc()) {
            throw invalid("is damaged at the entry \"" + AntPattern.shown(name) + "\". Create it again");
        }
        if (!name.endsWith("/")) {
            contents.add(name, size, print.sha256());
            each.accept(new SelectedFile(name, size, file));
            SkipReason problem = portable.problem(name);
            if (problem != null) {
                lost.add(problem, name, "");
            }
        }
    }

    /** Returns a stream that must not be closed, because that would close the channel. */
    private static InputStream content(SeekableByteChannel channel, ZipStructure.Header entry, Inflater inflater) {
        InputStream packed = Channels.newInputStream(channel);
        return entry.deflated() ? new InflaterInputStream(packed, inflater, 1 << 14) : packed;
    }

    private ArchiveException invalid(String why) {
        return new ArchiveException("The archive " + file + " " + why + ".");
    }
}
