package com.thoughtworks.xstream.mapper;

public interface Mapper {}
