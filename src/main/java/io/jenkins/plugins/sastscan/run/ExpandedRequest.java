package io.jenkins.plugins.sastscan.run;

import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.report.Checkpoint;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.submission.Source;
import java.util.Optional;

/**
 * The values of a request with their expressions expanded. After a restart of Jenkins they are the same, even if the
 * variables of the build have changed.
 *
 * @param checkpoint keeps them, unless they contain a secret
 */
record ExpandedRequest(BuildContext build, Checkpoint checkpoint, ScanRequest request) {
    private String expanded(String name, String text) {
        String known = checkpoint.decision(name);
        String value = known == null ? build.expand(text) : known;
        checkpoint.decide(name, value, build::isSecretFree);
        return value;
    }

    ProjectId project() {
        return ProjectId.parse(expanded("projectId", request.projectId()));
    }

    SastServer server(ProjectId project) {
        return SastConfiguration.get()
                .server(expanded("server", request.server()), build.run().getParent(), Optional.of(project));
    }

    Optional<Source> source() {
        return request.source().map(this::source);
    }

    private Source source(ScanRequest.SourceRequest source) {
        String archive = expanded("archive", source.archive());
        if (!archive.isEmpty()) {
            return new Source.ExistingArchive(archive, source.manifest());
        }
        Selection selection = new Selection(
                Selection.patterns(expanded("includes", source.includes())),
                Selection.patterns(expanded("excludes", source.excludes())),
                source.defaultExcludes(),
                source.caseSensitive(),
                FileChoice.of(expanded("files", source.files())));
        return new Source.Files(expanded("directory", source.directory()), selection, source.manifest());
    }

    /** The name of the manifest among the artifacts. Each submission of a build has a name of its own. */
    String manifest(ProjectId project) {
        String known = checkpoint.decision("manifest");
        if (known != null) {
            return known;
        }
        String name = "sast-scan-" + project + "-" + SubmissionsAction.countManifest(build.run()) + ".sha256";
        checkpoint.decide("manifest", name, any -> true);
        return name;
    }
}
