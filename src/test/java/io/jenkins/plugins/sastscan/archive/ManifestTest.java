package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.Manifest.Changes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifest lists the files of an archive. */
class ManifestTest extends ArchiveFixture {
    private static final List<String> ODD_NAMES = List.of(
            (" lead,#hash,*star,-,--check,..a,a,b/c,b.txt,back\\nslash,back\\slash,carriage\rreturn,end\r,line\nbreak,"
                            + "quote'\",trail ,\u00e9t\u00e9,\uff5e,\ud83d\ude00")
                    .split(","));

    @Test
    void sha256sum_accepts_a_manifest_with_unusual_file_names() throws Exception {
        assumePosix();
        for (String name : ODD_NAMES) {
            write(name, "content of " + name);
        }
        tree("link -> b/c");
        archiver(NO_LIMIT, root).archive(root, ALL, target, true, bytes -> {});

        assertThat(check()).doesNotContain("FAILED").contains("-: OK", "link: OK");
        assertThat(Path.of(Manifest.path(target.toString()))).content().hasLineCount(ODD_NAMES.size() + 1);
        write("trail ", "changed");
        Files.delete(root.resolve("-"));
        assertThatThrownBy(this::check)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("trail : FAILED\n")
                .hasMessageContaining("-: FAILED open or read");
    }

    @Test
    void a_comparison_of_manifests_counts_added_and_changed_and_removed_files() throws Exception {
        Map<String, Integer> before = new TreeMap<>();
        ODD_NAMES.forEach(name -> before.put(name, 1));
        Map<String, Integer> after = new TreeMap<>(before);
        after.keySet().removeAll(List.of("-", "back\\slash", "line\nbreak"));
        after.putAll(
                Map.of("back\\nslash", 2, "\uff5e", 2, "a", 1, "\\", 1, "\\\\n", 1, "b/c/d", 1, "line\\nbreak", 1));
        assertThat(Manifest.compare(written(before), written(after))).isEqualTo(new Changes(4, 2, 3));
        assertThat(Manifest.compare(written(after), written(after))).isEqualTo(new Changes(0, 0, 0));
    }

    private static InputStream written(Map<String, Integer> files) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Map.Entry<String, Integer> file : files.entrySet()) {
            byte[] digest = new byte[32];
            digest[31] = file.getValue().byteValue();
            out.write(Manifest.line(file.getKey(), digest));
        }
        return new ByteArrayInputStream(out.toByteArray());
    }

    /** The letter D stands for a digest. The character | stands for a line end. */
    @ParameterizedTest
    @ValueSource(strings = {"D", "D a|", "  a|", "x|", "|"})
    void a_damaged_manifest_is_rejected(String text) throws Exception {
        String lines = text.replace("D", "0".repeat(64)).replace('|', '\n');
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        assertRefused(() -> Manifest.compare(written(Map.of("c", 1)), new ByteArrayInputStream(bytes)), "damaged");
    }

    @Test
    void a_large_manifest_is_not_compared() {
        InputStream large = new ByteArrayInputStream(new byte[(32 << 20) + 1]);
        assertRefused(() -> Manifest.compare(large, written(Map.of())), "larger than 32 MiB");
    }

    private String check() throws Exception {
        return run(root, "sha256sum", "--strict", "-c", Manifest.path(target.toString()));
    }
}
