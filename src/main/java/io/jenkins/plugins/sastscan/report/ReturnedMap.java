package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.LinkedHashMap;
import java.util.Map;

/** The map that the step returns. It has no keys for missing values. {@code docs/pipeline.md} lists the keys. */
final class ReturnedMap {
    private ReturnedMap() {}

    static Map<String, Object> of(SubmissionReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("projectId", report.getProjectId());
        if (report.isDryRun()) {
            map.put("dryRun", true);
            map.putAll(of(report.archive));
            map.put("unchanged", false);
            return map;
        }
        if (!report.getProjectPage().isEmpty()) {
            map.put("projectPage", report.getProjectPage());
        }
        if (report.archive != null) {
            map.put("archive", of(report.archive));
        }
        map.put("unchanged", report.isUnchanged());
        map.put("superseded", report.isSuperseded());
        if (report.git != null) {
            map.put("git", report.git.toMap());
        }
        map.put("scanForced", report.isScanForced());
        Map<String, Object> milliseconds = new LinkedHashMap<>();
        report.getStages().forEach(stage -> milliseconds.put(stage.getName(), stage.getMilliseconds()));
        map.put("milliseconds", milliseconds);
        if (report.manifest != null) {
            map.put("manifest", report.getManifest());
        }
        return map;
    }

    private static Map<String, Object> of(ArchiveReport archive) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("files", archive.getFiles());
        map.put("rawBytes", archive.getRawBytes());
        if (!archive.getSha256().isEmpty()) {
            map.put("archiveBytes", archive.getArchiveBytes());
            map.put("sha256", archive.getSha256());
            map.put("contentDigest", archive.getContentDigest());
            map.put("namesInvalidOnWindows", archive.getNamesInvalidOnWindows());
        }
        Map<String, Object> skipped = new LinkedHashMap<>();
        archive.getSkippedFiles().forEach(group -> skipped.put(PlainText.key(group.reason()), group.getCount()));
        map.put("skippedFiles", skipped);
        map.put("likelySecrets", archive.getLikelySecrets());
        map.put("warnings", archive.getWarnings());
        return map;
    }
}
