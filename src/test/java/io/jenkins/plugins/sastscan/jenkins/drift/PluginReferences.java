package io.jenkins.plugins.sastscan.jenkins.drift;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/** All types and members that class files refer to, as their constant pools list them. */
final class PluginReferences {
    /** What the Java platform and Maven Central have; access-modifier annotations are in generated sources only. */
    private static final Pattern ELSEWHERE = Pattern.compile("(?:java|javax|okhttp3|okio|kotlin|com[./]fasterxml"
            + "|org[./]apache|org[./]jvnet[./]localizer|org[./]kohsuke[./]accmod)[./].*");

    private static final String PLUGIN = "io.jenkins.plugins.sastscan.";
    private static final Pattern TYPE_IN_DESCRIPTOR = Pattern.compile("L([a-zA-Z]\\w*/[\\w/$]+)(?=[;<.])");
    private static final Pattern DESCRIPTOR = Pattern.compile("[\\[(<L].*[;>)].*");

    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final Set<Integer> MEMBERS = Set.of(9, 10, 11);

    /** A field, constructor or method as a class file names it. */
    record MemberReference(String owner, String name, String descriptor) {}

    final Set<String> types = new TreeSet<>();
    final Set<MemberReference> members = new TreeSet<>(Comparator.comparing(MemberReference::owner)
            .thenComparing(MemberReference::name)
            .thenComparing(MemberReference::descriptor));

    private PluginReferences() {}

    static PluginReferences of(Path classes) throws IOException {
        PluginReferences references = new PluginReferences();
        try (Stream<Path> files = Files.walk(classes)) {
            List<Path> all =
                    files.filter(file -> file.toString().endsWith(".class")).toList();
            for (Path file : all) {
                references.read(new ClassReader(Files.readAllBytes(file)));
            }
        }
        return references;
    }

    /** Whether a class is one that the declarations are to declare. */
    static boolean isJenkins(String name) {
        return !ELSEWHERE.matcher(name).matches() && !name.startsWith(PLUGIN);
    }

    private void read(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int item = 1; item < reader.getItemCount(); item++) {
            int offset = reader.getItem(item);
            if (offset == 0) {
                continue; // the second half of a long or double
            }
            int tag = reader.readByte(offset - 1);
            if (tag == UTF8) {
                addTypesOf(text(reader, offset));
            } else if (tag == CLASS) {
                addType(reader.readUTF8(offset, buffer));
            } else if (MEMBERS.contains(tag)) {
                int nameAndType = reader.getItem(reader.readUnsignedShort(offset + 2));
                addMember(
                        reader.readClass(offset, buffer),
                        reader.readUTF8(nameAndType, buffer),
                        reader.readUTF8(nameAndType + 2, buffer));
            }
        }
    }

    private void addTypesOf(String text) {
        if (DESCRIPTOR.matcher(text).matches()) {
            Matcher matcher = TYPE_IN_DESCRIPTOR.matcher(text);
            while (matcher.find()) {
                addType(matcher.group(1));
            }
        }
    }

    private void addType(String internalName) {
        String name = internalName.replace('/', '.');
        if (!name.startsWith("[") && isJenkins(name)) {
            types.add(name);
        }
    }

    private void addMember(String owner, String name, String descriptor) {
        String type = owner.replace('/', '.');
        if (isJenkins(type) || type.startsWith(PLUGIN)) {
            members.add(new MemberReference(type, name, descriptor));
        }
    }

    private static String text(ClassReader reader, int offset) {
        byte[] bytes = new byte[2 + reader.readUnsignedShort(offset)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) reader.readByte(offset + i);
        }
        try {
            return new DataInputStream(new ByteArrayInputStream(bytes)).readUTF();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
