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
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/**
 * An archive, or the files of a dry run. The agent creates this object, which is then stored, exported and returned. On
 * arrival from an agent, and when a build is loaded, {@link #readResolve} bounds all values.
 */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
@SuppressWarnings("serial") // all lists are serializable
public final class ArchiveReport implements Serializable {
    private static final long serialVersionUID = 1;

    private static final int MAX_NAMES = SkippedFiles.MAX_NAMES;
    private static final int MAX_NAME_LENGTH = 300;

    private final long files;
    private final long rawBytes;
    private final long archiveBytes;
    private final long encodedBytes;
    private final String sha256;
    private final String contentDigest;
    private final long namesInvalidOnWindows;
    private final long likelySecrets;
    private final List<String> likelySecretNames;
    private final List<String> unmatchedPatterns;
    private final List<Share> folders;
    private final List<Share> types;
    private final List<SkippedGroup> skippedFiles;
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
        skippedFiles = facts.skippedFiles().groups().stream()
                .map(group -> new SkippedGroup(group.reason(), group.count(), group.names()))
                .sorted(Comparator.comparing(group -> switch (group.reason()) {
                    case EXCLUDED_FILE, NOT_INCLUDED_FILE -> 2;
                    case EXCLUDED_DIRECTORY, NOT_INCLUDED_DIRECTORY -> 1;
                    default -> 0;
                }))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** @param names whether the copy has names of files and folders, and patterns */
    private ArchiveReport(ArchiveReport from, boolean names, UnaryOperator<String> masked) {
        UnaryOperator<String> shown = text -> PlainText.oneLine(masked.apply(PlainText.oneLine(text)), MAX_NAME_LENGTH);
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
        Function<Share, Share> share = each -> new Share(shown.apply(each.getName()), each.getFiles(), each.getBytes());
        folders = bounded(from.folders, names ? ContentStatistics.MAX_SHARES : 0, share);
        types = bounded(from.types, ContentStatistics.MAX_SHARES, share);
        skippedFiles = new ArrayList<>();
        int room = names ? MAX_NAMES : 0;
        for (SkippedGroup group : bounded(from.skippedFiles, MAX_NAMES, each -> each)) {
            if (group.reason() != null) {
                List<String> first = bounded(group.getNames(), room, shown);
                room -= first.size();
                skippedFiles.add(new SkippedGroup(group.reason(), group.getCount(), first));
            }
        }
        previousBytes = from.previousBytes;
        previousBuild = from.previousBuild;
    }

    private static <F, T> ArrayList<T> bounded(Collection<F> values, int limit, Function<F, T> copy) {
        ArrayList<T> copies = new ArrayList<>();
        if (values != null) {
            values.stream()
                    .filter(value -> value != null)
                    .limit(limit)
                    .map(copy)
                    .forEach(copies::add);
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
    public ArchiveReport masked(UnaryOperator<String> mask) {
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
        ArchiveWarnings.shrunk(archiveBytes, previousBytes, previousBuild).ifPresent(warnings::add);
        return warnings;
    }

    /** Returns the warnings except the one about a much smaller archive. */
    public List<String> getContentWarnings() {
        return ArchiveWarnings.of(this);
    }

    public String getFileCount() {
        return Figures.count(files, "file");
    }

    public String getFileNumber() {
        return Figures.count(files);
    }

    public String getRawSize() {
        return Figures.bytes(rawBytes);
    }

    public String getArchiveSize() {
        return Figures.bytes(archiveBytes);
    }

    /** Returns one share for all files that are in none of the given shares; null if there is no such file. */
    public Share rest(List<Share> shares) {
        long restFiles =
                files - shares.stream().mapToLong(share -> share.getFiles()).sum();
        long restBytes =
                rawBytes - shares.stream().mapToLong(share -> share.getBytes()).sum();
        return restFiles > 0 ? new Share("", restFiles, restBytes) : null;
    }

    @Exported
    public long getFiles() {
        return files;
    }

    /** Size of all files before compression, in bytes. */
    @Exported
    public long getRawBytes() {
        return rawBytes;
    }

    /** In bytes; 0 for a dry run. */
    @Exported
    public long getArchiveBytes() {
        return archiveBytes;
    }

    /** Size of the archive in the request body, in bytes. */
    public long getEncodedBytes() {
        return encodedBytes;
    }

    /** Empty for a dry run. */
    @Exported
    public String getSha256() {
        return sha256;
    }

    /** SHA-256 over the names, sizes and contents of the files; empty for a dry run. */
    @Exported
    public String getContentDigest() {
        return contentDigest;
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

    /** The names of the first likely secrets; empty for users without permission to read the workspace. */
    @Exported
    public List<String> getLikelySecretNames() {
        return likelySecretNames;
    }

    /** The patterns that match nothing; empty for users without permission to read the workspace. */
    @Exported
    public List<String> getUnmatchedPatterns() {
        return unmatchedPatterns;
    }

    /** The largest folders, largest first; empty for users without permission to read the workspace. */
    @Exported(inline = true)
    public List<Share> getFolders() {
        return folders;
    }

    /** The file types with the most bytes, largest first. */
    @Exported(inline = true)
    public List<Share> getTypes() {
        return types;
    }

    @Exported(inline = true)
    public List<SkippedGroup> getSkippedFiles() {
        return skippedFiles;
    }
}
