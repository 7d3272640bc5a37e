# An image of the archive with its own Java runtime: no JDK, no Maven inside.
#   mvn -Pdist -Ddist.runtime -DskipTests package
#   docker build -t qcpruner .
#   docker run --rm -p 127.0.0.1:8080:8080 -v qcpruner-cache:/cache qcpruner
# docs/install.md says what was tried.
# by digest, since a tag can be moved: "docker buildx imagetools inspect debian:12-slim" prints the newest one
FROM debian:12-slim@sha256:d5d3f9c23164ea16f31852f95bd5959aad1c5e854332fe00f7b3a20fcc9f635c

# libgomp1: threads of the tensor engine; fonts: labels on pictures; certificates: the hub
RUN apt-get update \
 && apt-get install -y --no-install-recommends bash ca-certificates curl fontconfig fonts-dejavu-core libgomp1 \
 && rm -rf /var/lib/apt/lists/*

ARG ARCHIVE=dist/target/qcpruner-*-linux-x86_64-runtime.tar.gz
COPY ${ARCHIVE} /tmp/qcpruner.tar.gz
RUN mkdir -p /opt/qcpruner /cache \
 && tar -xzf /tmp/qcpruner.tar.gz --strip-components=1 -C /opt/qcpruner \
 && rm /tmp/qcpruner.tar.gz \
 && ln -s /opt/qcpruner/bin/qcpruner /usr/local/bin/qcpruner \
 && useradd --system --uid 10001 --home-dir /cache qcpruner \
 && chown qcpruner /cache

USER qcpruner
WORKDIR /cache
# models, unpacked native libraries and the settings file; keep it in a volume
VOLUME /cache
ENV HOME=/cache HF_HOME=/cache/huggingface XDG_CONFIG_HOME=/cache \
    QCPRUNER_JAVA_OPTS="-Duser.home=/cache"
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD curl -fsS http://127.0.0.1:8080/health || exit 1
ENTRYPOINT ["qcpruner"]
# others may reach the port only where docker publishes it; give keys (--api-key-file) on a network
CMD ["serve", "--model", "embedded", "--host", "0.0.0.0", "--port", "8080", "--insecure-no-auth"]
