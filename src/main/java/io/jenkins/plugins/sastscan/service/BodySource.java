package io.jenkins.plugins.sastscan.service;

import okhttp3.RequestBody;

/** Makes the body of a request, a new one for each attempt. */
@FunctionalInterface
interface BodySource {
    RequestBody open();
}
