package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.ArchiveOptions;
import io.jenkins.plugins.sastscan.archive.LeftOut;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.input.PlainText;
import io.jenkins.plugins.sastscan.submission.Figures;
import io.jenkins.plugins.sastscan.submission.LeftOutText;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.Source;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** Lists what would be sent. */
final class DryRun {
    private final PrintStream out;
    private long files;
    private long bytes;

    DryRun(PrintStream out) {
        this.out = out;
    }

    void run(DemoOptions options, Path temporary) throws IOException, InterruptedException {
        LocalArchiver archiver = new LocalArchiver(options.directory(), temporary, "demo", ArchiveOptions.defaults());
        LeftOut leftOut = archiver.list(new Source.Files("", Selection.everything()), file -> {
            files++;
            bytes += file.size();
            out.printf("%,15d  %s%n", file.size(), PlainText.oneLine(file.name(), Integer.MAX_VALUE));
        });
        out.println("Would send " + Figures.count(files, "file") + ", " + Figures.bytes(bytes) + ".");
        for (LeftOut.Reason reason : LeftOut.Reason.values()) {
            for (String name : leftOut.names(reason)) {
                out.println("  not sent (" + reason.words() + "): " + name);
            }
        }
        String summary = LeftOutText.summary(leftOut);
        out.println(summary.isEmpty() ? "Nothing is left out." : "Left out: " + summary);
    }
}
