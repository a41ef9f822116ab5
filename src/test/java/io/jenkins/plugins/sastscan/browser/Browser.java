package io.jenkins.plugins.sastscan.browser;

import hudson.util.PluginServletFilter;
import io.jenkins.plugins.darktheme.DarkThemeSystemManagerFactory;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.thememanager.ThemeManagerFactory;
import io.jenkins.plugins.thememanager.ThemeManagerPageDecorator;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jvnet.hudson.test.JenkinsRule;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.TimeoutException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.os.ExecutableFinder;
import org.openqa.selenium.support.ui.Select;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Headless Chromium with its own profile, on the pages of one Jenkins. */
final class Browser implements AutoCloseable {
    // CSS selectors of the plugin's own parts of a page.
    static final String SERVER_FORM = ".repeated-chunk[name='servers']";
    static final String JOB_FORM = "[descriptorid='io.jenkins.plugins.sastscan.step.SastScanBuilder']";
    static final String SUBMISSION = ".sast-submission";
    static final String TREND = ".sast-trends";

    /** Far longer than any page needs. Reached only if the expected state never occurs. */
    private static final Duration LIMIT = Duration.ofSeconds(90);

    /** The polling interval. With the default, each key that moves the focus would take half a second. */
    private static final Duration POLLING_INTERVAL = Duration.ofMillis(30);

    private static final StrictPolicy POLICY = new StrictPolicy();

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private final URL root;
    private final ChromeDriver driver;
    private final ThemeManagerFactory usualTheme;
    private Look look = Look.LIGHT_WIDE;

    private Browser(URL root, ChromeDriver driver, ThemeManagerFactory usualTheme) {
        this.root = root;
        this.driver = driver;
        this.usualTheme = usualTheme;
    }

    /** Whether the browser and its driver are on the PATH. Nothing is downloaded. */
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

    /** Starts a browser. Makes Jenkins follow the browser's color scheme, and sets a strict policy for the pages. */
    static Browser start(JenkinsRule jenkins) throws Exception {
        Browsers.compileViewsOnce();
        ThemeManagerFactory usualTheme = ThemeManagerPageDecorator.get().getTheme();
        ThemeManagerPageDecorator.get().setTheme(new DarkThemeSystemManagerFactory());
        PluginServletFilter.addFilter(POLICY);
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
            options.addArguments("--no-sandbox"); // Chromium does not start its sandbox as root.
        }
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(driver()))
                .usingAnyFreePort()
                .withSilent(true)
                .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().pageLoadTimeout(LIMIT).scriptTimeout(LIMIT);
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script("watch.js")));
        Browser browser = new Browser(jenkins.getURL(), driver, usualTheme);
        browser.use(Look.LIGHT_WIDE);
        return browser;
    }

    private void use(Look next) {
        look = next;
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", look.width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", look.scheme))));
    }

    /** Opens a page of Jenkins, and waits until it is idle. */
    void open(String path) {
        driver.get(root + path);
        settle();
    }

    /** Waits until the page is loaded, no request is running and every drop-down is filled. */
    void settle() {
        await(
                "page at rest",
                browser -> Boolean.TRUE.equals(driver.executeScript(
                        "return document.readyState === 'complete' && window.sastWatch.requests === 0"
                                + " && !document.querySelector('.select-ajax-pending')")));
    }

    /** Waits for the first visible element of a selector. */
    WebElement awaitVisible(String css) {
        return await(css + " to be visible", page -> visible(By.cssSelector(css)));
    }

    /** The first visible element now; null if there is none. */
    WebElement visible(By by) {
        return driver.findElements(by).stream()
                .filter(WebElement::isDisplayed)
                .findFirst()
                .orElse(null);
    }

    /** Waits for the first visible element of a selector, and returns its text. */
    String text(String css) {
        return await("text of " + css, page -> awaitVisible(css).getText());
    }

    /** A property of the first element of a selector, visible or not. */
    String property(String css, String name) {
        return await(
                name + " of " + css,
                page -> driver.findElement(By.cssSelector(css)).getDomProperty(name));
    }

    void click(String css) {
        click(By.cssSelector(css));
    }

    /** Clicks on the first visible element once nothing covers it, and waits until the page is idle. */
    void click(By by) {
        press(by);
        settle();
    }

    /** Clicks on a link to another page, and waits for that page. */
    void follow(String css) {
        WebElement page = driver.findElement(By.tagName("html"));
        press(By.cssSelector(css));
        await("other page", next -> {
            try {
                page.isEnabled();
                return false;
            } catch (WebDriverException e) {
                return isReplaced(e);
            }
        });
        settle();
    }

    private void press(By by) {
        await("way to click on " + by, page -> {
            WebElement element = visible(by);
            if (element == null) {
                return false;
            }
            driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
            element.click();
            return true;
        });
    }

    /** Replaces the text of a field and leaves the field, so that the page shows the result of its check. */
    void fill(String css, String text) {
        await("way to fill in " + css, page -> {
            WebElement field = awaitVisible(css);
            field.clear();
            field.sendKeys(text, Keys.TAB);
            return true;
        });
        settle();
    }

    /** Presses keys in the focused element, and waits until the page is idle. */
    void type(CharSequence... keys) {
        for (CharSequence key : keys) {
            new Actions(driver).sendKeys(key).perform();
            settle();
        }
    }

    /** Presses a key, such as tab, until the first visible element has the focus. */
    void moveTo(By by, CharSequence key) {
        await("way to " + by + " by keyboard", page -> {
            new Actions(driver).sendKeys(key).perform();
            return driver.switchTo().activeElement().equals(visible(by));
        });
    }

    /** Selects a drop-down choice by value or text, once the choice exists. */
    void choose(String css, String choice) {
        await(
                "choice " + choice,
                page -> new Select(awaitVisible(css))
                        .getOptions().stream()
                                .filter(option -> choice.equals(option.getDomProperty("value"))
                                        || choice.equals(option.getText()))
                                .peek(WebElement::click)
                                .findFirst()
                                .isPresent());
        settle();
    }

    /**
     * Waits until a condition returns a value or true. If it never does, a screenshot of the page is kept. If a script
     * replaces an element before the condition uses the element, the condition is evaluated again.
     */
    <T> T await(String what, Function<WebDriver, T> condition) {
        try {
            return new WebDriverWait(driver, LIMIT, POLLING_INTERVAL)
                    .ignoring(NoSuchElementException.class, ElementClickInterceptedException.class)
                    .until(page -> {
                        try {
                            return condition.apply(page);
                        } catch (WebDriverException e) {
                            if (isReplaced(e)) {
                                return null;
                            }
                            throw e;
                        }
                    });
        } catch (TimeoutException e) {
            takeScreenshot("failed");
            throw new AssertionError("No " + what + " on " + driver.getCurrentUrl(), e);
        }
    }

    /** Whether an element is no longer on its page, which the driver reports in two ways. */
    private static boolean isReplaced(WebDriverException failure) {
        return failure instanceof StaleElementReferenceException
                || String.valueOf(failure.getMessage()).contains("does not belong to the document");
    }

    /** Runs a script in the page. */
    void run(String script) {
        driver.executeScript(script);
        settle();
    }

    /** The problems of a part of the page in every {@link Look}, one sentence each. Takes a screenshot of each look. */
    List<String> problemsInEachLook(String part, String picture) {
        List<String> problems = new ArrayList<>();
        for (Look each : Look.values()) {
            use(each);
            settle();
            problems(part, picture).forEach(problem -> problems.add(each + ": " + problem));
        }
        use(Look.LIGHT_WIDE);
        settle();
        return problems;
    }

    /** The problems of a part of the page, one sentence each. Takes a screenshot. */
    List<String> problems(String part, String picture) {
        awaitVisible(part);
        takeScreenshot(picture);
        List<String> problems = new ArrayList<>(sentences(driver.executeScript(script("problems.js"), part)));
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            // If a check does not find a field that it depends on, Jenkins logs a warning and no error.
            if (entry.getLevel().intValue() >= Level.SEVERE.intValue()
                    || entry.getMessage().contains("Unable to find nearby")) {
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

    /** Takes a screenshot of the whole page. */
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
        try (InputStream in = Browser.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A theme and a width of the page. */
    private enum Look {
        LIGHT_WIDE("light", 1200),
        DARK_NARROW("dark", 400);

        /** The color scheme that the browser prefers. The theme of Jenkins follows it. */
        final String scheme;

        /** In CSS pixels. */
        final int width;

        Look(String scheme, int width) {
            this.scheme = scheme;
            this.width = width;
        }
    }

    /** Restores the settings of Jenkins for other tests. */
    @Override
    public void close() {
        driver.quit();
        ThemeManagerPageDecorator.get().setTheme(usualTheme);
        try {
            PluginServletFilter.removeFilter(POLICY);
        } catch (ServletException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Sets a Content Security Policy on every page of a Jenkins.
     *
     * <p>The policy of core has the same rules, but allows inline styles. Core may forbid them in the future, so this
     * policy reports them without blocking them.
     */
    private static final class StrictPolicy implements Filter {
        private static final String ALL =
                "base-uri 'none'; default-src 'self'; form-action 'self'; frame-ancestors 'self';"
                        + " img-src 'self' data:; object-src 'none'; script-src 'report-sample' 'self';"
                        + " style-src 'report-sample' 'self'";

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            HttpServletResponse answer = (HttpServletResponse) response;
            answer.setHeader("Content-Security-Policy", ALL + " 'unsafe-inline'");
            answer.setHeader("Content-Security-Policy-Report-Only", ALL);
            chain.doFilter(request, response);
        }
    }
}
