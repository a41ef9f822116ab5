package org.kohsuke.stapler;

import java.util.List;

public interface StaplerRequest2 {
    <T> List<T> bindJSONToList(Class<T> type, Object src);
}
