package io.jenkins.plugins.sastscan.browser;

import java.io.File;
import java.util.Objects;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.os.ExecutableFinder;

/** Chromium and its driver must be on the PATH, because tests download nothing. */
final class Chromium {
    private Chromium() {}

    static boolean isInstalled() {
        return binary() != null && driver() != null;
    }

    private static String binary() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .map(new ExecutableFinder()::find)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static String driver() {
        return new ExecutableFinder().find("chromedriver");
    }

    static ChromeDriver start() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(binary());
        options.addArguments(
                "--headless=new",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--no-first-run",
                "--no-proxy-server",
                "--lang=en");
        if (System.getProperty("user.name").equals("root")) {
            options.addArguments("--no-sandbox"); // The sandbox of Chromium does not work for the user root.
        }
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(driver()))
                .usingAnyFreePort()
                .withSilent(true)
                .build();
        return new ChromeDriver(service, options);
    }
}
