# PgBouncer for the check of a database that others run. Valid-Until: a mirror may be some weeks old.
FROM debian:forky-slim
RUN apt-get -o Acquire::Check-Valid-Until=false update \
 && apt-get install -y --no-install-recommends pgbouncer \
 && rm -rf /var/lib/apt/lists/*
