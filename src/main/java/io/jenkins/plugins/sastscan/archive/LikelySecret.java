package io.jenkins.plugins.sastscan.archive;

import java.util.regex.Pattern;

/**
 * Decides by the name alone whether a file probably contains a secret. The names below are rare among harmless files.
 */
public final class LikelySecret {
    private static final String TEMPLATE =
            "([^/]*\\.)?(defaults?|dist|example|sample|schema|template|test|testing|tpl)\\z";

    private static final String KEY =
            "[^/]*(\\.(bcfks|jceks|jks|kdbx|key|keystore|p12|p8|pfx|pkcs12|ppk|tfstate)|key[^/]*\\.pem)\\z";

    /** Public keys, trusted certificates, and the debug key of the Android SDK. */
    private static final String PUBLIC = "[^/]*(pub|truststore)|debug\\.keystore\\z";

    /** Matches the name of a file with its folder. */
    private static final Pattern NAME = Pattern.compile("(?is)"
            + "\\.(aws|cargo|gem)/credentials|\\.cargo/credentials\\.toml|\\.azure/accesstokens\\.json"
            + "|\\.docker/config\\.json|\\.kube/config"
            + "|([^/]*/)?+("
            + "\\.(dockercfg|env|git-credentials|htpasswd|netrc|npmrc|pgpass|pypirc|s3cfg|vault-token)"
            + "|_netrc|id_(dsa|rsa|(ecdsa|ed25519)(_sk)?)|kubeconfig|secring\\.gpg|settings-security\\.xml"
            + "|(application_default_credentials|credentials\\.tfrc)\\.json|[^/]*\\.tfstate\\.backup"
            + "|\\.env\\.(?!" + TEMPLATE + ")[^/]*"
            + "|(?=" + KEY + ")(?!" + PUBLIC + ")[^/]*)");

    /**
     * Folders such as {@code dockerTest} or {@code App.Tests}. Keys and passwords in such folders are made for tests.
     */
    private static final Pattern IN_TESTS =
            Pattern.compile("(?:^|/)(?:(?:[^/]*[-_.])?(?i:tests?|testdata|(?:test)?fixtures)_*|[^/]*[a-z]Tests?)/");

    private LikelySecret() {}

    /** @param name the path in the archive, for example {@code config/.env} */
    public static boolean matches(String name) {
        int folder = name.lastIndexOf('/', name.lastIndexOf('/') - 1) + 1;
        return NAME.matcher(name.substring(folder)).matches()
                && !IN_TESTS.matcher(name).find();
    }
}
