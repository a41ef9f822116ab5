/** The servers that administrators set up: how they are reached, how they authenticate, the client made for each. */
package io.jenkins.plugins.sastscan.config;
