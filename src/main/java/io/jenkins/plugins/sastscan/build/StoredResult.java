package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import io.jenkins.plugins.sastscan.report.GitReport;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.submission.ArchiveWarnings;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.SubmissionResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Stores the result of a submission in the report, with secrets masked. */
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

    private GitReport git(SubmissionResult.WrittenGit git) {
        Map<String, Object> readBack = new LinkedHashMap<>(git.readBack());
        readBack.replaceAll((key, value) -> value instanceof String text ? masked.apply(text) : value);
        return new GitReport(masked.apply(git.url()), masked.apply(git.branch()), git.authentication(), readBack);
    }
}
