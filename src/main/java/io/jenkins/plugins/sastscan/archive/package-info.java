/**
 * Which files of a directory are submitted, and the zip archive made of them.
 *
 * <p>Nothing here knows Jenkins or the service.
 */
package io.jenkins.plugins.sastscan.archive;
