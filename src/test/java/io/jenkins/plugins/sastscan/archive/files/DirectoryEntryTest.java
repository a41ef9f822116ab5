package io.jenkins.plugins.sastscan.archive.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DirectoryEntryTest extends ArchiveFixture {
    private static final String SAME = "%FF".repeat(10);

    /**
     * Each name has ten parts, and each part is the byte 0xFF or the text {@code %FF}. Without suffixes, all entry
     * names would be equal.
     */
    @Test
    void colliding_names_get_different_suffixes() throws Exception {
        assumePosix();
        run(
                root,
                "sh",
                "-c",
                "b=$(printf '\\377'); set -- ''; for i in 1 2 3 4 5 6 7 8 9 10; do"
                        + " for n in \"$@\"; do shift; set -- \"$@\" \"$n$b\" \"$n%FF\"; done; done; touch \"$@\"");
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(root)) {
            assertThat(DirectoryEntry.read(stream).stream().map(DirectoryEntry::name))
                    .hasSize(1 << 10)
                    .doesNotHaveDuplicates()
                    .contains(SAME, SAME + "%", SAME + "%".repeat(9), SAME + "%10", SAME + "%1023");
        }
    }
}
