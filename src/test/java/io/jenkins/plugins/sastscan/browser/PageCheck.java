package io.jenkins.plugins.sastscan.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** Screenshots of a page, and the problems that users would have with it. */
final class PageCheck {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private final ChromeDriver driver;
    private Look look;

    PageCheck(ChromeDriver driver) {
        this.driver = driver;
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script("watch.js")));
        use(Look.LIGHT_WIDE);
    }

    enum Look {
        LIGHT_WIDE("light", 1200),
        DARK_NARROW("dark", 400);

        /** The color scheme of the browser. Jenkins uses the same scheme. */
        final String scheme;

        /** The width of the window in CSS pixels. */
        final int width;

        Look(String scheme, int width) {
            this.scheme = scheme;
            this.width = width;
        }
    }

    void use(Look next) {
        look = next;
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", look.width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", look.scheme))));
    }

    /** Takes a screenshot, and returns one sentence for each problem. */
    List<String> problems(String part, String picture) {
        takeScreenshot(picture);
        List<String> problems = new ArrayList<>(sentences(driver.executeScript(script("problems.js"), part)));
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            // On pages without a build title, build-caption.js of Jenkins core fails after five seconds.
            boolean failureOfCore = entry.getMessage().contains("/lib/hudson/build-caption.js");
            // If form validation does not find a field that it needs, Jenkins logs only a warning.
            boolean missingField = entry.getMessage().contains("Unable to find nearby");
            if (missingField || entry.getLevel().intValue() >= Level.SEVERE.intValue() && !failureOfCore) {
                problems.add("Console: " + entry.getMessage());
            }
        }
        driver.executeScript(script("/axe.min.js"));
        problems.addAll(sentences(driver.executeAsyncScript(script("axe.js"), part)));
        return problems;
    }

    private static List<String> sentences(Object answer) {
        return ((List<?>) answer).stream().map(String::valueOf).toList();
    }

    void takeScreenshot(String name) {
        driver.executeScript("window.scrollTo(0, 0)");
        try {
            Map<String, Object> picture = driver.executeCdpCommand(
                    "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
            Files.createDirectories(SCREENSHOTS);
            Files.write(
                    SCREENSHOTS.resolve(name + "-" + look.name().toLowerCase(Locale.ROOT) + ".png"),
                    Base64.getDecoder().decode((String) picture.get("data")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String script(String name) {
        try (InputStream in = PageCheck.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
