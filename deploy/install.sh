#!/bin/bash
# Installs or updates Madang on a bare Debian machine, from the unpacked package that contains this file:
#   bash /srv/madang/VERSION/deploy/install.sh /root/.env            # again after a change of .env, or for another version
#   with --print before the file: only prints the steps and the server's settings
set -euo pipefail
umask 022; exec < /dev/null   # nothing here may read the next pasted line
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

step() { printf '\n== %s\n' "$*"; }
stop() { echo "install.sh: $*" >&2; exit 1; }

only_print=
if [ "${1:-}" = --print ]; then only_print=1; shift; fi
[ $# -eq 1 ] && [ -r "$1" ] || stop 'usage: install.sh [--print] ENV-FILE; see deploy/.env.example'
env_file=$1
package=$(cd "$(dirname "$0")/.." && pwd -P)

# Prints a value of the file, without its quotes; of several lines the last counts.
value() { sed -n "s/^$1=//p" "$env_file" | tail -n 1 | sed "s/^'\(.*\)'\$/\1/; s/^\"\(.*\)\"\$/\1/"; }
required() {
  local found; found=$(value "$1")
  [ -n "$found" ] || stop "$1 is missing in $env_file"
  # The settings file quotes values with ' for systemd and the shell.
  case $found in *[\'\\]*) stop "$1: contains a quote or a backslash" ;; esac
  printf '%s' "$found"
}
optional() { if [ -n "$(value "$1")" ]; then required "$1"; fi; }

DOMAIN=$(required DOMAIN)
SMTP_URL=$(required SMTP_URL)
OPERATOR=$(required OPERATOR)
CAMPUS=$(required CAMPUS)
TIME_ZONE=$(required TIME_ZONE)
MAIL_FROM=$(optional MAIL_FROM)
EDITION=$(optional EDITION)
COPY_TO=$(optional COPY_TO)
DATABASE_URL=$(optional DATABASE_URL)
TLS=$(optional TLS)

[[ $DOMAIN =~ ^[A-Za-z0-9.-]+$ ]] || stop "DOMAIN: $DOMAIN is not a host name"
[[ $SMTP_URL =~ ^smtps?://([^@:/#]+(:[^@:/#]*)?@)?[^@#]+$ ]] || stop 'SMTP_URL: is not such as smtp://USER:PASSWORD@HOST:PORT; write @ : / # of both as %40 %3A %2F %23'
[[ ${TLS:-$OPERATOR} =~ ^(internal|[^[:space:]{}@]+@[^[:space:]{}@]+)$ ]] || stop 'OPERATOR: is not a mail address'
[[ $TIME_ZONE =~ ^[A-Za-z0-9_+/-]+$ ]] || stop "TIME_ZONE: $TIME_ZONE is not a time zone"
[[ $CAMPUS = /* ]] || stop 'CAMPUS: must be an absolute path'

# Variables of the server; the units set NODE_ENV, SOCKET and DATA_DIR.
settings() {
  cat <<END
EDITION='${EDITION:-official}'
ORIGIN='https://$DOMAIN'
DATABASE_URL='${DATABASE_URL:-postgres://madang@%2Frun%2Fpostgresql/madang}'
SMTP_URL='$SMTP_URL'
MAIL_FROM='$MAIL_FROM'
CAMPUS='$CAMPUS'
TZ='$TIME_ZONE'
COPY_TO='$COPY_TO'
END
  grep -E "^[A-Z][A-Z0-9_]*='[^'\\\\]*'\$" "$env_file" | grep -Ev '^(DOMAIN|SMTP_URL|OPERATOR|CAMPUS|TIME_ZONE|MAIL_FROM|EDITION|COPY_TO|DATABASE_URL|TLS|MADANG_IMAGE|COMPOSE_PROFILES)=' || true
}

packages="nginx openssl ca-certificates curl"
[ "$TLS" = internal ] || packages="$packages certbot"
[ -n "$DATABASE_URL" ] || packages="postgresql $packages"
[ -z "$COPY_TO" ] || packages="$packages rclone"

cat <<END
Installs $(basename "$package") for https://$DOMAIN. Steps, each only if it is necessary:
 1. Debian packages: $packages
 2. Node 24 from nodejs.org to /usr/local/bin, if there is no Node 20.19 or newer
 3. time zone $TIME_ZONE, user madang, folders /srv/madang, /var/backups/madang, /etc/madang
 4. database madang of a local PostgreSQL$([ -z "$DATABASE_URL" ] || echo ': no, DATABASE_URL names another one')
 5. /etc/madang/madang.env (mode 600), systemd units, the command operator
 6. nginx with deploy/nginx.conf on ports 80 and 443, certificate $([ "$TLS" = internal ] && echo 'of its own' || echo "by Let's Encrypt for ${TLS:-$OPERATOR}")
 7. an update makes a backup first; servers blue and green start one after the other
 8. timers: backup and trial restore each night, ledger each hour$([ -z "$COPY_TO" ] || echo ", copy to $COPY_TO")
END
if [ -n "$only_print" ]; then
  printf '\n/etc/madang/madang.env, without passwords:\n'
  settings | sed 's#\(://[^:]*\):.*@#\1:PASSWORD@#'
  exit 0
fi

[ "$(id -u)" = 0 ] || stop 'must be root'
grep -q '^ID=debian$' /etc/os-release || stop 'this is not Debian'
[ -f "$package/server/dist/main.js" ] || stop "$package is not a package; npm run package builds one"
case $package in /root/* | /home/*) stop "the server cannot read $package; unpack the package in /srv/madang" ;; esac
[ -f "/usr/share/zoneinfo/$TIME_ZONE" ] || stop "TIME_ZONE: $TIME_ZONE is unknown"
chmod 600 "$env_file"

# Copies a file if it differs; fails if it is the same.
put() {
  if cmp -s "$1" "$2"; then return 1; fi
  install -D -m "${3:-644}" "$1" "$2" || stop "cannot write $2"
}

step 'Debian packages'
missing=
for name in $packages; do
  dpkg-query -Wf '${db:Status-Status}' "$name" 2> /dev/null | grep -qx installed || missing="$missing $name"
done
if [ -n "$missing" ]; then
  apt-get update
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y $missing
fi

step 'Node'
new_enough() { node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2> /dev/null; }
install_node() (
  cd /root
  case $(uname -m) in x86_64) machine=x64 ;; aarch64) machine=arm64 ;; *) stop "no Node for $(uname -m)" ;; esac
  # Files that are here already are used.
  [ -f SHASUMS256.txt ] || curl -fsSO https://nodejs.org/dist/latest-v24.x/SHASUMS256.txt
  name=$(sed -n "s/^[0-9a-f]*  \(node-v[0-9.]*-linux-$machine\)\.tar\.gz\$/\1/p" SHASUMS256.txt)
  [ -f "$name.tar.gz" ] || curl -fsSO "https://nodejs.org/dist/latest-v24.x/$name.tar.gz"
  sha256sum --check --ignore-missing --strict SHASUMS256.txt
  tar -xzf "$name.tar.gz" -C /usr/local --strip-components=1 --no-same-owner "$name/bin/node"
)
new_enough || install_node
node --version

step 'time zone, user and folders'
ln -sfn "/usr/share/zoneinfo/$TIME_ZONE" /etc/localtime
id madang > /dev/null 2>&1 || adduser --system --group --no-create-home --home /var/lib/madang madang
# The sockets of the servers.
adduser --quiet www-data madang
install -d -g madang -m 0750 /etc/madang
install -d -o madang -g madang -m 0700 /var/backups/madang
install -d -o madang -g madang -m 0755 /srv/madang/files
[ -d "$CAMPUS" ] || stop "CAMPUS: there is no folder $CAMPUS; copy yours there, or $package/campus"
(cd "$package" && runuser -u madang -- node server/bin/operator.mjs campus check "$CAMPUS")

if [ -z "$DATABASE_URL" ]; then
  step database
  put "$package/deploy/postgresql/restart.conf" /etc/systemd/system/postgresql@.service.d/restart.conf && systemctl daemon-reload
  systemctl enable --now postgresql
  as_postgres() { (cd / && runuser -u postgres -- "$@"); }
  # The server logs in as its Unix user, without a password. CREATEDB is for the trial restore.
  [ "$(as_postgres psql -XAtc "SELECT 1 FROM pg_roles WHERE rolname = 'madang'")" = 1 ] || as_postgres psql -Xqc 'CREATE ROLE madang LOGIN CREATEDB'
  [ "$(as_postgres psql -XAtc "SELECT 1 FROM pg_database WHERE datname = 'madang'")" = 1 ] ||
    as_postgres createdb --owner madang --encoding UTF8 --locale C.UTF-8 --template template0 madang
fi

step 'settings and units'
new_settings=$(mktemp /etc/madang/.new-XXXXXX)
settings > "$new_settings"
chmod 600 "$new_settings"
mv "$new_settings" /etc/madang/madang.env
for unit in "$package"/deploy/systemd/*; do
  case $unit in *database* | *.conf) continue ;; esac
  put "$unit" "/etc/systemd/system/$(basename "$unit")" || true
done
for name in madang- madang@; do put "$package/deploy/systemd/hardening.conf" "/etc/systemd/system/$name.service.d/hardening.conf" || true; done
put "$package/deploy/operator" /usr/local/bin/operator 755 || true
systemctl daemon-reload

step 'proxy'
certificate=/etc/ssl/madang
install -d -m 0700 $certificate
if [ ! -e $certificate/fullchain.pem ] && [ ! -L $certificate/fullchain.pem ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj "/CN=$DOMAIN" \
    -addext "subjectAltName=DNS:$DOMAIN" -keyout $certificate/key.pem -out $certificate/fullchain.pem
  touch $certificate/self-signed
fi
site=$(mktemp)
trap 'rm -f "$site"' EXIT
sed "s/madang\.example\.ac\.kr/$DOMAIN/g" "$package/deploy/nginx.conf" > "$site"
if put "$site" /etc/nginx/sites-available/madang; then
  ln -sfn ../sites-available/madang /etc/nginx/sites-enabled/madang
  # Debian's own site logs queries, and users search for words.
  rm -f /etc/nginx/sites-enabled/default
  mkdir -p /var/www/letsencrypt
  nginx -t
  systemctl restart nginx
fi
systemctl enable --now nginx
# A certificate of the university is kept: only our own one is replaced.
if [ "$TLS" != internal ] && [ -e $certificate/self-signed ]; then
  if certbot certonly --webroot -w /var/www/letsencrypt -d "$DOMAIN" -m "${TLS:-$OPERATOR}" --agree-tos --non-interactive --deploy-hook 'systemctl reload nginx'; then
    ln -sf "/etc/letsencrypt/live/$DOMAIN/fullchain.pem" $certificate/fullchain.pem
    ln -sf "/etc/letsencrypt/live/$DOMAIN/privkey.pem" $certificate/key.pem
    rm $certificate/self-signed
    systemctl reload nginx
  else
    echo "install.sh: no certificate yet; when DNS leads here, run this again" >&2
  fi
fi

step 'servers'
if systemctl is-active --quiet madang@blue && [ "$(readlink /srv/madang/current)" != "$package" ]; then systemctl start madang-backup; fi
ln -sfn "$package" /srv/madang/current
systemctl enable madang@blue madang@green
# A start returns when the server is ready. If blue fails, green continues.
systemctl restart madang@blue
systemctl restart madang@green
systemctl enable --now madang-backup.timer madang-backup-verify.timer madang-ledger.timer

step 'check'
operator doctor || true
echo "Done. Next: sign up at https://$DOMAIN, then: operator role give '$OPERATOR' operator --reason 'first operator'"
