package org.kohsuke.stapler;

import jakarta.servlet.ServletRequest;
import java.util.List;

public interface StaplerRequest2 extends ServletRequest {
    <T> List<T> bindJSONToList(Class<T> type, Object src);
}
