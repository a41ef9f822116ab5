package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessRuleTest {
    private static final Optional<ProjectId> NO_PROJECT = Optional.empty();

    private static AccessRule rule(String item, String projects) {
        AccessRule rule = new AccessRule(item);
        rule.setProjects(projects);
        return rule;
    }

    @ParameterizedTest
    @CsvSource({
        "team, team, true",
        "team, team/app/main, true",
        "team, team/cells/OS=linux, true",
        "team/app, team/app/main, true",
        "team/app, team, false",
        "team/app, team/app2, false",
        "team, Team, false",
        "team, '', false"
    })
    void an_access_rule_allows_an_item_and_everything_below_it(String item, String job, boolean allowed) {
        assertThat(rule(item, "all").allows(job, NO_PROJECT)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {" team/app ", "/team/app", "team/app/", "//team/app//"})
    void spaces_and_slashes_around_an_item_name_are_ignored(String typed) {
        assertThat(new AccessRule(typed).getItem()).isEqualTo("team/app");
    }

    @Test
    @Timeout(10)
    void the_time_for_trimming_an_item_name_grows_linearly() {
        String slashes = "/".repeat(1_000_000);

        assertThat(new AccessRule(slashes + "a" + slashes + "b" + slashes).getItem())
                .isEqualTo("a" + slashes + "b");
    }

    private static ServerAccess restricted(AccessRule... rules) {
        ServerAccess access = new ServerAccess();
        access.setAllJobs(false);
        access.setRules(List.of(rules));
        return access;
    }

    @ParameterizedTest
    @CsvSource({
        "a/job, 55, true",
        "a/job, 43, false",
        "a/job, , true",
        "b/job, 43, true",
        "b/any, 42, true",
        "none/job, , true",
        "c/job, 42, false",
        "c/job, , false",
    })
    void a_job_can_use_only_the_projects_of_its_access_rule(String job, Long project, boolean allowed) {
        ServerAccess access =
                restricted(rule("a", "42, 50-59"), rule("b", "43"), rule("b/any", "all"), rule("none", ""));

        assertThat(access.allows(job, Optional.ofNullable(project).map(ProjectId::new)))
                .isEqualTo(allowed);
    }

    @Test
    void a_server_that_is_open_and_has_rules_is_an_error() {
        ServerAccess access = restricted(rule("team", "all"));
        access.setAllJobs(true);

        assertClosed(access, "There are access rules, but \"All jobs\" is selected.");
    }

    @Test
    void a_server_without_rules_that_is_not_open_is_an_error() {
        assertClosed(restricted(), "No job can use it, because there is no access rule.");
    }

    @Test
    void unreadable_settings_allow_no_job() {
        assertClosed(ServerAccess.unreadable(), "The stored settings could not be read completely.");
    }

    private static AccessRule rule(String item, String projects, String defaultProject) {
        AccessRule rule = rule(item, projects);
        rule.setDefaultProject(defaultProject);
        return rule;
    }

    /** The default project is 1 for folder team, 2 for job team/app, and 3 for its branch main. */
    @ParameterizedTest
    @CsvSource({
        "team, 1",
        "team/other, 1",
        "team/app, 2",
        "team/app/main, 3",
        "team/app/main2, 2",
        "team/app2, 1",
        "team/none, ''",
        "team/rest, 5",
        "other, ''"
    })
    void the_rule_for_the_nearest_item_sets_the_default_project(String job, String expected) {
        List<AccessRule> rules = List.of(
                rule("team/app", "all", "2"),
                rule("team", "1-9", "1"),
                rule("team/app/main", "3", " 3 "),
                rule("team/none", "all"),
                rule("team/rest", "4"),
                rule("team/rest", "5", "5"));

        assertThat(AccessRule.defaultProjects(rules, job))
                .extracting(ProjectId::toString)
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    @Test
    void all_conflicting_default_projects_of_an_item_are_found() {
        List<AccessRule> rules = List.of(rule("team", "1", "1"), rule("team", "2", "2"), rule("a", "3", "3"));

        assertThat(AccessRule.defaultProjects(rules, "team"))
                .containsExactlyInAnyOrder(new ProjectId(1), new ProjectId(2));
    }

    @ParameterizedTest
    @CsvSource({
        "42, 43, The default project 43 is not among the project IDs of its access rule.",
        "'42, 50-59', 60, The default project 60 is not among the project IDs of its access rule.",
        "all, main, Invalid project ID \"main\".",
        "all, '42, 43', Invalid project ID \"42, 43\"."
    })
    void a_rule_with_an_invalid_default_project_is_an_error_and_allows_no_job(
            String projects, String id, String message) {
        ServerAccess access = restricted(rule("team", projects, id));

        assertThatThrownBy(access::check)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(message);
        assertThat(access.allows("team", NO_PROJECT)).isFalse();
        assertThat(AccessRule.defaultProjects(access.getRules(), "team")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "null, 42, The folder or job of an access rule is missing. Enter its full name.",
                "' / ', 42, The folder or job of an access rule is missing. Enter its full name.",
                "team, forty, Invalid project IDs: \"forty\".",
            })
    void an_invalid_access_rule_is_an_error_and_allows_no_job(String item, String projects, String message) {
        ServerAccess access = restricted(rule(item, projects));

        assertClosed(access, message);
        assertThat(access.allows("team", Optional.of(new ProjectId(42)))).isFalse();
        assertThat(access.allows("team", NO_PROJECT)).isFalse();
        assertThat(access.allows("", Optional.of(new ProjectId(42)))).isFalse();
    }

    private static void assertClosed(ServerAccess access, String reason) {
        assertThat(access.allows("other", NO_PROJECT)).isFalse();
        assertThat(access.keepsTokenFromAgents()).isTrue();
        assertThatThrownBy(access::check)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(reason);
    }
}
