# shellcheck shell=bash
# What the launcher of a checkout and that of the archive share: which Java, which options, how it starts.
# Sourced by both; expects $launch, the folder of this file, and speaks through $java, $java_version and run_qcpruner.
#   QCPRUNER_JAVA_OPTS   extra JVM options        OMP_NUM_THREADS   threads of the tensor engine
#   QCPRUNER_CLASSPATH   jars with further methods, selectors and families

# Goes behind the program's own class path.
extra_classpath=${QCPRUNER_CLASSPATH:+:$QCPRUNER_CLASSPATH}

fail() {
  echo "qcpruner: $1" >&2
  exit 1
}

# Sets java, java_version and java_modules to what is at $1, if that is Java 17 or later. The release file of a runtime
# says both; only a runtime without one is asked, which costs a start of the JVM.
use_java() {
  [ -x "$1" ] && [ ! -d "$1" ] || return 1
  local line release version='' modules=''
  release=$(dirname "$(dirname "$(readlink -f "$1" || echo "$1")")")/release
  if [ -r "$release" ]; then
    while IFS= read -r line || [ -n "$line" ]; do
      case "$line" in
        JAVA_VERSION=*) version=${line#*\"} ;;
        MODULES=*) modules=${line#*\"} ;;
      esac
    done <"$release"
  fi
  [ -n "$version" ] || version=$("$1" -version 2>&1 | sed -n 's/.*version "\(.*\)".*/\1/p' | head -n 1)
  version=${version%%[!0-9]*}
  [ -n "$version" ] && [ "$version" -ge 17 ] || return 1
  [ -n "$modules" ] || modules=$("$1" --list-modules 2>/dev/null | sed 's/@.*//' | tr '\n' ' ')
  java=$1
  java_version=$version
  java_modules=" ${modules%\"*} "
}

# The first Java that will do: those of the arguments, then the usual places.
find_java() {
  local candidate
  for candidate in "$@" ${JAVA_HOME:+"$JAVA_HOME/bin/java"} "$(command -v java || true)" \
    /usr/lib/jvm/*/bin/java /Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/current/bin/java "${HOME:-/nonexistent}"/.jdks/*/bin/java; do
    if use_java "$candidate"; then return; fi
  done
  fail "no Java 17 or later found; install one or set JAVA_HOME"
}

# Sets options to the JVM options for the Java that was found.
java_options() {
  local file
  options=("@$launch/options/always")
  case "$java_modules" in *" jdk.incubator.vector "*) options+=("@$launch/options/vector") ;; esac
  for file in "$launch"/options/java*; do
    if [ "$java_version" -ge "${file##*/java}" ]; then options+=("@$file"); fi
  done
  file=$launch/options/$(uname -s)-$(uname -m)
  if [ -f "$file" ]; then options+=("@$file"); fi
}

# Threads that spin for long starve each other on a busy machine, threads that sleep at once are woken for every small
# operation: libtorch's spin briefly, those of MKL not at all. A policy from outside counts, and the spin would override it.
thread_settings() {
  if [ -z "${OMP_WAIT_POLICY:-}" ]; then
    export OMP_WAIT_POLICY=PASSIVE GOMP_SPINCOUNT=${GOMP_SPINCOUNT:-2000}
  fi
  # Some virtual machines announce tile instructions (AMX) and then stop a process that uses them. Nothing here needs
  # them: 16-bit weights are widened before large products.
  export ONEDNN_MAX_CPU_ISA=${ONEDNN_MAX_CPU_ISA:-AVX512_CORE_FP16}
}

# Large tensors go back to the system when they are freed. The C library would raise this limit by itself and keep their
# memory for others of the same size, of which there may be none: 0.4 GB of a 7B model's process.
memory_settings() {
  export MALLOC_MMAP_THRESHOLD_=${MALLOC_MMAP_THRESHOLD_:-4194304}
}

# How wide the terminal is, which Java can't ask.
screen_width() {
  local size
  if [ -t 1 ] && [ -z "${COLUMNS:-}" ] && size=$(stty size </dev/tty 2>/dev/null); then
    size=${size#* }
    if [ "$size" != 0 ]; then export COLUMNS=$size; fi
  fi
}

# Runs the program with the class path $1, and ends with its exit code.
run_qcpruner() {
  local classpath=$1
  shift
  thread_settings
  memory_settings
  screen_width
  # without its GPU build on the class path, JavaCPP need not look for forty CUDA libraries in every jar
  case "$classpath" in *-gpu.jar*) ;; *) options+=(-Dorg.bytedeco.javacpp.platform.extension=) ;; esac
  # shellcheck disable=SC2086  # options are words
  exec "$java" "${options[@]}" ${QCPRUNER_JAVA_OPTS:-} -cp "$classpath" io.qcpruner.cli.Main "$@" \
    2> >(
      # the JVM announces every incubating module on its first line of stderr; drop just that line
      IFS= read -r first && first+=$'\n'
      case "$first" in "WARNING: Using incubator modules"*) ;; *) printf '%s' "$first" >&2 ;; esac
      exec cat >&2
    )
}
