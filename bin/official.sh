# Functions for bin/test, bin/demo and bin/bench. Call them in the root folder of the project.
# shellcheck shell=sh

# Java does not start in a directory whose name the locale cannot encode.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
  C | POSIX) export LC_ALL=C.UTF-8 ;;
esac

maven_for_official=3.9.11
java_for_official=21
# This name contains no version, so that Maven takes the version from the POM.
dependency_plugin=org.apache.maven.plugins:maven-dependency-plugin

parent_version() {
  awk '/<parent>/ { inside = 1 } inside && /<version>/ { gsub(/.*<version>|<\/version>.*/, ""); print; exit }' pom.xml
}

# Resolves the parent POM: offline with the argument -o, online with -U.
parent_resolves() {
  mvn -B -q -ntp -N -f central "$@" "$dependency_plugin:get" -Dtransitive=false \
    -Daether.connector.connectTimeout=10000 -Daether.connector.requestTimeout=20000 \
    -Dartifact="org.jenkins-ci.plugins:plugin:$(parent_version):pom" \
    -DremoteRepositories=repo.jenkins-ci.org::default::https://repo.jenkins-ci.org/public/ >target/probe.log 2>&1
}

# Prints the major version of the JDK that Maven runs on: 17, 21, ...
maven_java() {
  mvn -v 2>/dev/null | sed -n 's/^Java version: \([0-9]*\).*/\1/p'
}

# If the official build can run, prints "offline" (parent POM cached) or "online" (parent POM not cached). Otherwise,
# prints "old-java" (JDK too old), "impossible" (no parent POM), or "broken" (any other cause).
probe() {
  if [ "$(maven_java)" -lt "$java_for_official" ]; then
    echo old-java
    return
  fi
  # Without this check, a missing maven-dependency-plugin would look like a missing parent POM.
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

# Explains the outputs "old-java" and "impossible" of the probe.
why_not() {
  if [ "$1" = old-java ]; then
    echo "The official build needs JDK $java_for_official or newer, and Maven runs on JDK $(maven_java): set JAVA_HOME to a newer JDK."
  else
    echo "The plugin parent POM $(parent_version) is neither in the local Maven repository nor available from the Jenkins repository. Check the network."
  fi
}

# Prints a command that runs Maven 3.9.6 or newer, which the parent POM requires. Downloads Maven if the installed
# version is older.
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

# Prints the folder in which Jenkins is unpacked: the argument, or a folder in the user's cache if the argument is not
# ASCII. Jenkins serves no pages from a path that is not ASCII.
unpack_jenkins_into() {
  case "$1" in
    *[!\ -~]*) echo "${XDG_CACHE_HOME:-$HOME/.cache}/sast-scan" ;;
    *) echo "$1" ;;
  esac
}

# Checks whether an offline build failed because a dependency has not been downloaded yet.
wants_to_be_online() {
  grep -q 'in offline mode' "$1"
}
