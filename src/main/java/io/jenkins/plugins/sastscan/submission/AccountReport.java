package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Facts about an account on a SAST server, from read-only requests.
 *
 * @param warning whether the text contains a problem that an administrator should solve
 */
public record AccountReport(String text, boolean warning) {
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    /** A warning appears if the license ends in fewer than this number of days. */
    private static final int SOON_DAYS = 30;

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("[M/d/uuuu][uuuu-MM-dd]", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    /** Reads the license. If a project is given, also reads its Git settings. */
    public static AccountReport of(SastClient service, Optional<ProjectId> project, LocalDate today)
            throws ServiceException, InterruptedException {
        AccountReport license = license(service)
                .map(data -> of(data, today))
                .orElse(new AccountReport(
                        "Connected. The access token is accepted. The account cannot read the license (status 403), which"
                                + " submissions do not need.",
                        false));
        return project.isEmpty() ? license : license.withProject(service, project.get());
    }

    /** Returns the license, or empty if the account is not allowed to read it. */
    public static Optional<ResponseValues> license(SastClient service) throws ServiceException, InterruptedException {
        try {
            return Optional.of(service.license());
        } catch (ServiceException e) {
            if (e.status() == FORBIDDEN) {
                return Optional.empty();
            }
            throw e;
        }
    }

    static AccountReport of(ResponseValues license, LocalDate today) {
        StringJoiner text = new StringJoiner(", ", "Connected. ", ".").setEmptyValue("Connected.");
        license.text("edition").ifPresent(edition -> text.add("Edition: " + edition));
        quota(license.map("users")).ifPresent(users -> text.add("users: " + users));
        quota(license.map("projects")).ifPresent(projects -> text.add("projects: " + projects));
        long languages = license.list("languages").stream()
                .filter(each -> each instanceof Map<?, ?> language && Boolean.TRUE.equals(language.get("supported")))
                .count();
        if (languages > 0) {
            text.add("languages: " + languages);
        }
        Optional<String> end = license.text("expirationDate");
        Optional<Long> days = end.flatMap(AccountReport::day).map(day -> ChronoUnit.DAYS.between(today, day));
        end.ifPresent(date -> text.add(days.map(AccountReport::expiry).orElse("license ends: " + date)));
        return new AccountReport(PlainText.oneLine(text.toString()), days.isPresent() && days.get() < SOON_DAYS);
    }

    /** Returns a text such as {@code the license ends in 3 days} if fewer than {@value #SOON_DAYS} days are left. */
    public static Optional<String> ending(String end, LocalDate today) {
        return day(end).map(day -> ChronoUnit.DAYS.between(today, day))
                .filter(days -> days < SOON_DAYS)
                .map(AccountReport::expiry);
    }

    private static String expiry(long days) {
        return days < 0
                ? "the license ended " + Figures.count(-days, "day") + " ago"
                : "the license ends in " + Figures.count(days, "day");
    }

    /** Parses {@code 12/31/2026} or {@code 2026-12-31}, each with or without a time. */
    static Optional<LocalDate> day(String date) {
        try {
            return Optional.of(LocalDate.parse(date.strip().split("[T\\s]", 2)[0], DAY));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> quota(Map<?, ?> quota) {
        Optional<String> current =
                Optional.ofNullable((Long) quota.get("current")).map(Figures::count);
        Optional<String> max = Optional.ofNullable((Long) quota.get("max")).map(Figures::count);
        return current.isPresent() && max.isPresent()
                ? Optional.of(current.get() + " of " + max.get())
                : current.or(() -> max.map(most -> "at most " + most));
    }

    private AccountReport withProject(SastClient service, ProjectId project)
            throws ServiceException, InterruptedException {
        String reason = "the response has none of them";
        try {
            if (service.gitSettings(project).hasGitSettings()) {
                return new AccountReport(
                        text + " The account can read the Git settings of project " + project + ".", warning);
            }
        } catch (ServiceException e) {
            if (!Set.of(FORBIDDEN, NOT_FOUND).contains(e.status())) {
                throw e;
            }
            reason = "status " + e.status();
        }
        return new AccountReport(
                text + " The account cannot read the Git settings of project " + project + " (" + reason
                        + "): the project does not exist, or the account lacks the permission.",
                true);
    }
}
