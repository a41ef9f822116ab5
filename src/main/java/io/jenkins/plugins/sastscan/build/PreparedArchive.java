package io.jenkins.plugins.sastscan.build;

import io.jenkins.plugins.sastscan.archive.Manifest;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import java.io.Serializable;

/**
 * An archive that is ready for upload.
 *
 * @param file the path on the machine that has the archive
 * @param temporary whether the submission created the archive and must delete it afterwards
 */
record PreparedArchive(String file, ArchiveReport report, boolean temporary) implements Serializable {
    private static final long serialVersionUID = 1;

    /** Returns the path, sizes and digest, which each upload attempt checks. */
    UploadAttempt.Archive forUpload() {
        return new UploadAttempt.Archive(file, report.getArchiveBytes(), report.getEncodedBytes(), report.getSha256());
    }

    /** Returns the path of the manifest. The file exists only if the archive has a manifest. */
    String manifest() {
        return Manifest.path(file);
    }
}
