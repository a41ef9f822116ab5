package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.jenkins.plugins.sastscan.archive.ContentStatistics.Total;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentStatisticsTest {
    private static final String LIKELY_SECRETS =
            ".env app/.env.production .env.local .npmrc .netrc _netrc deploy/id_rsa id_ed25519"
                    + " .aws/credentials home/.docker/config.json .kube/config infra/prod.tfstate"
                    + " terraform.tfstate.backup KeyStore.JKS client.p12 signing.pfx release.keystore"
                    + " server.key tls/privkey.pem latest/.env .git-credentials .pypirc";

    private static final String HARMLESS =
            ".env.example .env.local.sample .env.template .env.dist .env.test env src/env.ts"
                    + " id_rsa.pub ca.pem public-key.pem server.crt i18n/key kafka.truststore.jks"
                    + " android/app/debug.keystore src/credentials config.json aws/credentials"
                    + " src/test/resources/server.p12 App.Tests/.env src/dockerTest/server.key __tests__/id_rsa"
                    + " e2e/fixtures/.env keystore/KeyStore.java variables.tf";

    private final ContentStatistics contents = new ContentStatistics();

    @Test
    void folders_and_types_are_sorted_by_size_then_by_number_of_files_then_by_name() {
        add("src/a/A.java", 10);
        add("src/B.JAVA", 5);
        add("web/page.html", 40);
        add("README", 1);
        List.of("b/x", "a/x", "c/x", "c/y").forEach(name -> add(name, 0));
        assertThat(contents.folders())
                .startsWith(new Total("web", 1, 40), new Total("src", 2, 15), new Total("", 1, 1))
                .endsWith(new Total("c", 2, 0), new Total("a", 1, 0), new Total("b", 1, 0));
        assertThat(contents.types())
                .containsExactly(new Total("html", 1, 40), new Total("java", 2, 15), new Total("", 5, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "a/b.c/Makefile, ''",
        "a/.gitignore, ''",
        "a/.config.yml, yml",
        "a.tar.gz, gz",
        "a., ''",
        "a.sixteencharacter, sixteencharacter",
        "a.seventeencharacte, ''"
    })
    void the_file_type_is_the_extension_of_the_file_name(String name, String type) {
        add(name, 1);
        assertThat(contents.types()).extracting(Total::name).containsExactly(type);
    }

    @Test
    void folders_and_types_are_counted_in_limited_memory() {
        add("first/file.first", 1);
        add("a\n" + "x".repeat(1_000) + "/f", 500_000);
        IntStream.range(0, 10_000).forEach(i -> add("folder" + i + "/file.t" + i, 1));
        add("first/file.first", 1_000_000);
        add("last/file.last", 1_000_000);
        assertThat(contents.folders().get(0)).isEqualTo(new Total("first", 2, 1_000_001));
        assertThat(contents.types().get(0)).isEqualTo(new Total("first", 2, 1_000_001));
        assertThat(contents.folders()).hasSize(10).extracting(Total::name).doesNotContain("last");
        assertThat(contents.folders().get(1).name()).startsWith("a\\u000axx").hasSizeLessThan(120);
    }

    @Test
    void likely_secrets_are_counted_and_listed() {
        String[] names = LIKELY_SECRETS.split(" ");
        List.of(names).forEach(name -> add(name, 1));
        assertThat(contents.likelySecrets()).isEqualTo(names.length);
        assertThat(contents.likelySecretNames()).containsExactly(names);
    }

    @Test
    void public_keys_and_other_harmless_files_are_not_counted_as_likely_secrets() {
        List.of(HARMLESS.split(" ")).forEach(name -> add(name, 1));
        assertThat(contents.likelySecrets()).isZero();
        assertThat(contents.likelySecretNames()).isEmpty();
    }

    @Test
    void all_likely_secrets_are_counted_but_only_the_first_hundred_are_listed() {
        IntStream.range(0, 150).forEach(i -> add(i + "\n/" + "x".repeat(1_000) + "/.env", 1));
        assertThat(contents.likelySecrets()).isEqualTo(150);
        assertThat(contents.likelySecretNames())
                .hasSize(100)
                .allMatch(name -> name.length() < 310)
                .element(7, STRING)
                .startsWith("7\\u000a/xxx");
    }

    private void add(String name, long size) {
        contents.add(name, size, new byte[0]);
    }
}
