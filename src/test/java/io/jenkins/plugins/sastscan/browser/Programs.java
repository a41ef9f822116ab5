package io.jenkins.plugins.sastscan.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The browser and its driver, as they are installed: looked for on the PATH. */
final class Programs {
    private static final String[] BROWSERS = {"chromium", "chromium-browser", "google-chrome"};
    private static final String[] DRIVERS = {"chromedriver"};

    private Programs() {}

    /** What is not installed, as a sentence; empty when everything is. */
    static Optional<String> missing() {
        if (find(BROWSERS).isEmpty()) {
            return Optional.of("the PATH has no " + String.join(", ", BROWSERS) + ".");
        }
        return find(DRIVERS).isEmpty()
                ? Optional.of("the PATH has no " + String.join(", ", DRIVERS) + ".")
                : Optional.empty();
    }

    static File browser() {
        return find(BROWSERS).orElseThrow();
    }

    static File driver() {
        return find(DRIVERS).orElseThrow();
    }

    private static Optional<File> find(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .flatMap(folder -> Stream.of(Path.of(folder, name), Path.of(folder, name + ".exe"))))
                .filter(Files::isExecutable)
                .map(Path::toFile)
                .findFirst();
    }
}
