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

    /** Nothing is ever downloaded. */
    static boolean areInstalled() {
        return find(BROWSERS).isPresent() && find(DRIVERS).isPresent();
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
