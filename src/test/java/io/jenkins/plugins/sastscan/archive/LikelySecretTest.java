package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LikelySecretTest {
    private final ContentStatistics.Counter contents = new ContentStatistics.Counter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".env",
                "app/.env.production",
                ".env.local",
                ".npmrc",
                ".netrc",
                "_netrc",
                "deploy/id_rsa",
                "id_ed25519",
                ".aws/credentials",
                "home/.docker/config.json",
                ".kube/config",
                "infra/prod.tfstate",
                "terraform.tfstate.backup",
                "KeyStore.JKS",
                "client.p12",
                "signing.pfx",
                "release.keystore",
                "server.key",
                "tls/privkey.pem",
                "latest/.env",
                ".git-credentials",
                ".pypirc"
            })
    void a_likely_secret_is_counted_and_listed(String name) {
        add(name, 1);
        assertThat(contents.toStatistics().likelySecrets()).isEqualTo(1);
        assertThat(contents.toStatistics().likelySecretNames()).containsExactly(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".env.example",
                ".env.local.sample",
                ".env.template",
                ".env.dist",
                ".env.test",
                "env",
                "src/env.ts",
                "id_rsa.pub",
                "ca.pem",
                "public-key.pem",
                "server.crt",
                "i18n/key",
                "kafka.truststore.jks",
                "android/app/debug.keystore",
                "src/credentials",
                "config.json",
                "aws/credentials",
                "src/test/resources/server.p12",
                "App.Tests/.env",
                "src/dockerTest/server.key",
                "__tests__/id_rsa",
                "e2e/fixtures/.env",
                "keystore/KeyStore.java",
                "variables.tf"
            })
    void public_keys_and_other_harmless_files_are_not_counted_as_likely_secrets(String name) {
        add(name, 1);
        assertThat(contents.toStatistics().likelySecrets()).isZero();
    }

    @Test
    void all_likely_secrets_are_counted_but_only_the_first_hundred_are_listed() {
        IntStream.range(0, 150).forEach(i -> add(i + "\n/" + "x".repeat(1_000) + "/.env", 1));
        assertThat(contents.toStatistics().likelySecrets()).isEqualTo(150);
        assertThat(contents.toStatistics().likelySecretNames())
                .hasSize(100)
                .allMatch(name -> name.length() < 310)
                .element(7, STRING)
                .startsWith("7\\u000a/xxx");
    }

    private void add(String name, long size) {
        contents.count(name, size);
    }
}
