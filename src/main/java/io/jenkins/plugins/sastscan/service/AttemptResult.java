package io.jenkins.plugins.sastscan.service;

import java.io.Serializable;

/** What came of one attempt, as plain values; those of an agent are worth no more than its word. */
public sealed interface AttemptResult extends Serializable permits ServiceResponse, AttemptFailure {}
