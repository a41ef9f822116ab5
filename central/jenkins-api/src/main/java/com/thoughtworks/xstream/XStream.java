package com.thoughtworks.xstream;

import com.thoughtworks.xstream.converters.reflection.ReflectionProvider;
import com.thoughtworks.xstream.mapper.Mapper;

public class XStream {
    public Mapper getMapper() {
        throw new UnsupportedOperationException();
    }

    public ReflectionProvider getReflectionProvider() {
        throw new UnsupportedOperationException();
    }
}
