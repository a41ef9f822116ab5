package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/** An archive that the build made already. */
public final class ReadyArchive {
    /** The most bytes of the list of contents, which is held in memory: some 500,000 files of usual names. */
    static final long LONGEST_LIST = 64L << 20;

    /** The most bytes of all files together: more is no source code, but an archive made to fill somebody's disk. */
    static final long MOST_UNPACKED = 100L << 30;

    /** Stored, deflated, deflated in 64 bits, bzip2: what needs no further library, which may not be there. */
    private static final Set<Integer> METHODS = Set.of(0, 8, 9, 12);

    private final Path file;
    private final ArchiveProgress progress;
    private final ContentDigest contents = new ContentDigest();
    private final EntryLinks links = new EntryLinks();
    private final byte[] buffer = new byte[1 << 16];

    /** Body bytes that those read become. */
    private long measured;

    private ReadyArchive(Path file, ArchiveProgress progress) {
        this.file = file;
        this.progress = progress;
    }

    /**
     * Reads an archive through and says what it holds.
     *
     * @param file a zip file with at least one file in it, not encrypted, whose names stay inside; its list of contents
     *     may have 64 MiB, its files together 100 GiB
     * @param limit how large it may be
     * @param progress told how far it has come, by the calling thread
     * @throws ArchiveTooLargeException if it goes over the limit
     * @throws ArchiveException if it cannot be read, is damaged, or does not fit the above
     * @throws InterruptedException soon after the calling thread was interrupted
     */
    public static ArchiveFacts inspect(Path file, SizeLimit limit, ArchiveProgress progress)
            throws ArchiveException, InterruptedException {
        if (!Files.exists(file)) {
            throw new ArchiveException("The archive " + file + " does not exist: name the one that the build makes.");
        }
        if (!Files.isRegularFile(file)) {
            throw new ArchiveException("The archive " + file + " is not a file: name the one that the build makes.");
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            return new ReadyArchive(file, progress).inspect(channel, limit);
        } catch (ClosedByInterruptException e) {
            // The channel leaves the thread's interrupt set; it goes on as the exception.
            Thread.interrupted();
            throw new InterruptedException("Interrupted while reading an archive.");
        } catch (ArchiveException e) {
            throw e;
        } catch (IOException e) {
            throw new ArchiveException("The archive " + file + " cannot be read (" + IoReason.of(e)
                    + "): name a zip file that the user of this process can read.");
        }
    }

    private ArchiveFacts inspect(SeekableByteChannel channel, SizeLimit limit)
            throws IOException, InterruptedException {
        String sha256 = hash(channel, limit);
        long size = channel.position();
        try (ZipFile zip = open(channel)) {
            for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
                if (entry.isUnixSymlink()) {
                    names(entry, channel).forEach(links::add);
                }
            }
            for (Enumeration<ZipArchiveEntry> entries = zip.getEntries(); entries.hasMoreElements(); ) {
                ZipArchiveEntry entry = entries.nextElement();
                check(zip, entry, channel);
                if (!entry.isDirectory()) {
                    read(zip, entry);
                }
            }
        }
        if (contents.files() == 0) {
            throw refused("holds no file: check the step that makes it");
        }
        return new ArchiveFacts(contents.contents(), size, measured, sha256, contents.hex(), SkippedFiles.nothing());
    }

    private ZipFile open(SeekableByteChannel channel) throws IOException {
        BoundedReadChannel counted = new BoundedReadChannel(channel, LONGEST_LIST);
        try {
            ZipFile zip = ZipFile.builder()
                    .setSeekableByteChannel(counted)
                    .setIgnoreLocalFileHeader(true)
                    .get();
            counted.lift();
            return zip;
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            if (counted.exceeded()) {
                throw refused("has a list of contents of more than " + (LONGEST_LIST >> 20)
                        + " MiB: put fewer files into it");
            }
            throw refused("is no readable zip file (" + e.getMessage() + "): check the step that makes it");
        }
    }

    private String hash(SeekableByteChannel channel, SizeLimit limit) throws IOException {
        MessageDigest digest = Sha256.digest();
        for (int got = channel.read(ByteBuffer.wrap(buffer)); got >= 0; got = channel.read(ByteBuffer.wrap(buffer))) {
            digest.update(buffer, 0, got);
            measured += limit.meter().measure(buffer, 0, got);
            if (measured > limit.bytes()) {
                throw new ArchiveTooLargeException("The archive " + file + " is too large: its first "
                        + channel.position() + " bytes make a request body of " + measured
                        + " bytes already, and the limit is " + limit.bytes()
                        + " bytes; put less into it, or raise the limit.");
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private void check(ZipFile zip, ZipArchiveEntry entry, SeekableByteChannel channel) throws IOException {
        String shown = "the entry '" + AntPattern.shown(entry.getName()) + "'";
        List<String> names = names(entry, channel);
        if (!names.stream().allMatch(EntryName::staysInside)) {
            throw refused("has " + shown + ", whose name leads out of it: make it with relative names");
        }
        if (names.stream().anyMatch(links::areAbove)) {
            throw refused("has " + shown + ", which lies below a link: make it with the files themselves in place of"
                    + " links");
        }
        if (entry.getGeneralPurposeBit().usesEncryption()) {
            throw refused("has " + shown + ", which is encrypted: make it without a password");
        }
        if (!METHODS.contains(entry.getMethod()) || !zip.canReadEntryData(entry)) {
            throw refused("has " + shown + ", which is compressed in an unusual way: make it with deflate");
        }
        if (entry.isUnixSymlink()) {
            String target = target(zip, entry);
            if (!names.stream().allMatch(name -> EntryLinks.staysInside(name, target))) {
                throw refused("has " + shown + ", a link that leads out of it: make it with the files themselves in"
                        + " place of links");
            }
        }
    }

    /** Where a link leads; empty if no system takes it. */
    private static String target(ZipFile zip, ZipArchiveEntry link) throws IOException {
        try (InputStream content = zip.getInputStream(link)) {
            byte[] target = content.readNBytes(EntryLinks.LONGEST_TARGET + 1);
            return target.length > EntryLinks.LONGEST_TARGET ? "" : new String(target, StandardCharsets.UTF_8);
        }
    }

    private List<String> names(ZipArchiveEntry entry, SeekableByteChannel channel) throws IOException {
        try {
            return EntryNames.of(entry, channel);
        } catch (EOFException e) {
            throw damaged(entry);
        }
    }

    private void read(ZipFile zip, ZipArchiveEntry entry) throws IOException, InterruptedException {
        if (entry.getSize() > MOST_UNPACKED - contents.bytes()) {
            throw refused("unpacks to more than " + (MOST_UNPACKED >> 30) + " GiB: put less into it");
        }
        CRC32 crc = new CRC32();
        MessageDigest digest = Sha256.digest();
        long size = 0;
        try (InputStream content = zip.getInputStream(entry)) {
            for (int got = content.read(buffer); got >= 0 && size <= entry.getSize(); got = content.read(buffer)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while reading an archive.");
                }
                crc.update(buffer, 0, got);
                digest.update(buffer, 0, got);
                size += got;
                progress.progressed(contents.files(), contents.bytes() + size);
            }
        }
        if (size != entry.getSize() || crc.getValue() != entry.getCrc()) {
            throw damaged(entry);
        }
        contents.add(entry.getName(), size, digest.digest());
        progress.progressed(contents.files(), contents.bytes());
    }

    private ArchiveException damaged(ZipArchiveEntry entry) {
        return refused("is damaged at the entry '" + AntPattern.shown(entry.getName()) + "': make it anew");
    }

    private ArchiveException refused(String why) {
        return new ArchiveException("The archive " + file + " " + why + ".");
    }
}
