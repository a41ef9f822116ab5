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
import io.jenkins.plugins.sastscan.build.ScanRequest.SourceRequest;
import io.jenkins.plugins.sastscan.config.FieldCheck;
import java.io.Serializable;
import java.util.List;
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
public class SourceSettings implements SourceRequest, Describable<SourceSettings>, Serializable {
    private static final long serialVersionUID = 1;

    private String directory;
    private String archive;
    private String files;
    private String includes;
    private String excludes;
    private Boolean defaultExcludes;
    private Boolean caseSensitive;

    /** Selects all files of the workspace, except files that match a default exclude pattern. */
    @DataBoundConstructor
    public SourceSettings() {}

    @Override
    public String getDirectory() {
        return directory;
    }

    @DataBoundSetter
    public void setDirectory(String directory) {
        this.directory = Util.fixEmptyAndTrim(directory);
    }

    @Override
    public String getArchive() {
        return archive;
    }

    @DataBoundSetter
    public void setArchive(String archive) {
        this.archive = Util.fixEmptyAndTrim(archive);
    }

    @Override
    public String getFiles() {
        return files == null ? FileChoice.ALL.name() : files;
    }

    @DataBoundSetter
    public void setFiles(String files) {
        this.files = Util.fixEmptyAndTrim(files);
    }

    @Override
    public String getIncludes() {
        return includes;
    }

    @DataBoundSetter
    public void setIncludes(String includes) {
        this.includes = Util.fixEmptyAndTrim(includes);
    }

    @Override
    public String getExcludes() {
        return excludes;
    }

    @DataBoundSetter
    public void setExcludes(String excludes) {
        this.excludes = Util.fixEmptyAndTrim(excludes);
    }

    @Override
    public boolean isDefaultExcludes() {
        return defaultExcludes == null || defaultExcludes;
    }

    @DataBoundSetter
    public void setDefaultExcludes(boolean defaultExcludes) {
        this.defaultExcludes = defaultExcludes;
    }

    @Override
    public boolean isCaseSensitive() {
        return caseSensitive == null || caseSensitive;
    }

    @DataBoundSetter
    public void setCaseSensitive(boolean caseSensitive) {
        this.caseSensitive = caseSensitive;
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
