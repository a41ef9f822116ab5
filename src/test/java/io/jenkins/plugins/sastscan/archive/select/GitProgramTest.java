package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import io.jenkins.plugins.sastscan.archive.OtherJvm;
import io.jenkins.plugins.sastscan.archive.Selection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GitProgramTest extends GitFixture {
    @Test
    void a_killed_git_process_is_reported() throws Exception {
        Selection killed = choice(FileChoice.TRACKED).with(git("printf 'a\\0'; kill -9 $$"), List.of());
        assertRefused(() -> list(killed), "Git cannot list", "(exit status 137)");
    }

    @Test
    void an_interrupt_ends_git_and_its_child_processes() throws Exception {
        Path started = temp.resolve("started");
        Selection slow =
                choice(FileChoice.TRACKED).with(git("sleep 600 & echo $! > '" + started + "'; wait"), List.of());
        FutureTask<Void> listing = new FutureTask<>(() -> {
            assertThatThrownBy(() -> list(slow)).isInstanceOf(InterruptedException.class);
            return null;
        });
        Thread thread = new Thread(listing);
        thread.start();
        while (Files.notExists(started) || Files.size(started) == 0) {
            Thread.sleep(10);
        }
        ProcessHandle child = ProcessHandle.of(
                        Long.parseLong(Files.readString(started).strip()))
                .orElseThrow();
        thread.interrupt();
        listing.get();
        assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(20));
    }

    @Test
    void files_are_archived_even_if_the_agent_locale_cannot_encode_their_names() throws Exception {
        assumePosix();
        tree("\u00e9/\u00e9, \u00e9/\u00e8, a");
        repository.commit(".");
        Files.delete(root.resolve("\u00e9/\u00e8"));
        assertThat(archiveInOtherJvm(Map.of())).isEmpty();
        assertThat(entries()).containsOnlyKeys("a", "\u00e9/\u00e9");
    }

    @Test
    void git_environment_variables_do_not_select_another_repository() throws Exception {
        GitRepository other = GitRepository.init(temp.resolve("other"));
        tree("a");
        repository.commit("a");
        String directory = other.directory().toString();
        assertThat(archiveInOtherJvm(Map.of("GIT_DIR", directory + "/.git", "GIT_WORK_TREE", directory)))
                .isEmpty();
        assertThat(entries()).containsOnlyKeys("a");
    }

    @Test
    void files_are_listed_by_the_configured_git_program() throws Exception {
        tree("a");
        repository.commit("a");
        Path asked = temp.resolve("asked");
        assertThat(list(root, choice(FileChoice.TRACKED).with(git("echo \"$@\" >> '" + asked + "'"), List.of())))
                .containsExactly("a");
        assertThat(asked).content().contains("ls-files");
        assertRefused(
                () -> list(root, choice(FileChoice.TRACKED).with("/nowhere/git", List.of())),
                "Cannot start git (",
                "/nowhere/git",
                "). Install Git on the agent, correct the path of its Git tool in Jenkins, or select all files of the"
                        + " directory (files: ALL).");
    }

    @Test
    void a_repository_can_belong_to_another_user() throws Exception {
        tree("a");
        repository.commit("a");
        Process chown = new ProcessBuilder("chown", "-R", "54321", root.toString()).start();
        assumeTrue(chown.waitFor() == 0, "only root can give files away");
        assertThat(archiveInOtherJvm(Map.of())).isEmpty();
        assertThat(entries()).containsOnlyKeys("a");
    }

    private String archiveInOtherJvm(Map<String, String> environment) throws Exception {
        return OtherJvm.archive(root, target, FileChoice.TRACKED, "C", environment);
    }
}
