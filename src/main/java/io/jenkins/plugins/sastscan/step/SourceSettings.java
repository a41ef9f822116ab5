package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import hudson.RelativePath;
import hudson.Util;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.model.Item;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.ScanRequest;
import io.jenkins.plugins.sastscan.config.FieldCheck;
import java.io.Serializable;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.AncestorInPath;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/**
 * What a step uploads: files of a directory, or an existing archive. The fields are such that a value missing in
 * {@code config.xml} means the default value: XStream calls no constructor.
 */
public class SourceSettings implements Describable<SourceSettings>, Serializable {
    private static final long serialVersionUID = 1;

    @DataBoundSetter
    private String directory;

    @DataBoundSetter
    private String archive;

    @DataBoundSetter
    private String files;

    @DataBoundSetter
    private String includes;

    @DataBoundSetter
    private String excludes;

    @DataBoundSetter
    private Boolean defaultExcludes;

    @DataBoundSetter
    private Boolean caseSensitive;

    /** Selects all files of the workspace, except files that match a default exclude pattern. */
    @DataBoundConstructor
    public SourceSettings() {}

    public String getDirectory() {
        return Util.fixEmptyAndTrim(directory);
    }

    public String getArchive() {
        return Util.fixEmptyAndTrim(archive);
    }

    public String getFiles() {
        return files == null || files.isBlank() ? FileChoice.ALL.name() : files.strip();
    }

    public String getIncludes() {
        return Util.fixEmptyAndTrim(includes);
    }

    public String getExcludes() {
        return Util.fixEmptyAndTrim(excludes);
    }

    public boolean isDefaultExcludes() {
        return defaultExcludes == null || defaultExcludes;
    }

    public boolean isCaseSensitive() {
        return caseSensitive == null || caseSensitive;
    }

    /**
     * Fails if {@code archive} is set but empty after expansion, so that the step does not upload the whole directory by
     * mistake.
     */
    Source source(BinaryOperator<String> expander, boolean manifest) {
        if (getArchive() != null) {
            return new Source.ExistingArchive(expander.apply("archive", archive), manifest);
        }
        Selection selection = new Selection(
                Selection.patterns(expander.apply("includes", includes)),
                Selection.patterns(expander.apply("excludes", excludes)),
                isDefaultExcludes(),
                isCaseSensitive(),
                FileChoice.of(expander.apply("files", getFiles())),
                Selection.GIT,
                List.of());
        return new Source.Files(expander.apply("directory", directory), selection, manifest);
    }

    @Extension
    @Restricted(NoExternalUse.class)
    public static class DescriptorImpl extends Descriptor<SourceSettings> {
        @Override
        public String getDisplayName() {
            return Messages.SourceSettings_displayName();
        }

        /** Returns the default values, for the form. */
        public SourceSettings getDefaults() {
            return new SourceSettings();
        }

        @POST
        public FormValidation doCheckDirectory(@AncestorInPath Item item, @QueryParameter String value) {
            return FieldCheck.configurer(item, value, directory -> new Source.Files(directory, Selection.everything()));
        }

        @POST
        public ListBoxModel doFillFilesItems(@AncestorInPath Item item, @QueryParameter String files) {
            FieldCheck.requireConfigurer(item);
            ListBoxModel items = new ListBoxModel();
            items.add(Messages.SourceSettings_filesAll(), FileChoice.ALL.name());
            items.add(Messages.SourceSettings_filesNotIgnored(), FileChoice.NOT_IGNORED.name());
            items.add(Messages.SourceSettings_filesTracked(), FileChoice.TRACKED.name());
            String chosen = Util.fixNull(files).strip();
            if (!chosen.isEmpty()
                    && Stream.of(FileChoice.values())
                            .noneMatch(choice -> choice.name().equals(chosen))) {
                // The current value can be an expression, or another spelling of a choice, such as "not-ignored".
                items.add(chosen);
            }
            return items;
        }

        @POST
        public FormValidation doCheckFiles(@AncestorInPath Item item, @QueryParameter String value) {
            return FieldCheck.configurer(item, value, FileChoice::of);
        }

        @POST
        public FormValidation doCheckArchive(
                @AncestorInPath Item item,
                @QueryParameter String value,
                @QueryParameter @RelativePath("..") boolean manifest,
                @QueryParameter @RelativePath("..") boolean skipUnchanged) {
            return FieldCheck.configurer(item, value, path -> {
                Source archive = new Source.ExistingArchive(path, manifest);
                if (skipUnchanged) {
                    ScanRequest.requireFiles(archive);
                }
            });
        }

        @POST
        public FormValidation doCheckIncludes(@AncestorInPath Item item, @QueryParameter String value) {
            return checkPatterns(item, value, includes -> new Selection(includes, List.of(), true, true));
        }

        @POST
        public FormValidation doCheckExcludes(@AncestorInPath Item item, @QueryParameter String value) {
            return checkPatterns(item, value, excludes -> new Selection(List.of(), excludes, true, true));
        }

        private static FormValidation checkPatterns(Item item, String value, Consumer<List<String>> check) {
            return FieldCheck.configurer(item, value, text -> check.accept(Selection.patterns(text)), Selection::hint);
        }
    }
}
