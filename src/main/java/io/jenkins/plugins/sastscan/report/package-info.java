/** The submissions that builds store, their pages, and their REST API. */
package io.jenkins.plugins.sastscan.report;
