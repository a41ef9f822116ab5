package com.thoughtworks.xstream.converters.reflection;

public interface ReflectionProvider {}
