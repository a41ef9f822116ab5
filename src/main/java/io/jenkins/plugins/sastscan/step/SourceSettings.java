package io.jenkins.plugins.sastscan.step;

import hudson.Extension;
import hudson.Util;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.model.Item;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.config.FieldCheck;
import io.jenkins.plugins.sastscan.config.SastServer;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.kohsuke.stapler.AncestorInPath;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/** What a step uploads: files of a directory, or an existing archive. */
public class SourceSettings implements Describable<SourceSettings>, Serializable {
    private static final long serialVersionUID = 1;

    @DataBoundSetter
    public String directory = "";

    @DataBoundSetter
    public String archive = "";

    @DataBoundSetter
    public FileChoice files = FileChoice.ALL;

    @DataBoundSetter
    public String includes = "";

    @DataBoundSetter
    public String excludes = "";

    @DataBoundSetter
    public Boolean defaultExcludes = true;

    @DataBoundSetter
    public Boolean caseSensitive = true;

    /** Selects all files of the workspace, except files that match a default exclude pattern. */
    @DataBoundConstructor
    public SourceSettings() {}

    /** XStream calls no constructor. A value that is missing in {@code config.xml} means the default value. */
    private Object readResolve() {
        return ScriptArguments.withDefaults(this, new SourceSettings());
    }

    static Function<BinaryOperator<String>, Optional<Source>> request(
            boolean upload, SourceSettings source, boolean manifest) {
        SourceSettings given = source == null ? new SourceSettings() : source;
        return expander -> upload ? Optional.of(given.source(expander, manifest)) : Optional.empty();
    }

    /**
     * Fails if {@code archive} is set but empty after expansion, so that the step does not upload the whole directory by
     * mistake.
     */
    private Source source(BinaryOperator<String> expander, boolean manifest) {
        if (Util.fixEmptyAndTrim(archive) != null) {
            return new Source.ExistingArchive(expander.apply("archive", archive), manifest);
        }
        Selection selection = new Selection(
                Selection.patterns(expander.apply("includes", includes)),
                Selection.patterns(expander.apply("excludes", excludes)),
                defaultExcludes,
                caseSensitive,
                files == null ? FileChoice.ALL : files,
                Selection.GIT,
                List.of());
        return new Source.Files(expander.apply("directory", directory), selection, manifest);
    }

    @Extension
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
            return FieldCheck.configurer(item, value, path -> new Source.Files(path, Selection.everything(), false));
        }

        @POST
        public ListBoxModel doFillFilesItems(@AncestorInPath Item item) {
            FieldCheck.requireConfigurer(item);
            ListBoxModel items = new ListBoxModel();
            items.add(Messages.SourceSettings_filesAll(), FileChoice.ALL.name());
            items.add(Messages.SourceSettings_filesNotIgnored(), FileChoice.NOT_IGNORED.name());
            items.add(Messages.SourceSettings_filesTracked(), FileChoice.TRACKED.name());
            return items;
        }

        @POST
        public FormValidation doCheckArchive(@AncestorInPath Item item, @QueryParameter String value) {
            return FieldCheck.configurer(item, value, path -> new Source.ExistingArchive(path, false));
        }

        @POST
        public FormValidation doCheckIncludes(@AncestorInPath Item item, @QueryParameter String value) {
            return FieldCheck.configurer(
                    item, value, text -> new Selection(Selection.patterns(text), List.of(), true, true));
        }

        @POST
        public FormValidation doCheckExcludes(@AncestorInPath Item item, @QueryParameter String value) {
            return FieldCheck.configurer(item, value, SastServer::checkExcludes);
        }
    }
}
