package io.jenkins.plugins.sastscan.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1000, 1.0 kB",
        "999949, 999.9 kB",
        "999950, 1.0 MB",
        "104200000, 104.2 MB",
        "5368709120, 5.4 GB",
        "9223372036854775807, 9.2 EB",
    })
    void bytes_are_shown_in_the_unit_that_fits(long bytes, String shown) {
        assertThat(Figures.bytes(bytes)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0.0%",
        "1, 3, 33.3%",
        "5, 3, 100.0%",
        "-1, 3, 0.0%",
        "9223372036854775807, 9223372036854775807, 100.0%",
    })
    void percentages_stay_between_nothing_and_all(long part, long whole, String shown) {
        assertThat(Figures.percent(part, whole)).isEqualTo(shown);
    }

    @Test
    void counts_times_and_rates() {
        assertThat(Figures.count(15_460)).isEqualTo("15,460");
        assertThat(Figures.count(1, "file")).isEqualTo("1 file");
        assertThat(Figures.count(0, "file")).isEqualTo("0 files");
        assertThat(Figures.time(Duration.ofMillis(999))).isEqualTo("999 ms");
        assertThat(Figures.time(Duration.ofMillis(1000))).isEqualTo("1.0 s");
        assertThat(Figures.time(Duration.ofMillis(1640))).isEqualTo("1.6 s");
        assertThat(Figures.rate(5_000_000, Duration.ofMillis(500))).isEqualTo("10.0 MB/s");
        assertThat(Figures.rate(1_000, Duration.ZERO)).isEqualTo("1.0 MB/s");
    }
}
