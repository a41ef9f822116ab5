/** The configured SAST servers: connection, authentication, credentials and access rules. */
package io.jenkins.plugins.sastscan.config;
