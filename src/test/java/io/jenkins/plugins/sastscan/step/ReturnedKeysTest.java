package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.service.BranchingStatus;
import io.jenkins.plugins.sastscan.service.LicenseData;
import io.jenkins.plugins.sastscan.service.ProjectGitSettings;
import io.jenkins.plugins.sastscan.service.QueryKey;
import io.jenkins.plugins.sastscan.service.ServiceDate;
import io.jenkins.plugins.sastscan.submission.ResultMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/pipeline.md} lists the keys that steps return, and no others. */
class ReturnedKeysTest {
    private static final Optional<String> TEXT = Optional.of("text");
    private static final Optional<Long> NUMBER = Optional.of(1L);
    private static final Optional<Boolean> YES = Optional.of(true);
    private static final Optional<ServiceDate> DATE = Optional.of(ServiceDate.of("1/31/2030"));

    @Test
    void of_the_license() {
        LicenseData.Quota quota = new LicenseData.Quota(NUMBER, NUMBER);
        assertListed(
                "sastLicense",
                ResultMap.of(new LicenseData(
                        TEXT,
                        TEXT,
                        new LicenseData.Validity(DATE, DATE, YES),
                        new LicenseData.Limits(TEXT, TEXT),
                        new LicenseData.Usage(quota, quota, quota),
                        List.of(new LicenseData.Language("Java", YES)))));
    }

    @Test
    void of_the_branching_status() {
        assertListed(
                "sastBranchingStatus",
                ResultMap.of(new BranchingStatus(
                        NUMBER,
                        new BranchingStatus.Original(NUMBER, TEXT, NUMBER),
                        NUMBER,
                        new BranchingStatus.Status(NUMBER, TEXT, TEXT),
                        DATE,
                        TEXT)));
    }

    @Test
    void of_a_query() {
        assertListed("sastQuery", ResultMap.of(new QueryKey.Version(NUMBER, NUMBER)));
    }

    @Test
    void of_git_settings() {
        assertListed(
                "sastGitSettings",
                ResultMap.of(
                        new ProjectGitSettings(TEXT, TEXT, YES, Optional.of(new ProjectGitSettings.Link(TEXT, TEXT)))));
    }

    @Test
    void of_what_is_left_out() {
        assertThat(documented("Skipped files").stream().map(key -> key.replaceAll("([A-Z])", "_$1")))
                .usingElementComparator(String.CASE_INSENSITIVE_ORDER)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(SkippedFiles.Reason.values()).map(Enum::name).toList());
    }

    private static void assertListed(String heading, Map<?, ?> map) {
        assertThat(documented(heading)).containsExactlyInAnyOrderElementsOf(keys(map, ""));
    }

    /** The keys in the tables of two columns under a heading. */
    static List<String> documented(String heading) {
        return Documentation.of("docs/pipeline.md").section(heading).rows().stream()
                .filter(row -> row.size() == 2)
                .flatMap(row -> Documentation.code(row.get(0)))
                .toList();
    }

    /** All keys of a map, those of the maps in it with a dot. */
    static Set<String> keys(Map<?, ?> map, String prefix) {
        Set<String> keys = new TreeSet<>();
        map.forEach((key, value) -> {
            keys.add(prefix + key);
            Object inner = value instanceof List<?> list && !list.isEmpty() ? list.get(0) : value;
            if (inner instanceof Map<?, ?> nested) {
                keys.addAll(keys(nested, prefix + key + "."));
            }
        });
        return keys;
    }
}
