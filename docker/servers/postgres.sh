#!/usr/bin/env bash
# Starts one of the two PostgreSQL servers: postgres.sh SELF PEER [option of postgres…]. Which of them is the primary its data says:
# a folder with `standby.signal` is a standby of the peer, and a promotion removes that file. A server without data becomes a
# standby of its peer, except the first server of a new bank, the one that has the administrator's password.
set -euo pipefail
self=$1 peer=$2
shift 2
volume=/var/lib/postgresql
export PGDATA=$volume/18/docker
discarded=$volume/18/base-is-unusable starts=$volume/18/starts-without-answer
rebuild_after_s=${REBUILD_AFTER_S:-30}
# PostgreSQL's library reads passwords only from a file that nobody else can read.
(umask 077 && printf '*:*:*:replication:%s\n' "$(</run/secrets/replication.password)" >/tmp/replication.pass)
at_peer="host=$peer port=5432 user=replication passfile=/tmp/replication.pass application_name=$self connect_timeout=10"

settings=(
  listen_addresses='*' max_connections=300 shared_buffers=256MB deadlock_timeout=200ms hba_file=/opt/servers/pg_hba.conf
  # JSON for json-log.pl: PostgreSQL writes it to files only, and these are FIFOs.
  log_destination=jsonlog logging_collector=on log_directory=/tmp/log log_filename=postgresql.log log_rotation_age=0 log_rotation_size=0
  log_timezone=UTC
  # A standby that is away keeps this much WAL on the primary's disk, and no more; then it needs a new base.
  max_slot_wal_keep_size="${MAX_SLOT_WAL_KEEP_SIZE:-1GB}" wal_sender_timeout=10s wal_receiver_timeout=10s
  max_standby_streaming_delay=3s synchronous_standby_names="${SYNCHRONOUS_STANDBY_NAMES:-}"
  primary_conninfo="$at_peer" primary_slot_name="$self"
)

say() { printf '{"level":"%s","time":"%s","service":"%s","message":"%s"}\n' "$1" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$self" "$2"; }
ask_peer() { timeout 10 psql "$at_peer replication=true" -XAtF ' ' -c "$1" 2>/dev/null; }
peer_is_primary() { [ "$(ask_peer 'SHOW in_hot_standby')" = off ]; }
system_here() { pg_controldata -D "$PGDATA" 2>/dev/null | sed -n 's/^Database system identifier: *//p'; }
is_standby() { [ -f "$PGDATA/standby.signal" ]; }

# A base of another system is kept: somebody may have lost the primary's data, and this is what is left of it.
may_discard() {
  local here there
  here=$(system_here) there=$(ask_peer 'IDENTIFY_SYSTEM' | cut -d' ' -f1)
  [ -n "$there" ] && { [ -z "$here" ] || [ "$here" = "$there" ]; } && return
  say error "the data is of another system than that of $peer: remove the volume of $self if $peer is right"
  return 1
}

# A copy of the peer, which then streams. It takes the place of an unusable one only when it is complete.
make_base() {
  say info "waiting for $peer to be a primary, to copy it"
  until peer_is_primary; do sleep 3; done
  rm -rf "$PGDATA.new"
  ask_peer "DROP_REPLICATION_SLOT $self WAIT" >/dev/null || true
  pg_basebackup -d "$at_peer connect_timeout=60" -D "$PGDATA.new" -X stream -C -S "$self" -R -c fast &
  wait $! || return 1
  rm -rf "$PGDATA"
  mv "$PGDATA.new" "$PGDATA"
  rm -f "$discarded" "$starts"
  say info "copied $peer"
}

# The processes of a standby say what they do: what the receiver streams, which file of WAL is replayed.
processes() { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' | grep -aE '^postgres: (walreceiver streaming|startup recovering)' || true; }

# Ends the server if it neither streams nor replays anything although the peer is a primary: Docker then starts the container
# again, which makes a new base.
watch_base() {
  local seen='' now since=$SECONDS
  while sleep 2; do
    is_standby || return 0
    ! pg_isready -qh 127.0.0.1 || rm -f "$starts"
    now=$(processes)
    case $now in *streaming*) since=$SECONDS ;; esac
    [ "$now" = "$seen" ] || since=$SECONDS
    seen=$now
    [ $((SECONDS - since)) -ge "$rebuild_after_s" ] || continue
    since=$SECONDS
    { peer_is_primary && may_discard; } || continue
    say warn "cannot follow $peer: a new base is made"
    touch "$discarded"
    kill -INT $$
  done
}

trap 'exit 143' INT TERM QUIT
if [ -s "$PGDATA/PG_VERSION" ] && is_standby; then
  # A base with which the server ended three times before it answered is no base.
  echo . >>"$starts"
  if { [ -e "$discarded" ] || [ "$(wc -l <"$starts")" -gt 3 ]; } && peer_is_primary && may_discard; then
    until make_base; do sleep 2; done
  fi
elif [ -s "$PGDATA/PG_VERSION" ]; then
  # After a promotion of the peer this is a former primary. It must not take writes again.
  if peer_is_primary; then
    say fatal "$peer has been promoted and is the primary now: remove the volume of $self, and it becomes a standby (docs/postgresql.md)"
    exit 1
  fi
elif [ -z "${POSTGRES_PASSWORD_FILE:-}" ] || peer_is_primary; then
  until make_base; do sleep 2; done
fi
trap - INT TERM QUIT
# Not a child of the server, which takes the end of an unknown child for a crash.
if is_standby; then (watch_base &); fi
# Only needed to make the files of a server. The image would put the password into the server's environment (forget-password.sh).
[ ! -s "$PGDATA/PG_VERSION" ] || unset POSTGRES_PASSWORD_FILE
exec docker-entrypoint.sh postgres "${settings[@]/#/--}" "$@"
