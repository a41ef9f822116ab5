package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/**
 * An archive as a build keeps it. Filled by one thread, and not changed any more once it is part of a submission. What an
 * agent told is held to bounds here, whatever it was.
 */
@ExportedBean(defaultVisibility = 2)
public final class ArchiveReport {
    static final int MOST_SHARES = 10;
    static final int MOST_NAMES = 100;
    private static final int MOST_REASONS = 20;
    private static final int LONGEST_NAME = 300;

    private final long files;
    private final long rawBytes;
    private final long archiveBytes;
    private final String sha256;
    private final String contentDigest;
    private long namesInvalidOnWindows;
    private final ArrayList<ShareReport> folders = new ArrayList<>();
    private final ArrayList<ShareReport> types = new ArrayList<>();
    private final ArrayList<SkippedFilesReport> skippedFiles = new ArrayList<>();

    /** An archive of so many files, of so many bytes before and after compression. */
    public ArchiveReport(long files, long rawBytes, long archiveBytes, String sha256, String contentDigest) {
        this.files = files;
        this.rawBytes = rawBytes;
        this.archiveBytes = archiveBytes;
        this.sha256 = shown(sha256);
        this.contentDigest = shown(contentDigest);
    }

    /** Adds the next largest folder; the empty name is for files in none. */
    public void addFolder(String name, long itsFiles, long itsBytes) {
        add(folders, name, itsFiles, itsBytes);
    }

    /** Adds the next largest type of files; the empty name is for files without an ending. */
    public void addType(String name, long itsFiles, long itsBytes) {
        add(types, name, itsFiles, itsBytes);
    }

    /** Adds what was left out for a reason: how many, and names of it. */
    public void addSkippedFiles(String reason, long count, List<String> names) {
        int room = MOST_NAMES
                - skippedFiles.stream().mapToInt(each -> each.getNames().size()).sum();
        if (skippedFiles.size() < MOST_REASONS) {
            skippedFiles.add(new SkippedFilesReport(
                    shown(reason),
                    count,
                    names.stream().limit(room).map(ArchiveReport::shown).toList()));
        }
    }

    /** How many files cannot be unpacked on Windows under their names. */
    public void setNamesInvalidOnWindows(long number) {
        namesInvalidOnWindows = number;
    }

    /** The same without names of files and folders. */
    ArchiveReport withoutNames() {
        ArchiveReport shown = new ArchiveReport(files, rawBytes, archiveBytes, sha256, contentDigest);
        shown.namesInvalidOnWindows = namesInvalidOnWindows;
        shown.types.addAll(types);
        skippedFiles.forEach(each -> shown.addSkippedFiles(each.getReason(), each.getCount(), List.of()));
        return shown;
    }

    private static void add(List<ShareReport> shares, String name, long files, long bytes) {
        if (shares.size() < MOST_SHARES) {
            shares.add(new ShareReport(shown(name), files, bytes));
        }
    }

    private static String shown(String text) {
        return PlainText.oneLine(text, LONGEST_NAME);
    }

    @Exported
    public long getFiles() {
        return files;
    }

    @Exported
    public long getRawBytes() {
        return rawBytes;
    }

    @Exported
    public long getArchiveBytes() {
        return archiveBytes;
    }

    @Exported
    public String getSha256() {
        return sha256;
    }

    @Exported
    public String getContentDigest() {
        return contentDigest;
    }

    /** The largest folders, the largest first; none for people who may not read the workspace. */
    @Exported(inline = true)
    public List<ShareReport> getFolders() {
        return Collections.unmodifiableList(folders);
    }

    /** The types of files with the most bytes, that with the most first. */
    @Exported(inline = true)
    public List<ShareReport> getTypes() {
        return Collections.unmodifiableList(types);
    }

    @Exported(inline = true)
    public List<SkippedFilesReport> getSkippedFiles() {
        return Collections.unmodifiableList(skippedFiles);
    }

    /** How many files cannot be unpacked on Windows under their names. */
    @Exported
    public long getNamesInvalidOnWindows() {
        return namesInvalidOnWindows;
    }

    public String getCountInvalidOnWindows() {
        return Figures.count(namesInvalidOnWindows, "file");
    }

    public String getCount() {
        return Figures.count(files, "file");
    }

    public String getRawSize() {
        return Figures.bytes(rawBytes);
    }

    public String getArchiveSize() {
        return Figures.bytes(archiveBytes);
    }

    /** What the shares leave of the whole; null for nothing. */
    public ShareReport rest(List<ShareReport> shares) {
        long restFiles =
                files - shares.stream().mapToLong(ShareReport::getFiles).sum();
        long restBytes =
                rawBytes - shares.stream().mapToLong(ShareReport::getBytes).sum();
        return restFiles > 0 ? new ShareReport("", restFiles, Math.max(0, restBytes)) : null;
    }

    /** A share of all bytes, as a width. */
    public String width(ShareReport share) {
        return Widths.percent(share.getBytes(), rawBytes);
    }
}
