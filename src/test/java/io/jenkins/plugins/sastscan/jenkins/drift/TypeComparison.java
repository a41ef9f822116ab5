package io.jenkins.plugins.sastscan.jenkins.drift;

import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Says in what a declared type differs from the real one; it may have less, but nothing else. */
final class TypeComparison {
    private final Class<?> declared;
    private final Class<?> real;
    private final ClassWorld world;
    private final List<String> drifts = new ArrayList<>();

    private TypeComparison(Class<?> declared, Class<?> real, ClassWorld world) {
        this.declared = declared;
        this.real = real;
        this.world = world;
    }

    static List<String> drifts(Class<?> declared, Class<?> real, ClassWorld world) {
        TypeComparison comparison = new TypeComparison(declared, real, world);
        comparison.run();
        return comparison.drifts;
    }

    private void run() {
        compare("type", declared.toGenericString(), real.toGenericString());
        Set<String> supertypes = ClassWorld.supertypes(real);
        for (Type supertype : ClassWorld.directSupertypes(declared)) {
            if (!supertypes.contains(supertype.getTypeName())) {
                drifts.add(declared.getName() + " is declared as a " + supertype.getTypeName() + ", which it is not");
            }
        }
        if (declared.isAnnotation()) {
            compare(declared.getName() + " has retention", retention(declared), retention(real));
            compare(declared.getName() + " has targets", targets(declared), targets(real));
        }
        for (Member member : ClassWorld.members(declared)) {
            boolean visible = (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
            if (visible && !member.isSynthetic()) {
                compare(member);
            }
        }
    }

    private void compare(Member member) {
        Optional<Member> same = world.member(real, ClassWorld.name(member), ClassWorld.descriptor(member))
                .filter(found -> found.getDeclaringClass() == real);
        if (same.isEmpty()) {
            drifts.add(member + " is declared, but there is none");
            return;
        }
        compare("member", signature(member), signature(same.get()));
        if (member instanceof Method method && declared.isAnnotation()) {
            Object value = method.getDefaultValue();
            Object realValue = ((Method) same.get()).getDefaultValue();
            if (!Objects.deepEquals(String.valueOf(value), String.valueOf(realValue))) {
                drifts.add(member + " has the default " + value + ", but really " + realValue);
            }
        }
    }

    /** Modifiers, type parameters, types and exceptions; but for modifiers that callers do not see. */
    private static String signature(Member member) {
        String text;
        if (member instanceof Field field) {
            text = field.toGenericString();
        } else {
            Executable executable = (Executable) member;
            text = executable instanceof Constructor<?> constructor
                    ? constructor.toGenericString()
                    : executable.toGenericString();
        }
        return text.replaceAll("\\b(?:synchronized|native|strictfp|transient|volatile) ", "");
    }

    private static RetentionPolicy retention(Class<?> annotation) {
        return annotation(annotation, Retention.class).map(Retention::value).orElse(RetentionPolicy.CLASS);
    }

    private static List<ElementType> targets(Class<?> annotation) {
        return annotation(annotation, Target.class)
                .map(target -> Arrays.stream(target.value()).sorted().toList())
                .orElse(List.of());
    }

    private static <A extends Annotation> Optional<A> annotation(Class<?> type, Class<A> annotation) {
        return Optional.ofNullable(type.getAnnotation(annotation));
    }

    private void compare(String what, Object declaration, Object reality) {
        if (!declaration.equals(reality)) {
            drifts.add(what + ": declared is " + declaration + ", real is " + reality);
        }
    }
}
