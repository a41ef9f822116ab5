package com.thoughtworks.xstream.io;

public interface HierarchicalStreamReader {}
