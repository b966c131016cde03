#!/bin/sh
# Restores the books from the backup beside the running ones, verifies them, and says which acknowledged bets they lack.
# Nothing that runs is touched: the copy has its own folder, no port, and no way to archive.
#
#   drill.sh --into FOLDER [--target TIME] [--bets LOG] [--heads FILE] [--database NAME] [--user NAME] [--keep]
#
#   --into      a new folder for the copy; needs as much space as the books
#   --target    the moment to restore to, such as '2026-11-27 08:30:00+00'; without it the newest possible
#   --bets      log of the servers with LOG_BETS=on
#   --heads     chain-heads.log of a server, or its log
#   --keep      leaves the copy running, and prints how to connect to it
#
# PG_BIN is the folder of PostgreSQL's programs, VERIFY the command that verifies. Exits with the code of VERIFY: 0 if the
# copy has everything, 1 if it lacks something or could not be made.
set -eu

into='' target='' bets='' heads='' database=tallystone user=tallystone keep=''
while [ $# -gt 0 ]; do
  case $1 in
    --keep) keep=yes; shift; continue ;;
    --into | --target | --bets | --heads | --database | --user) ;;
    *) echo "drill.sh: unknown option $1" >&2; exit 1 ;;
  esac
  [ $# -ge 2 ] || { echo "drill.sh: $1 needs a value" >&2; exit 1; }
  case $1 in
    --into) into=$2 ;;
    --target) target=$2 ;;
    --bets) bets=$2 ;;
    --heads) heads=$2 ;;
    --database) database=$2 ;;
    --user) user=$2 ;;
  esac
  shift 2
done
[ -n "$into" ] || { echo 'drill.sh: --into names the folder for the copy' >&2; exit 1; }
[ ! -e "$into" ] || { echo "drill.sh: $into exists already; the copy needs a new folder" >&2; exit 1; }
for file in "$bets" "$heads"; do
  [ -z "$file" ] || [ -f "$file" ] || { echo "drill.sh: there is no file $file" >&2; exit 1; }
done
stanza=${STANZA:-tallystone}
verify=${VERIFY:-node api/dist/verify-ledger.mjs}
bin=${PG_BIN:-$(pg_config --bindir)}

# PostgreSQL does not run as root.
as_postgres() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }

as_postgres mkdir -p -m 700 "$into/data" "$into/socket" "$into/tablespaces"
if [ -n "$target" ]; then
  as_postgres pgbackrest --stanza="$stanza" --pg1-path="$into/data" --tablespace-map-all="$into/tablespaces" \
    --type=time --target="$target" --target-action=promote restore
else
  as_postgres pgbackrest --stanza="$stanza" --pg1-path="$into/data" --tablespace-map-all="$into/tablespaces" restore
fi
failed() {
  tail -n 20 "$into/log" >&2 || true
  echo "drill.sh: the copy did not start; its log is above. Only $into is new: remove it before the next try. If recovery" \
    'ended before the target, the archive ends earlier: choose an earlier --target, or leave it out for the newest possible.' >&2
  exit 1
}
# Debian keeps the configuration elsewhere. The copy needs little of it, and only this machine's socket leads to it.
as_postgres sh -c 'touch "$1/data/postgresql.conf" && echo "local all all trust" >"$1/hba.conf"' sh "$into"
as_postgres "$bin/pg_ctl" -D "$into/data" -l "$into/log" -t 3600 -w start -o "-c listen_addresses='' \
  -c unix_socket_directories='$into/socket' -c hba_file='$into/hba.conf' -c archive_mode=off -c hot_standby=off" \
  >/dev/null || failed
# It is started before it has replayed the archive.
until "$bin/pg_isready" -q -h "$into/socket"; do
  as_postgres "$bin/pg_ctl" -D "$into/data" status >/dev/null || failed
  sleep 0.2
done

url="postgres://$user@localhost/$database?host=$into/socket"
code=0
set --
[ -z "$heads" ] || set -- "$@" --heads "$heads"
[ -z "$bets" ] || set -- "$@" --bets "$bets"
DATABASE_URL=$url DATA_DIR=none $verify "$@" || code=$?

if [ -n "$keep" ]; then
  echo "The copy runs. To connect: psql '$url'. To stop it: pg_ctl -D $into/data stop"
else
  as_postgres "$bin/pg_ctl" -D "$into/data" -m fast stop >/dev/null
  rm -rf "$into"
fi
exit "$code"
