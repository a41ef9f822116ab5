package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.client.SastClient.GitRemote;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** The Git settings that were written, and the settings that the SAST server returned afterwards. */
@ExportedBean(defaultVisibility = 2)
public final class GitReport {
    /** Longer texts are cut. Valid URLs and branches are shorter than this limit. */
    private static final int MAX_LENGTH = 4_000;

    @Exported
    public final String url;

    @Exported
    public final String branch;

    @Exported
    public final String authentication;

    private final LinkedHashMap<String, Object> readBack;

    /** @param readBack the settings that the SAST server returned; as the step {@code sastGitSettings} returns them */
    GitReport(GitRemote written, String authentication, Map<String, Object> readBack, UnaryOperator<String> masked) {
        UnaryOperator<String> shown = text -> PlainText.oneLine(masked.apply(text), MAX_LENGTH);
        url = shown.apply(written.url());
        branch = shown.apply(written.branch());
        this.authentication = authentication;
        this.readBack = new LinkedHashMap<>(readBack);
        this.readBack.replaceAll((key, value) -> value instanceof String text ? shown.apply(text) : value);
    }

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("url", url);
        map.put("branch", branch);
        map.put("authentication", authentication);
        map.put("readBack", new LinkedHashMap<>(readBack));
        return map;
    }

    public String getAuthenticated() {
        return switch (authentication) {
            case "credentials" -> "authenticated by user and password";
            case "PAT" -> "authenticated by access token";
            case "ssh" -> "authenticated by SSH key";
            default -> "without authentication";
        };
    }

    @Exported
    public String getUrlReadBack() {
        return Objects.toString(readBack.get("url"), "");
    }

    @Exported
    public String getBranchReadBack() {
        return Objects.toString(readBack.get("branch"), "");
    }
}
