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

/** Chromium without a window, with a profile of its own, on the pages of one Jenkins. */
final class Browser implements AutoCloseable {
    // What of a page is the plugin's own, by a CSS selector.
    static final String SERVER_FORM = ".repeated-chunk[name='servers']";
    static final String JOB_FORM = "[descriptorid='io.jenkins.plugins.sastscan.step.SastScanBuilder']";
    static final String SUBMISSION = ".sast-submission";
    static final String TREND = ".sast-trends";

    /** Far more than any page needs; reached only when the state that is waited for never comes. */
    private static final Duration LIMIT = Duration.ofSeconds(90);

    /** Between two looks at the page. The default of half a second would pass for each key that moves the focus. */
    private static final Duration PAUSE = Duration.ofMillis(30);

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

    /** Whether the browser and its driver are on the PATH; nothing is ever downloaded. */
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

    /** On a Jenkins whose theme follows the browser from now on, and whose pages are under a strict policy. */
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
            options.addArguments("--no-sandbox"); // Chromium refuses to start in its sandbox for root.
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
        browser.wear(Look.LIGHT_WIDE);
        return browser;
    }

    private void wear(Look next) {
        look = next;
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", look.width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", look.scheme))));
    }

    /** Opens a page of Jenkins, and waits until it is at rest. */
    void open(String path) {
        driver.get(root + path);
        settle();
    }

    /** Waits until the page is loaded, no request is under way and every drop-down is filled. */
    void settle() {
        await(
                "page at rest",
                browser -> Boolean.TRUE.equals(driver.executeScript(
                        "return document.readyState === 'complete' && window.sastWatch.requests === 0"
                                + " && !document.querySelector('.select-ajax-pending')")));
    }

    /** The first element of those that is to be seen, once there is one. */
    WebElement see(String css) {
        return await(css + " to be seen", page -> seen(By.cssSelector(css)));
    }

    /** The first element of those that is to be seen now; null if there is none. */
    WebElement seen(By by) {
        return driver.findElements(by).stream()
                .filter(WebElement::isDisplayed)
                .findFirst()
                .orElse(null);
    }

    /** The text of the first of those that is to be seen, once there is one. */
    String text(String css) {
        return await("text of " + css, page -> see(css).getText());
    }

    /** What the first of those has as a property, whether or not it is to be seen. */
    String property(String css, String name) {
        return await(
                name + " of " + css,
                page -> driver.findElement(By.cssSelector(css)).getDomProperty(name));
    }

    void click(String css) {
        click(By.cssSelector(css));
    }

    /** Clicks on what is to be seen of those, when nothing lies over it, and waits until the page is at rest. */
    void click(By by) {
        press(by);
        settle();
    }

    /** Clicks on what leads to another page, and waits for that one. */
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
            WebElement element = seen(by);
            if (element == null) {
                return false;
            }
            driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
            element.click();
            return true;
        });
    }

    /** Types into a field in place of what it has and leaves it, so that what is said of the text has its place. */
    void fill(String css, String text) {
        await("way to fill in " + css, page -> {
            WebElement field = see(css);
            field.clear();
            field.sendKeys(text, Keys.TAB);
            return true;
        });
        settle();
    }

    /** Presses keys in what has the focus, and waits until the page is at rest. */
    void type(CharSequence... keys) {
        for (CharSequence key : keys) {
            new Actions(driver).sendKeys(key).perform();
            settle();
        }
    }

    /** Moves the focus with a key, such as tab, until the first of those that is to be seen has it. */
    void moveTo(By by, CharSequence key) {
        await("way to " + by + " by keyboard", page -> {
            new Actions(driver).sendKeys(key).perform();
            return driver.switchTo().activeElement().equals(seen(by));
        });
    }

    /** Chooses from a drop-down by value or text, once it has the choice. */
    void choose(String css, String choice) {
        await(
                "choice " + choice,
                page -> new Select(see(css))
                        .getOptions().stream()
                                .filter(option -> choice.equals(option.getDomProperty("value"))
                                        || choice.equals(option.getText()))
                                .peek(WebElement::click)
                                .findFirst()
                                .isPresent());
        settle();
    }

    /**
     * Waits until something is there or true; a page that stays without it is kept as a picture. Scripts of a page may
     * replace an element between finding and using it: then the condition is tried again.
     */
    <T> T await(String what, Function<WebDriver, T> condition) {
        try {
            return new WebDriverWait(driver, LIMIT, PAUSE)
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
            photograph("failed");
            throw new AssertionError("No " + what + " on " + driver.getCurrentUrl(), e);
        }
    }

    /** Whether an element is no longer on its page, for which the driver has two ways to say. */
    private static boolean isReplaced(WebDriverException failure) {
        return failure instanceof StaleElementReferenceException
                || String.valueOf(failure.getMessage()).contains("does not belong to the document");
    }

    /** Does to the page what a script of its own would. */
    void run(String script) {
        driver.executeScript(script);
        settle();
    }

    /** What is wrong with a part of the page in any look, each thing a sentence; leaves a picture of the page in each. */
    List<String> problemsInEachLook(String part, String picture) {
        List<String> problems = new ArrayList<>();
        for (Look each : Look.values()) {
            wear(each);
            settle();
            problems(part, picture).forEach(problem -> problems.add(each + ": " + problem));
        }
        wear(Look.LIGHT_WIDE);
        settle();
        return problems;
    }

    /** What is wrong with a part of the page, each thing a sentence; leaves a picture of the page. */
    List<String> problems(String part, String picture) {
        see(part);
        photograph(picture);
        List<String> problems = new ArrayList<>(sentences(driver.executeScript(script("problems.js"), part)));
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            // Jenkins only warns about a check that does not find a field that it depends on.
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

    /** Keeps a picture of the whole page. */
    void photograph(String name) {
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

    /** How a page is looked at: theme and width. */
    private enum Look {
        LIGHT_WIDE("light", 1200),
        DARK_NARROW("dark", 400);

        /** What the browser tells pages that it prefers; the theme of the tests follows it. */
        final String scheme;

        /** In CSS pixels. */
        final int width;

        Look(String scheme, int width) {
            this.scheme = scheme;
            this.width = width;
        }
    }

    /** Jenkins is as before, for other tests. */
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
     * Puts every page of a Jenkins under a Content Security Policy.
     *
     * <p>Enforced is what newer versions of core (2.539 on) enforce themselves. Inline styles, which those still allow, are
     * reported, as they may be forbidden one day.
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
