package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/**
 * The stored report of an archive, or of the files of a dry run. The report never changes after it is added to a
 * submission. It limits the sizes of all values, because agents send these values.
 */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public final class ArchiveReport {
    static final int MAX_SHARES = 10;
    static final int MAX_NAMES = 100;
    private static final int MAX_REASONS = 100;
    private static final int MAX_NAME_LENGTH = 300;
    private static final int MAX_WARNING_LENGTH = 4_000;

    private final long files;
    private final long rawBytes;
    private final long archiveBytes;
    private final String sha256;
    private final String contentDigest;
    private long namesInvalidOnWindows;
    private long likelySecrets;
    /** This field and the next two are null in builds from older plugin versions. */
    private ArrayList<String> likelySecretNames = new ArrayList<>();

    private ArrayList<String> warnings = new ArrayList<>();
    /** Only users with permission to read the workspace see these warnings, because they quote patterns. */
    private ArrayList<String> warningsWithNames = new ArrayList<>();

    private final ArrayList<ShareReport> folders = new ArrayList<>();
    private final ArrayList<ShareReport> types = new ArrayList<>();
    private final ArrayList<SkippedFilesReport> skippedFiles = new ArrayList<>();

    /** Null in builds from older plugin versions. */
    private ArrayList<String> unmatchedPatterns = new ArrayList<>();

    /** Both digests are empty for a dry run. */
    public ArchiveReport(long files, long rawBytes, long archiveBytes, String sha256, String contentDigest) {
        this.files = files;
        this.rawBytes = rawBytes;
        this.archiveBytes = archiveBytes;
        this.sha256 = shown(sha256);
        this.contentDigest = shown(contentDigest);
    }

    /**
     * Keeps only the first {@value #MAX_SHARES} folders, so add the largest first.
     *
     * @param name the top-level folder; empty for the files outside all folders
     */
    public void addFolder(String name, long itsFiles, long itsBytes) {
        add(folders, name, itsFiles, itsBytes);
    }

    /**
     * Keeps only the first {@value #MAX_SHARES} file types, so add the largest first.
     *
     * @param name the extension, such as {@code java}; empty for the files without one
     */
    public void addType(String name, long itsFiles, long itsBytes) {
        add(types, name, itsFiles, itsBytes);
    }

    /**
     * @param constant the name of the reason's enum constant, such as {@code EXCLUDED_FILE}
     * @param reason the words after the number of files, such as "excluded files"
     */
    public void addSkippedFiles(String constant, String reason, long count, List<String> names) {
        int room = MAX_NAMES
                - skippedFiles.stream().mapToInt(each -> each.getNames().size()).sum();
        if (skippedFiles.size() < MAX_REASONS) {
            skippedFiles.add(new SkippedFilesReport(
                    constant,
                    shown(reason),
                    count,
                    names.stream().limit(room).map(ArchiveReport::shown).toList()));
        }
    }

    public void addUnmatchedPattern(String pattern) {
        if (unmatchedPatterns.size() < MAX_NAMES) {
            unmatchedPatterns.add(shown(pattern));
        }
    }

    public void setNamesInvalidOnWindows(long number) {
        namesInvalidOnWindows = number;
    }

    public void setLikelySecrets(long number, List<String> names) {
        likelySecrets = number;
        names.stream().limit(MAX_NAMES).map(ArchiveReport::shown).forEach(likelySecretNames::add);
    }

    /** @param names true if the sentence quotes patterns or file names */
    public void addWarning(String sentence, boolean names) {
        (names ? warningsWithNames : warnings).add(PlainText.oneLine(sentence, MAX_WARNING_LENGTH));
    }

    ArchiveReport withoutNames() {
        ArchiveReport shown = new ArchiveReport(files, rawBytes, archiveBytes, sha256, contentDigest);
        shown.namesInvalidOnWindows = namesInvalidOnWindows;
        shown.likelySecrets = likelySecrets;
        shown.warnings = warnings;
        shown.types.addAll(types);
        skippedFiles.forEach(
                each -> shown.addSkippedFiles(each.constant(), each.getReason(), each.getCount(), List.of()));
        return shown;
    }

    private static void add(List<ShareReport> shares, String name, long files, long bytes) {
        if (shares.size() < MAX_SHARES) {
            shares.add(new ShareReport(shown(name), files, bytes));
        }
    }

    private static String shown(String text) {
        return PlainText.oneLine(text, MAX_NAME_LENGTH);
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

    /** The largest folders, largest first; empty for users without permission to read the workspace. */
    @Exported(inline = true)
    public List<ShareReport> getFolders() {
        return Collections.unmodifiableList(folders);
    }

    /** The file types with the most bytes, largest first. */
    @Exported(inline = true)
    public List<ShareReport> getTypes() {
        return Collections.unmodifiableList(types);
    }

    @Exported(inline = true)
    public List<SkippedFilesReport> getSkippedFiles() {
        return Collections.unmodifiableList(skippedFiles);
    }

    /**
     * The patterns that match nothing, such as {@code exclude 'x'}; empty for users without permission to read the
     * workspace.
     */
    @Exported
    public List<String> getUnmatchedPatterns() {
        return unmatchedPatterns == null ? List.of() : Collections.unmodifiableList(unmatchedPatterns);
    }

    @Exported
    public long getNamesInvalidOnWindows() {
        return namesInvalidOnWindows;
    }

    /** The number of files that probably contain a secret, judging by their names. */
    @Exported
    public long getLikelySecrets() {
        return likelySecrets;
    }

    /**
     * The names of the first files that probably contain a secret; empty for users without permission to read the
     * workspace.
     */
    @Exported
    public List<String> getLikelySecretNames() {
        return likelySecretNames == null ? List.of() : Collections.unmodifiableList(likelySecretNames);
    }

    /** Users without permission to read the workspace get no warnings that quote patterns or file names. */
    @Exported
    public List<String> getWarnings() {
        return Stream.of(warningsWithNames, warnings)
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .toList();
    }

    public String getFileCount() {
        return Figures.count(files, "file");
    }

    public String getRawSize() {
        return Figures.bytes(rawBytes);
    }

    public String getArchiveSize() {
        return Figures.bytes(archiveBytes);
    }

    String getSummary() {
        int number = getWarnings().size();
        return (sha256.isEmpty()
                        ? Messages.SubmissionReport_dryRun(getFileCount(), getRawSize())
                        : Messages.SubmissionReport_archive(getFileCount(), getRawSize(), getArchiveSize()))
                + (number > 0 ? ", " + Messages.SubmissionReport_warnings(number) : "");
    }

    /** Returns one share for all files that are in none of the given shares; null if there is no such file. */
    public ShareReport rest(List<ShareReport> shares) {
        long restFiles =
                files - shares.stream().mapToLong(ShareReport::getFiles).sum();
        long restBytes =
                rawBytes - shares.stream().mapToLong(ShareReport::getBytes).sum();
        return restFiles > 0 ? new ShareReport("", restFiles, Math.max(0, restBytes)) : null;
    }

    /** Returns the size of a share as a percentage of all bytes, such as {@code 12.5%}. */
    public String width(ShareReport share) {
        return Figures.percent(share.getBytes(), rawBytes);
    }
}
