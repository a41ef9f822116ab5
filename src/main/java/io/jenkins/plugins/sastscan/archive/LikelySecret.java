package io.jenkins.plugins.sastscan.archive;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides by the name alone whether a file probably contains a secret. The names below are rare among harmless files.
 */
public final class LikelySecret {
    private static final Set<String> NAMES =
            set(".dockercfg .env .git-credentials .htpasswd .netrc .npmrc .pgpass .pypirc"
                    + " .s3cfg .vault-token _netrc application_default_credentials.json credentials.tfrc.json id_dsa id_ecdsa"
                    + " id_ecdsa_sk id_ed25519 id_ed25519_sk id_rsa kubeconfig secring.gpg settings-security.xml");

    private static final Set<String> IN_FOLDER = set(".aws/credentials .azure/accesstokens.json .cargo/credentials"
            + " .cargo/credentials.toml .docker/config.json .gem/credentials .kube/config");

    private static final Set<String> EXTENSIONS =
            set("bcfks jceks jks kdbx key keystore p12 p8 pfx pkcs12 ppk tfstate");

    /** Extensions of {@code .env} files without secrets, such as {@code .env.example}. */
    private static final Set<String> TEMPLATES =
            set("default defaults dist example sample schema template test testing tpl");

    /**
     * Folders such as {@code dockerTest} or {@code App.Tests}. Keys and passwords in such folders are made for tests.
     */
    private static final Pattern IN_TESTS =
            Pattern.compile("(?:^|/)(?:(?:[^/]*[-_.])?(?i:tests?|testdata|(?:test)?fixtures)_*|[^/]*[a-z]Tests?)/");

    private LikelySecret() {}

    /** @param name the path in the archive, for example {@code config/.env} */
    public static boolean matches(String name) {
        int folderEnd = name.lastIndexOf('/');
        String last = name.substring(folderEnd + 1).toLowerCase(Locale.ROOT);
        String extension = last.contains(".") ? last.substring(last.lastIndexOf('.') + 1) : "";
        boolean likely = NAMES.contains(last)
                || EXTENSIONS.contains(extension) && !isPublic(last)
                || extension.equals("pem") && last.contains("key") && !isPublic(last)
                || last.startsWith(".env.") && !TEMPLATES.contains(extension)
                || last.endsWith(".tfstate.backup")
                || isInFolder(name, folderEnd);
        return likely && !IN_TESTS.matcher(name).find();
    }

    private static Set<String> set(String words) {
        return Set.of(words.split(" "));
    }

    private static boolean isInFolder(String name, int folderEnd) {
        int folder = name.lastIndexOf('/', folderEnd - 1) + 1;
        return folder < folderEnd
                && name.charAt(folder) == '.'
                && IN_FOLDER.contains(name.substring(folder).toLowerCase(Locale.ROOT));
    }

    /** Tells whether a name suggests public keys, trusted certificates, or the debug key of the Android SDK. */
    private static boolean isPublic(String last) {
        return last.contains("pub") || last.contains("truststore") || last.equals("debug.keystore");
    }
}
