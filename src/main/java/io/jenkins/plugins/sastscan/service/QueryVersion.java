package io.jenkins.plugins.sastscan.service;

import java.util.Optional;

/** A query's id and version code (operation 3); empty is what the service left out. */
public record QueryVersion(Optional<Long> queryId, Optional<Long> versionCode) {}
