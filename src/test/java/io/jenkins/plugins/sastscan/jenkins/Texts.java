package io.jenkins.plugins.sastscan.jenkins;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The text forms of all objects of this plugin that hang together. */
public final class Texts {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> left = new ArrayDeque<>();

    private Texts() {}

    /** Of these and of all that they lead to by fields, collections and optional values. */
    public static Set<String> of(Collection<?> roots) throws IllegalAccessException {
        Texts texts = new Texts();
        roots.forEach(texts::meet);
        Set<String> all = new TreeSet<>();
        while (!texts.left.isEmpty()) {
            Object object = texts.left.remove();
            all.add(object.getClass().getName() + " " + object);
            if (object.getClass().getName().startsWith("io.jenkins.plugins.sastscan")) {
                texts.fields(object);
            }
        }
        return all;
    }

    private void fields(Object object) throws IllegalAccessException {
        for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !field.getType().isPrimitive()
                        && type.getName().startsWith("io.jenkins.plugins.sastscan")) {
                    field.setAccessible(true);
                    meet(field.get(object));
                }
            }
        }
    }

    private void meet(Object object) {
        if (object instanceof Optional<?> optional) {
            optional.ifPresent(this::meet);
        } else if (object instanceof Map<?, ?> map) {
            map.values().forEach(this::meet);
        } else if (object instanceof Collection<?> all) {
            all.forEach(this::meet);
        } else if (object != null && !(object instanceof String) && seen.add(object)) {
            left.add(object);
        }
    }
}
