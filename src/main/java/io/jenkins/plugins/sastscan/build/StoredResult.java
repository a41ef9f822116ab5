package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import io.jenkins.plugins.sastscan.report.GitReport;
import io.jenkins.plugins.sastscan.report.StageReport;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.submission.ArchiveWarnings;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionResult;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Stores the result of a submission in the report, with secrets masked, and restores it after a restart of Jenkins. */
record StoredResult(SubmissionReport report, UnaryOperator<String> masked) {
    void keep(Stage stage, SubmissionResult result) {
        switch (stage) {
            case ACCESS -> {}
            case ARCHIVE -> {
                if (result.archive() != null) {
                    ArchiveFacts facts = result.archive();
                    ArchiveReport archive = new ArchiveReport(
                            facts.files(),
                            facts.rawBytes(),
                            facts.archiveBytes(),
                            facts.sha256(),
                            facts.contentDigest());
                    report.setArchive(filled(archive, facts.contents(), facts.skippedFiles(), result.warnings()));
                } else {
                    report.setBuildThatUploaded(result.buildThatUploaded());
                }
            }
            case UPLOAD -> report.setUploaded();
            case GIT_SETTINGS -> report.setGit(git(result.git()));
            case FORCE_SCAN -> report.setScanForced();
        }
    }

    void keep(AgentArchiver.DryRunResult listed) {
        ContentStatistics contents = listed.contents();
        List<String> warnings = ArchiveWarnings.warnings(contents, listed.skippedFiles());
        ArchiveReport archive = new ArchiveReport(contents.files(), contents.bytes(), 0, "", "");
        report.setArchive(filled(archive, contents, listed.skippedFiles(), warnings));
    }

    /**
     * Restores the result of the completed stages. In the restored warnings, secrets may be masked. No other restored
     * value is masked.
     *
     * @param stages the completed stages
     */
    SubmissionResult restored(ProjectId project, Set<Stage> stages) {
        SubmissionResult result = new SubmissionResult(project);
        for (StageReport each : report.getStages()) {
            result.end(Stage.values()[each.order()], Duration.ofMillis(each.getMilliseconds()));
        }
        if (stages.contains(Stage.ARCHIVE) && report.isUnchanged()) {
            result.setBuildThatUploaded(report.getBuildThatUploaded());
        } else if (stages.contains(Stage.ARCHIVE)) {
            result.setArchive(facts(report.getArchive()));
            result.warnings().clear();
            result.warnings().addAll(report.getArchive().getWarnings());
        }
        if (stages.contains(Stage.GIT_SETTINGS)) {
            GitReport git = report.getGit();
            result.setGit(new SubmissionResult.WrittenGit(
                    git.getUrl(), git.getBranch(), git.getAuthentication(), git.readBack()));
        }
        return result;
    }

    private ArchiveReport filled(
            ArchiveReport archive, ContentStatistics contents, SkippedFiles skippedFiles, List<String> warnings) {
        for (ContentStatistics.Share folder : contents.folders()) {
            archive.addFolder(masked.apply(folder.name()), folder.files(), folder.bytes());
        }
        for (ContentStatistics.Share type : contents.types()) {
            archive.addType(masked.apply(type.name()), type.files(), type.bytes());
        }
        Optional<String> unmatched = ArchiveWarnings.unmatchedPatterns(skippedFiles);
        for (String sentence : warnings) {
            archive.addWarning(
                    masked.apply(sentence), unmatched.filter(sentence::equals).isPresent());
        }
        archive.setNamesInvalidOnWindows(contents.namesInvalidOnWindows());
        archive.setLikelySecrets(
                contents.likelySecrets(),
                contents.likelySecretNames().stream().map(masked).toList());
        for (SkippedFiles.Group group : skippedFiles.byImportance()) {
            archive.addSkippedFiles(
                    group.reason().name(),
                    group.reason().words(group.count()),
                    group.count(),
                    group.names().stream().map(masked).toList());
        }
        skippedFiles.unmatchedPatterns().stream().map(masked).forEach(archive::addUnmatchedPattern);
        return archive;
    }

    /** Returns the facts that later stages need. All lists of names are empty. */
    private static ArchiveFacts facts(ArchiveReport archive) {
        List<SkippedFiles.Group> skipped = archive.getSkippedFiles().stream()
                .filter(each -> each.constant() != null)
                .map(each -> new SkippedFiles.Group(
                        SkippedFiles.SkipReason.valueOf(each.constant()), each.getCount(), List.of(), List.of()))
                .sorted(Comparator.comparing(SkippedFiles.Group::reason))
                .toList();
        return new ArchiveFacts(
                new ContentStatistics(
                        archive.getFiles(),
                        archive.getRawBytes(),
                        List.of(),
                        List.of(),
                        archive.getNamesInvalidOnWindows(),
                        archive.getLikelySecrets(),
                        List.of()),
                archive.getArchiveBytes(),
                // Only an upload needs the encoded size, and this archive is already uploaded.
                archive.getArchiveBytes(),
                archive.getSha256(),
                archive.getContentDigest(),
                new SkippedFiles(skipped, List.of()));
    }

    private GitReport git(SubmissionResult.WrittenGit git) {
        Map<String, Object> readBack = new LinkedHashMap<>(git.readBack());
        readBack.replaceAll((key, value) -> value instanceof String text ? masked.apply(text) : value);
        return new GitReport(masked.apply(git.url()), masked.apply(git.branch()), git.authentication(), readBack);
    }
}
