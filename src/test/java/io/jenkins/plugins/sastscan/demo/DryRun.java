package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.submission.Listing;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import java.io.IOException;
import java.io.PrintStream;

/** Lists what would be sent. */
final class DryRun {
    private final PrintStream out;

    DryRun(PrintStream out) {
        this.out = out;
    }

    void run(DemoOptions options) throws IOException, InterruptedException {
        LocalArchiver archiver = new LocalArchiver(options.directory(), null, SizeLimit.none());
        Listing listing = new Listing(new SubmissionLog(out::println));
        listing.end(archiver.list(new Source.Files("", Selection.everything(options.files())), listing::add));
    }
}
