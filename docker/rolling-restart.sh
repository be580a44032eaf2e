#!/usr/bin/env bash
# Replaces the replicas of the services one at a time: after changed settings, a new image, or to restart them. No request is lost
# (docs/rolling-restart.md). `docker compose up -d` would replace all of them at once.
#
#   docker/rolling-restart.sh [service…]       all services without arguments
#
# A replica that does not become healthy is removed again and ends the run: the replicas that work stay.
set -euo pipefail
cd "$(dirname "$0")/.."
# Where processors are scarce the replicas that serve go first.
renice -n 19 -p $$ >/dev/null
patience_s=${ROLLING_PATIENCE_S:-180}
services=("$@")
[ $# -gt 0 ] || services=(ais-pis savings-loans mandates securities cards loan-services portal)

health_of() { docker inspect -f '{{if .State.Running}}{{.State.Health.Status}}{{else}}ended{{end}}' "$1"; }

# Waits until a container is healthy; fails when it ends, or after the patience.
healthy() {
  local until=$((SECONDS + patience_s))
  while [ $SECONDS -lt $until ]; do
    case $(health_of "$1") in healthy) return 0 ;; ended) return 1 ;; esac
    read -rt 0.5 <> <(:) || true
  done
  return 1
}

# Starts one more replica with the settings and the image of now, and waits until it is healthy.
add_replica() {
  local service=$1 before=$2 new
  docker compose --progress quiet up -d --no-deps --no-recreate --scale "$service=$(($(wc -w <<<"$before") + 1))" "$service"
  new=$(docker compose ps -q "$service" | grep -vxF "$before")
  healthy "$new" && return
  docker logs --tail 5 "$new" >&2
  docker rm -f "$new" >/dev/null
  echo "$service: the new replica did not become healthy within $patience_s s and was removed; the others stay as they are" >&2
  exit 1
}

# Migrations and keys, before a replica needs them.
docker compose --progress quiet run --rm -T prepare >/dev/null
for service in "${services[@]}"; do
  for old in $(docker compose ps -q "$service"); do
    add_replica "$service" "$(docker compose ps -q "$service")"
    # SIGTERM: it answers for DRAIN_MS, finishes what it began and ends.
    docker stop "$old" >/dev/null
    docker rm "$old" >/dev/null
    echo "$service: $(docker inspect -f '{{.Name}}' "$(docker compose ps -q "$service" | tail -n 1)" | tr -d /) of $(docker compose ps -q "$service" | wc -l) runs"
  done
done
