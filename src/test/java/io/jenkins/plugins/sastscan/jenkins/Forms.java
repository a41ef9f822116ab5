package io.jenkins.plugins.sastscan.jenkins;

import hudson.ExtensionList;
import hudson.Util;
import hudson.model.Descriptor;
import hudson.model.Item;
import hudson.util.FormValidation;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.jvnet.hudson.test.JenkinsRule;

/**
 * Opens and submits forms. The scripts of a page run in parallel with the test, as in a browser.
 *
 * <p>A script fills each drop-down, and fills it again after a related field changes. A form that is sent too early
 * contains an empty choice. The methods that open or save a form therefore wait until the page is idle.
 */
public final class Forms {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private static JenkinsRule.WebClient last;

    private Forms() {}

    /** Opens the configuration page of a job. Closes the page of the previous form. */
    public static HtmlForm ofJob(JenkinsRule jenkins, Item job) throws Exception {
        HtmlPage page = browser(jenkins).getPage(job, "configure");
        settle(page);
        return page.getFormByName("config");
    }

    /** Opens the page "Manage Jenkins, System". Closes the page of the previous form. */
    public static HtmlForm ofSystem(JenkinsRule jenkins) throws Exception {
        HtmlPage page = browser(jenkins).goTo("manage/configure");
        settle(page);
        return page.getFormByName("config");
    }

    private static synchronized JenkinsRule.WebClient browser(JenkinsRule jenkins) {
        if (last != null) {
            last.close();
        }
        last = Browsers.open(jenkins);
        return last;
    }

    public static void roundTrip(JenkinsRule jenkins, Item job) throws Exception {
        save(jenkins, ofJob(jenkins, job));
    }

    /** Waits until the page is idle, and submits the form. */
    public static HtmlPage save(JenkinsRule jenkins, HtmlForm form) throws Exception {
        settle((HtmlPage) form.getPage());
        return jenkins.submit(form);
    }

    /** Waits until every drop-down is filled and no script is about to run. */
    public static void settle(HtmlPage page) {
        await(page, "filled drop-downs", () -> page.querySelector("select.select-ajax-pending") == null);
    }

    /** Waits for a condition, which is evaluated only while no script runs. */
    public static void await(DomNode node, String what, BooleanSupplier condition) {
        HtmlPage page = (HtmlPage) node.getPage();
        long begun = System.nanoTime();
        while (true) {
            int scripts = page.getWebClient().waitForBackgroundJavaScript(100);
            synchronized (page) {
                if (scripts == 0 && condition.getAsBoolean()) {
                    return;
                }
            }
            if (System.nanoTime() - begun > LIMIT.toNanos()) {
                throw new AssertionError("The page has no " + what + " after " + LIMIT.toSeconds() + " s; scripts about"
                        + " to run: " + scripts);
            }
        }
    }

    /**
     * Calls the check method of a field. Returns {@code OK}, {@code WARNING} or {@code ERROR}, followed by the message.
     *
     * @param field the class and the field, such as {@code SastServer.name}
     * @param values the arguments of the check method, beginning with the field's value; missing values are empty
     */
    public static String check(Item job, String field, String... values) throws ReflectiveOperationException {
        String type = field.substring(0, field.indexOf('.'));
        String method = "doCheck" + field.substring(type.length() + 1);
        Descriptor<?> descriptor = ExtensionList.lookup(Descriptor.class).stream()
                .filter(each -> each.clazz.getSimpleName().equals(type))
                .findFirst()
                .orElseThrow();
        var check = Stream.of(descriptor.getClass().getMethods())
                .filter(each -> each.getName().equalsIgnoreCase(method))
                .findFirst()
                .orElseThrow();
        var given = List.of(values).iterator();
        Object[] arguments = Stream.of(check.getParameterTypes())
                .map(kind -> {
                    String value = kind == Item.class || !given.hasNext() ? "" : given.next();
                    return kind == Item.class ? job : kind == boolean.class ? Boolean.valueOf(value) : value;
                })
                .toArray();
        FormValidation answer = (FormValidation) check.invoke(descriptor, arguments);
        return (answer.kind + " " + Util.fixNull(answer.getMessage())).strip();
    }
}
