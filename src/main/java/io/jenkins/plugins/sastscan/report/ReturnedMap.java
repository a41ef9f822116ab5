package io.jenkins.plugins.sastscan.report;

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
            map.putAll(report.archive.toMap());
            map.put("unchanged", false);
            return map;
        }
        if (!report.getProjectPage().isEmpty()) {
            map.put("projectPage", report.getProjectPage());
        }
        if (report.archive != null) {
            map.put("archive", report.archive.toMap());
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
}
