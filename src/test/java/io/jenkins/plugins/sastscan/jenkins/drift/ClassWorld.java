package io.jenkins.plugins.sastscan.jenkins.drift;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The classes that one class loader knows, and the members that a reference in a class file leads to. */
record ClassWorld(ClassLoader loader) {
    /** A class by its name with dots, not initialized. */
    Optional<Class<?>> type(String name) {
        try {
            return Optional.of(Class.forName(name, false, loader));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /** What a reference leads to, looked for in the class and all that it inherits from; interfaces have Object's members. */
    Optional<Member> member(Class<?> owner, String name, String descriptor) {
        Set<Class<?>> types = withSupertypes(owner);
        types.add(Object.class);
        for (Class<?> type : types) {
            for (Member member : members(type)) {
                boolean own = type == owner || !(member instanceof Constructor);
                if (own && name(member).equals(name) && descriptor(member).equals(descriptor)) {
                    return Optional.of(member);
                }
            }
        }
        return Optional.empty();
    }

    static List<Member> members(Class<?> type) {
        List<Member> members = new ArrayList<>(List.of(type.getDeclaredFields()));
        members.addAll(List.of(type.getDeclaredConstructors()));
        members.addAll(List.of(type.getDeclaredMethods()));
        return members;
    }

    static Set<Class<?>> withSupertypes(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        Deque<Class<?>> ahead = new ArrayDeque<>(List.of(type));
        while (!ahead.isEmpty()) {
            Class<?> next = ahead.poll();
            if (found.add(next)) {
                if (next.getSuperclass() != null) {
                    ahead.add(next.getSuperclass());
                }
                ahead.addAll(List.of(next.getInterfaces()));
            }
        }
        return found;
    }

    /** All supertypes with their type arguments, as the classes in between say them. */
    static Set<String> supertypes(Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (Class<?> each : withSupertypes(type)) {
            directSupertypes(each).forEach(supertype -> names.add(supertype.getTypeName()));
        }
        return names;
    }

    static List<Type> directSupertypes(Class<?> type) {
        List<Type> supertypes = new ArrayList<>(List.of(type.getGenericInterfaces()));
        if (type.getSuperclass() != null) {
            supertypes.add(type.getGenericSuperclass());
        }
        return supertypes;
    }

    static String name(Member member) {
        return member instanceof Constructor ? "<init>" : member.getName();
    }

    static String descriptor(Member member) {
        if (member instanceof Field field) {
            return field.getType().descriptorString();
        }
        if (member instanceof Method method) {
            return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                    .descriptorString();
        }
        return MethodType.methodType(void.class, ((Constructor<?>) member).getParameterTypes())
                .descriptorString();
    }
}
