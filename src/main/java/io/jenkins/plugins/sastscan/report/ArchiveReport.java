package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/**
 * An archive, or the files of a dry run. The agent creates this object, which is then stored, exported and returned.
 * {@link #readResolve} bounds all values when the object arrives. Names of files and folders, and patterns, are hidden
 * from users without permission to read the workspace.
 */
@ExportedBean(defaultVisibility = 2)
@SuppressWarnings("serial") // all lists are serializable
public final class ArchiveReport implements Serializable {
    private static final long serialVersionUID = 1;

    private static final int MAX_NAMES = SkippedFiles.MAX_NAMES;
    private static final int MAX_NAME_LENGTH = 300;

    @Exported
    public final long files;

    /** Size of all files before compression, in bytes. */
    @Exported
    public final long rawBytes;

    /** In bytes; 0 for a dry run. */
    @Exported
    public final long archiveBytes;

    /** Size of the archive in the request body, in bytes. */
    public final long encodedBytes;

    /** Empty for a dry run. */
    @Exported
    public final String sha256;

    /** SHA-256 over the names, sizes and contents of the files; empty for a dry run. */
    @Exported
    public final String contentDigest;

    @Exported
    public final long namesInvalidOnWindows;

    /** The number of files that probably contain a secret, judging by their names. */
    @Exported
    public final long likelySecrets;

    /** The names of the first likely secrets. */
    @Exported
    public final List<String> likelySecretNames;

    /** The patterns that match nothing. */
    @Exported
    public final List<String> unmatchedPatterns;

    /** The largest folders, largest first. */
    @Exported(inline = true)
    public final List<Share> folders;

    /** The file types with the most bytes, largest first. */
    @Exported(inline = true)
    public final List<Share> types;

    @Exported(inline = true)
    public final List<SkippedGroup> skippedFiles;

    private long previousBytes;
    private int previousBuild;

    public ArchiveReport(ArchiveFacts facts) {
        ContentStatistics contents = facts.contents();
        files = contents.files();
        rawBytes = contents.bytes();
        archiveBytes = facts.archiveBytes();
        encodedBytes = facts.encodedBytes();
        sha256 = facts.sha256();
        contentDigest = facts.contentDigest();
        namesInvalidOnWindows = contents.namesInvalidOnWindows();
        likelySecrets = contents.likelySecrets();
        likelySecretNames = contents.likelySecretNames();
        unmatchedPatterns = bounded(facts.skippedFiles().unmatchedPatterns(), MAX_NAMES, pattern -> pattern);
        folders = shares(contents.folders());
        types = shares(contents.types());
        skippedFiles = bounded(
                facts.skippedFiles().groups(),
                MAX_NAMES,
                group -> new SkippedGroup(group.reason(), group.count(), group.names()));
        skippedFiles.sort(Comparator.comparing(group -> switch (group.skipReason) {
            case EXCLUDED_FILE, NOT_INCLUDED_FILE -> 2;
            case EXCLUDED_DIRECTORY, NOT_INCLUDED_DIRECTORY -> 1;
            default -> 0;
        }));
    }

    /** @param names whether the copy has names of files and folders, and patterns */
    private ArchiveReport(ArchiveReport from, boolean names, UnaryOperator<String> masked) {
        UnaryOperator<String> shown = text -> PlainText.oneLine(masked.apply(PlainText.oneLine(text)), MAX_NAME_LENGTH);
        Function<Share, Share> share = each -> new Share(shown.apply(each.name), each.files, each.bytes);
        files = Math.max(0, from.files);
        rawBytes = Math.max(0, from.rawBytes);
        archiveBytes = Math.max(0, from.archiveBytes);
        encodedBytes = Math.max(0, from.encodedBytes);
        sha256 = shown.apply(from.sha256);
        contentDigest = shown.apply(from.contentDigest);
        namesInvalidOnWindows = Math.max(0, from.namesInvalidOnWindows);
        likelySecrets = Math.max(0, from.likelySecrets);
        likelySecretNames = bounded(from.likelySecretNames, names ? MAX_NAMES : 0, shown);
        unmatchedPatterns = bounded(from.unmatchedPatterns, names ? MAX_NAMES : 0, shown);
        folders = bounded(from.folders, names ? ContentStatistics.MAX_SHARES : 0, share);
        types = bounded(from.types, ContentStatistics.MAX_SHARES, share);
        skippedFiles = new ArrayList<>();
        int room = names ? MAX_NAMES : 0;
        for (SkippedGroup group : bounded(from.skippedFiles, MAX_NAMES, each -> each)) {
            if (group.skipReason != null) {
                List<String> first = bounded(group.names, room, shown);
                room -= first.size();
                skippedFiles.add(new SkippedGroup(group.skipReason, group.count, first));
            }
        }
        previousBytes = from.previousBytes;
        previousBuild = from.previousBuild;
    }

    private static <F, T> ArrayList<T> bounded(Collection<F> values, int limit, Function<F, T> copy) {
        ArrayList<T> copies = new ArrayList<>();
        if (values != null) {
            values.stream().filter(Objects::nonNull).limit(limit).map(copy).forEach(copies::add);
        }
        return copies;
    }

    private static List<Share> shares(List<ContentStatistics.Total> totals) {
        return bounded(
                totals, ContentStatistics.MAX_SHARES, total -> new Share(total.name(), total.files(), total.bytes()));
    }

    private Object readResolve() {
        return new ArchiveReport(this, true, UnaryOperator.identity());
    }

    /** Returns a copy in which secrets are masked. */
    ArchiveReport masked(UnaryOperator<String> mask) {
        return new ArchiveReport(this, true, mask);
    }

    ArchiveReport withoutNames() {
        return new ArchiveReport(this, false, UnaryOperator.identity());
    }

    /** Enables the warning about an archive that is much smaller than the previous upload to the project. */
    public void compareWith(long bytes, int build) {
        previousBytes = bytes;
        previousBuild = build;
    }

    /** Users without permission to read the workspace get no warnings that quote patterns. */
    @Exported
    public List<String> getWarnings() {
        List<String> warnings = getContentWarnings();
        if (archiveBytes < previousBytes - previousBytes / 2) {
            warnings.add("The archive is " + Figures.bytes(archiveBytes) + ", less than half of the "
                    + Figures.bytes(previousBytes) + " of build #" + previousBuild
                    + ". Check that the checkout is complete and the patterns are right.");
        }
        return warnings;
    }

    /** Returns the warnings except the one about a much smaller archive. No warning has the name of a file. */
    public List<String> getContentWarnings() {
        List<String> warnings = new ArrayList<>();
        if (!unmatchedPatterns.isEmpty()) {
            warnings.add(SkippedFiles.unmatched(unmatchedPatterns) + "Check their spelling, or remove them.");
        }
        if (likelySecrets > 0) {
            warnings.add("Found " + Figures.count(likelySecrets, "likely secret")
                    + " by file name. Exclude what the SAST server should not receive.");
        }
        if (namesInvalidOnWindows > 0) {
            warnings.add("Windows does not allow the names of " + Figures.count(namesInvalidOnWindows, "file")
                    + ". A SAST server on Windows may fail to unpack the archive; rename or exclude these files."
                    + " A dry run lists them.");
        }
        skippedFiles.stream().flatMap(group -> group.warning().stream()).forEach(warnings::add);
        return warnings;
    }

    /** Returns one share for all files that are in none of the given shares; null if there is no such file. */
    public Share rest(List<Share> shares) {
        long restFiles = files - shares.stream().mapToLong(share -> share.files).sum();
        long restBytes =
                rawBytes - shares.stream().mapToLong(share -> share.bytes).sum();
        return restFiles > 0 ? new Share("", restFiles, restBytes) : null;
    }

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("files", files);
        map.put("rawBytes", rawBytes);
        if (!sha256.isEmpty()) {
            map.put("archiveBytes", archiveBytes);
            map.put("sha256", sha256);
            map.put("contentDigest", contentDigest);
            map.put("namesInvalidOnWindows", namesInvalidOnWindows);
        }
        Map<String, Object> skipped = new LinkedHashMap<>();
        skippedFiles.forEach(group -> skipped.put(PlainText.key(group.skipReason), group.count));
        map.put("skippedFiles", skipped);
        map.put("likelySecrets", likelySecrets);
        map.put("warnings", getWarnings());
        return map;
    }
}
