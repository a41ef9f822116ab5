package io.jenkins.plugins.sastscan.build;

import hudson.EnvVars;
import hudson.FilePath;
import hudson.Util;
import hudson.console.ConsoleLogFilter;
import hudson.console.ConsoleNote;
import hudson.model.AbstractBuild;
import hudson.model.Action;
import hudson.model.Computer;
import hudson.model.Node;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.TaskListener;
import hudson.plugins.git.GitTool;
import hudson.slaves.WorkspaceList;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.text.Expressions;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jenkins.util.SystemProperties;
import org.jenkinsci.plugins.workflow.actions.ThreadNameAction;
import org.jenkinsci.plugins.workflow.actions.WarningAction;
import org.jenkinsci.plugins.workflow.actions.WorkspaceAction;
import org.jenkinsci.plugins.workflow.graph.FlowNode;
import org.jenkinsci.plugins.workflow.steps.StepContext;

/**
 * The context of a step in a build.
 *
 * @param workspace the current directory; null outside of a {@code node} block
 * @param boundary the workspace of the innermost {@code node} or {@code ws} block; null outside of these blocks
 * @param filter the log filter of a pipeline, such as the masks of {@code withCredentials}; can be null
 * @param branch the names of all parallel branches and matrix cells around the step, outermost first; can be empty
 * @param node the step in the graph of its pipeline; null in other builds
 */
public record BuildContext(
        Run<?, ?> run,
        FilePath workspace,
        Boundary boundary,
        EnvVars environment,
        TaskListener listener,
        ConsoleLogFilter filter,
        String branch,
        FlowNode node) {
    private static final String MASK = "****";
    private static final int MAX_BRANCH_LENGTH = 100;
    private static final Set<String> PATTERNS = Set.of("includes", "excludes");

    /** A name, or an absolute path. A relative path could lead to a file of the workspace. */
    private static final Pattern UNIX_PROGRAM = Pattern.compile("/.+|(?!.*\\.exe$)[^/\\\\]+");

    private static final Pattern WINDOWS_PROGRAM = Pattern.compile("(?:[A-Za-z]:[/\\\\]|\\\\\\\\).+|[^/\\\\:]+");

    public static BuildContext of(AbstractBuild<?, ?> build, TaskListener listener)
            throws IOException, InterruptedException {
        FilePath workspace = build.getWorkspace();
        Boundary boundary = workspace == null ? null : boundary(workspace.getRemote(), List.of());
        EnvVars environment = build.getEnvironment(listener);
        return new BuildContext(build, workspace, boundary, environment, listener, null, "", null);
    }

    public static BuildContext of(StepContext context) throws IOException, InterruptedException {
        FlowNode node = context.get(FlowNode.class);
        List<WorkspaceAction> workspaces = enclosing(node, WorkspaceAction.class);
        Boundary boundary = null;
        if (!workspaces.isEmpty()) {
            WorkspaceAction innermost = workspaces.get(0);
            List<String> enclosing = workspaces.stream()
                    .skip(1)
                    .filter(workspace -> workspace.getNode().equals(innermost.getNode()))
                    .map(WorkspaceAction::getPath)
                    .toList();
            boundary = boundary(innermost.getPath(), enclosing);
        }
        List<String> branches = new ArrayList<>();
        enclosing(node, ThreadNameAction.class).forEach(branch -> branches.add(0, branch.getThreadName()));
        return new BuildContext(
                context.get(Run.class),
                context.get(FilePath.class),
                boundary,
                context.get(EnvVars.class),
                context.get(TaskListener.class),
                context.get(ConsoleLogFilter.class),
                String.join(", ", branches),
                node);
    }

    /** Returns the actions of the blocks around a step, innermost first. */
    static <A extends Action> List<A> enclosing(FlowNode node, Class<A> action) {
        return node.getEnclosingBlocks().stream()
                .map(block -> block.getAction(action))
                .filter(Objects::nonNull)
                .toList();
    }

    static Boundary boundary(String workspace, List<String> enclosing) {
        return new Boundary(workspace, enclosing, SystemProperties.getString(WorkspaceList.class.getName(), "@"));
    }

    /** Marks the build and, in a pipeline, the step itself, which pipeline views show. */
    void markUnstable(String reason) {
        log(reason);
        if (node != null) {
            node.addOrReplaceAction(new WarningAction(Result.UNSTABLE).withMessage(reason));
        }
        run.setResult(Result.UNSTABLE);
    }

    void requireWorkspace(String purpose) {
        if (workspace == null || boundary == null) {
            throw new InvalidInputException(
                    purpose + " requires a workspace. Put the step inside node { }, or set an agent for the stage.");
        }
    }

    /** @throws InvalidInputException if the job may not use the SAST server or the project */
    public SastServer server(String server, Optional<ProjectId> project) {
        return SastConfiguration.get().server(expand("server", server), run.getParent(), project);
    }

    /** Returns the default project of the job if the ID is blank. An expression with an empty value is an error. */
    public ProjectId project(String server, String id) {
        return Util.fixEmptyAndTrim(id) == null
                ? SastConfiguration.get().defaultProject(expand("server", server), run.getParent())
                : ProjectId.parse(expand("projectId", id));
    }

    /** Runs work on the machine of the workspace. */
    <T> T call(RemoteWork.Task<T> task) throws IOException, InterruptedException {
        return RemoteWork.run(workspace, this::log, RemoteWork.limit(), task);
    }

    /**
     * Returns the default Git tool of the machine of the workspace. Neither variables of the build nor files in the
     * workspace can select another program.
     */
    String gitProgram() throws IOException, InterruptedException {
        Computer computer = workspace.toComputer();
        Node node = computer == null ? null : computer.getNode();
        if (node == null) {
            return Selection.GIT;
        }
        String program = RemoteWork.within(
                Duration.ofMinutes(2),
                workspace,
                () -> GitTool.getDefaultInstallation()
                        .forNode(node, listener)
                        .forEnvironment(computer.buildEnvironment(listener))
                        .getGitExe());
        Pattern valid = workspace.getRemote().startsWith("/") ? UNIX_PROGRAM : WINDOWS_PROGRAM;
        // JGit has no program.
        return program != null && valid.matcher(program).matches() && !program.startsWith("jgit")
                ? program
                : Selection.GIT;
    }

    /**
     * Expands the expressions in a parameter of the step. Only a list of patterns may become empty.
     *
     * @throws InvalidInputException if a variable is not set, or if the value is blank only because of a variable
     */
    public String expand(String parameter, String text) {
        return Expressions.expand(parameter, text, environment, PATTERNS.contains(parameter));
    }

    /** Writes to the build log. Escapes the lines and shortens long lines. */
    public void log(String... lines) {
        for (String line : lines) {
            listener.getLogger().println(prefix(branch) + PlainText.oneLine(line));
        }
    }

    /** Returns {@code "[name] "}, or an empty text outside of a parallel branch. */
    static String prefix(String branch) {
        return branch.isEmpty() ? "" : "[" + PlainText.oneLine(branch, MAX_BRANCH_LENGTH) + "] ";
    }

    /** The parallel branch or matrix cell, and the pipeline stage, such as {@code linux, Build}. */
    String stage() {
        return Stream.of(branch, Util.fixNull(environment.get("STAGE_NAME")))
                .filter(Predicate.not(String::isEmpty))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** Masks secrets in a text, as the log of a pipeline does. */
    @SuppressWarnings("deprecation") // This method calls decorateLogger as pipelines do: with null as the build.
    String masked(String text) {
        if (filter == null || text.isEmpty()) {
            return text;
        }
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try (OutputStream line = filter.decorateLogger((AbstractBuild<?, ?>) null, shown)) {
            line.write((text + "\n").getBytes(run.getCharset()));
        } catch (IOException | RuntimeException | LinkageError e) {
            // A filter of another plugin has failed.
            return MASK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return MASK;
        }
        return ConsoleNote.removeNotes(shown.toString(run.getCharset())).stripTrailing();
    }
}
