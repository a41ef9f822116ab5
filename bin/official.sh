# For bin/test and bin/demo: how the official build runs on this machine. They work in the root folder of the project.
# shellcheck shell=sh

maven_for_official=3.9.11
java_for_official=21
# Of the version that the pom says.
dependency_plugin=org.apache.maven.plugins:maven-dependency-plugin

parent_version() {
  awk '/<parent>/ { inside = 1 } inside && /<version>/ { gsub(/.*<version>|<\/version>.*/, ""); print; exit }' pom.xml
}

# Whether the parent POM is at hand; arguments are Maven's. What it prints is kept for a failure.
parent_resolves() {
  mvn -B -q -ntp -N -f central "$@" "$dependency_plugin:get" -Dtransitive=false \
    -Daether.connector.connectTimeout=10000 -Daether.connector.requestTimeout=20000 \
    -Dartifact="org.jenkins-ci.plugins:plugin:$(parent_version):pom" \
    -DremoteRepositories=repo.jenkins-ci.org::default::https://repo.jenkins-ci.org/public/ >target/probe.log 2>&1
}

# The JDK that Maven runs on: 17, 21, ...
maven_java() {
  mvn -v 2>/dev/null | sed -n 's/^Java version: \([0-9]*\).*/\1/p'
}

# Says how the official build can be run: offline, online, old-java, impossible (no parent POM), or broken (anything else).
probe() {
  if [ "$(maven_java)" -lt "$java_for_official" ]; then
    echo old-java
    return
  fi
  # Brings the probe's own tool, however long that takes, so that its absence is not mistaken for the parent's.
  mvn -B -q -ntp -N -f central "$dependency_plugin:help" >target/probe.log 2>&1 || {
    echo broken
    return
  }
  if parent_resolves -o; then
    echo offline
  elif parent_resolves -U; then
    echo online
  elif grep -q 'org.jenkins-ci.plugins:plugin:pom' target/probe.log; then
    echo impossible
  else
    echo broken
  fi
}

# Why there is no official build; the argument is what the probe said: old-java or impossible.
why_not() {
  if [ "$1" = old-java ]; then
    echo "The official build needs JDK $java_for_official or newer, and Maven runs on JDK $(maven_java): set JAVA_HOME to a newer JDK."
  else
    echo "The plugin parent POM $(parent_version) is neither in the local Maven repository nor in Jenkins's: go online."
  fi
}

# A Maven that the plugin parent accepts (3.9.6 or newer): the installed one, or one brought in through it.
official_maven() {
  installed=$(mvn -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p' | head -n 1)
  if [ "$(printf '%s\n3.9.6\n' "$installed" | sort -t . -k 1,1n -k 2,2n -k 3,3n | head -n 1)" = 3.9.6 ]; then
    echo mvn
    return 0
  fi
  home=target/maven/apache-maven-$maven_for_official
  if ! sh "$home/bin/mvn" -v >/dev/null 2>&1; then
    rm -rf target/maven
    mvn -B -q -ntp -N -f central "$dependency_plugin:copy" -DoutputDirectory="$PWD/target/maven" \
      -Dartifact="org.apache.maven:apache-maven:$maven_for_official:zip:bin" >&2 || return 1
    (cd target/maven && jar xf "apache-maven-$maven_for_official-bin.zip") || return 1
  fi
  echo "sh $home/bin/mvn"
}

# Whether an offline build of this log failed for want of a dependency, which is new since the last build then.
wants_to_be_online() {
  grep -q 'in offline mode' "$1"
}
