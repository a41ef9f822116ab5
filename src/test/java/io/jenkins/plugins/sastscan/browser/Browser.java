package io.jenkins.plugins.sastscan.browser;

import hudson.util.PluginServletFilter;
import io.jenkins.plugins.darktheme.DarkThemeSystemManagerFactory;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.thememanager.ThemeManagerFactory;
import io.jenkins.plugins.thememanager.ThemeManagerPageDecorator;
import jakarta.servlet.ServletException;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
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
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.Select;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A browser that opens and checks the pages of one Jenkins. */
final class Browser implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    /** Shorter than the default of half a second, because {@link #moveTo} presses one key in each interval. */
    private static final Duration POLLING_INTERVAL = Duration.ofMillis(30);

    private static final StrictPolicy POLICY = new StrictPolicy();

    private final URL root;
    private final ChromeDriver driver;
    private final PageCheck check;
    private final ThemeManagerFactory usualTheme;

    private Browser(URL root, ChromeDriver driver, ThemeManagerFactory usualTheme) {
        this.root = root;
        this.driver = driver;
        this.check = new PageCheck(driver);
        this.usualTheme = usualTheme;
    }

    /** Until {@link #close()}, Jenkins follows the browser's color scheme and has a strict Content Security Policy. */
    static Browser start(JenkinsRule jenkins) throws Exception {
        Browsers.compileViewsOnce();
        ThemeManagerFactory usualTheme = ThemeManagerPageDecorator.get().getTheme();
        ThemeManagerPageDecorator.get().setTheme(new DarkThemeSystemManagerFactory());
        PluginServletFilter.addFilter(POLICY);
        ChromeDriver driver = Chromium.start();
        driver.manage().timeouts().pageLoadTimeout(LIMIT).scriptTimeout(LIMIT);
        return new Browser(jenkins.getURL(), driver, usualTheme);
    }

    void open(String path) {
        driver.get(root + path);
        settle();
    }

    void settle() {
        await(
                "page at rest",
                browser -> Boolean.TRUE.equals(driver.executeScript(
                        "return document.readyState === 'complete' && window.sastWatch.requests === 0"
                                + " && !document.querySelector('.select-ajax-pending')")));
    }

    WebElement awaitVisible(String css) {
        return await(css + " to be visible", page -> visible(By.cssSelector(css)));
    }

    /** The first match that is visible now; null if there is none. */
    WebElement visible(By by) {
        return driver.findElements(by).stream()
                .filter(WebElement::isDisplayed)
                .findFirst()
                .orElse(null);
    }

    String text(String css) {
        return await("text of " + css, page -> awaitVisible(css).getText());
    }

    /** A property of the first element that matches a selector, even if the element is hidden. */
    String property(String css, String name) {
        return await(
                name + " of " + css,
                page -> driver.findElement(By.cssSelector(css)).getDomProperty(name));
    }

    void click(String css) {
        click(By.cssSelector(css));
    }

    /** Waits until nothing covers the first visible match, clicks on it, and waits until the page is idle. */
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

    /** Replaces the text of a field and leaves the field, so that the page checks the new text. */
    void fill(String css, String text) {
        await("way to fill in " + css, page -> {
            WebElement field = awaitVisible(css);
            field.clear();
            field.sendKeys(text, Keys.TAB);
            return true;
        });
        settle();
    }

    void type(CharSequence... keys) {
        for (CharSequence key : keys) {
            new Actions(driver).sendKeys(key).perform();
            settle();
        }
    }

    /** Presses a key, such as tab, until the first visible match has the focus. */
    void moveTo(By by, CharSequence key) {
        await("way to " + by + " by keyboard", page -> {
            new Actions(driver).sendKeys(key).perform();
            return driver.switchTo().activeElement().equals(visible(by));
        });
    }

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
     * Waits until a condition returns neither null nor false. After the time limit, takes a screenshot and fails. If a
     * script replaces an element before the condition uses the element, the condition is evaluated again.
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

    /** If a script has removed an element from the page, the driver reports this in one of two ways. */
    private static boolean isReplaced(WebDriverException failure) {
        return failure instanceof StaleElementReferenceException
                || String.valueOf(failure.getMessage()).contains("does not belong to the document");
    }

    void run(String script) {
        driver.executeScript(script);
        settle();
    }

    /** Returns one sentence for each problem. */
    List<String> problemsInEachLook(String part, String picture) {
        List<String> problems = new ArrayList<>();
        for (PageCheck.Look each : PageCheck.Look.values()) {
            check.use(each);
            settle();
            problems(part, picture).forEach(problem -> problems.add(each + ": " + problem));
        }
        check.use(PageCheck.Look.LIGHT_WIDE);
        settle();
        return problems;
    }

    /** Takes a screenshot, and returns one sentence for each problem. */
    List<String> problems(String part, String picture) {
        awaitVisible(part);
        return check.problems(part, picture);
    }

    void takeScreenshot(String name) {
        check.takeScreenshot(name);
    }

    /** Restores the settings of Jenkins for other tests. */
    @Override
    public void close() throws ServletException {
        driver.quit();
        ThemeManagerPageDecorator.get().setTheme(usualTheme);
        PluginServletFilter.removeFilter(POLICY);
    }
}
