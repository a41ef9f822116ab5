package io.jenkins.plugins.sastscan.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IoReasonTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new NoSuchFileException("/x"), "it does not exist"),
                Arguments.of(new FileNotFoundException("/x"), "it does not exist"),
                Arguments.of(new AccessDeniedException("/x"), "permission denied"),
                Arguments.of(new FileAlreadyExistsException("/x"), "a file with that name exists"),
                Arguments.of(new DirectoryNotEmptyException("/x"), "the directory is not empty"),
                Arguments.of(new FileSystemException("/x", null, "Read-only file system"), "Read-only file system"),
                Arguments.of(new FileSystemException("/x"), "FileSystemException"),
                Arguments.of(new IOException("No space left on device"), "No space left on device"),
                Arguments.of(new IOException("two\nlines"), "two\\u000alines"),
                Arguments.of(new IOException(), "IOException"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void the_reason_is_a_clause_and_never_just_a_path(IOException failure, String reason) {
        assertThat(IoReason.of(failure)).isEqualTo(reason);
    }
}
