# A load generator in C for the check of overload: clients in Node.js would take the processors that the stack needs. Valid-Until: a mirror may be some weeks old.
FROM debian:forky-slim
RUN apt-get -o Acquire::Check-Valid-Until=false update \
 && apt-get install -y --no-install-recommends nghttp2-client \
 && rm -rf /var/lib/apt/lists/*
