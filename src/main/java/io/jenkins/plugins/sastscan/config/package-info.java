/** The configured SAST servers: connection, authentication, and client. */
package io.jenkins.plugins.sastscan.config;
