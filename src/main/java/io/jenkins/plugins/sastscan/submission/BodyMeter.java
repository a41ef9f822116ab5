package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ByteMeter;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.service.FormEncoding;
import io.jenkins.plugins.sastscan.service.UploadEncoding;

/** How much of a request body an archive's bytes take, which is what web servers limit. */
public enum BodyMeter implements ByteMeter {
    PLAIN {
        @Override
        public long measure(byte[] buffer, int offset, int length) {
            return length;
        }
    },
    PERCENT_ENCODED {
        @Override
        public long measure(byte[] buffer, int offset, int length) {
            return FormEncoding.encodedLength(buffer, offset, length);
        }
    };

    /** What stands around the archive in a body, at most: the field's name, or the headers of the multipart. */
    private static final int FRAME = 400;

    /** The limit of an archive that is uploaded in an encoding, when the body may have so many bytes. */
    public static SizeLimit limit(long bodyBytes, UploadEncoding encoding) {
        return new SizeLimit(Math.max(1, bodyBytes - FRAME), encoding == UploadEncoding.FORM ? PERCENT_ENCODED : PLAIN);
    }
}
