package io.jenkins.plugins.sastscan.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The official build of the plugin: only this build can start a Jenkins. Its output is in {@code target/bench.log}. */
record OfficialBuild(Path project, String maven) {
    Path target() {
        return project.resolve("target");
    }

    /** Builds the plugin, and returns the Jenkins war that the tests of the plugin use. */
    Path war() throws IOException, InterruptedException {
        Path classpath = target().resolve("bench.classpath");
        run(
                "package",
                "-DskipTests",
                "-Dspotbugs.skip",
                "org.apache.maven.plugins:maven-dependency-plugin:build-classpath",
                "-Dmdep.outputFile=" + classpath,
                "-Dmdep.includeScope=test");
        return Stream.of(Files.readString(classpath).split(File.pathSeparator))
                .map(Path::of)
                .filter(file -> file.getFileName().toString().matches("jenkins-war-.*\\.war"))
                .findFirst()
                .orElseThrow();
    }

    private void run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(maven.split(" ")));
        command.addAll(List.of("-B", "-ntp"));
        command.addAll(List.of(arguments));
        Path log = Files.createDirectories(target()).resolve("bench.log");
        int status = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("The official build failed; see " + log + ".");
        }
    }
}
