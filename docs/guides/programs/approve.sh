#!/bin/sh
# [start]
# Stands for the browser of a customer of the sandbox: signs in, approves what the address asks for, and goes where a browser would
# go: OPEN_BROWSER=./approve.sh. Needs curl. The customer is the one that the sandbox's front page names, or LOGIN with PASSWORD.
set -eu
bank=${BASE_URL:-http://127.0.0.1:8080}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Opens an address, or sends it a form, and follows where it leads: visit ADDRESS [curl's options]. Prints where it ends.
visit() {
  curl -sS -L -c "$work/cookies" -b "$work/cookies" -o "$work/page" -w '%{url_effective}' "$@"
}

# What the front page says: fact NAME
fact() { sed -n "s|.*<dt>$1</dt><dd><code>\\([^<]*\\)<.*|\\1|p" "$work/page"; }

# The fields of the page's first form as they stand, with the sign-in, and the first of several accounts where one is chosen.
fields() {
  sed '/<\/form>/q' "$work/page" | grep -o '<input[^>]*>' | LOGIN=$login PASSWORD=$password awk '
    function of(name) { return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : "" }
    of("type") == "radio" && seen[of("name")]++ { next }
    { name = of("name"); print name "=" (name == "login" ? ENVIRON["LOGIN"] : name == "password" ? ENVIRON["PASSWORD"] : of("value")) }'
}

# Ends with what the page says.
refused() {
  echo "Not approved: $(sed -n 's|.*role="alert">\(.*\)|\1|p' "$work/page" | sed 's/<[^>]*>//g')" >&2
  exit 1
}

# Presses a button of the page: press STEP
press() {
  set -- --url "$at" --data-urlencode "step=$1"
  fields >"$work/fields"
  while read -r field; do set -- "$@" --data-urlencode "$field"; done <"$work/fields"
  visit "$@"
}

login=${LOGIN:-} password=${PASSWORD:-}
if [ -z "$login" ]; then
  visit "$bank/" >/dev/null || { echo "The bank at $bank does not answer. Set BASE_URL." >&2; exit 1; }
  login=$(fact 'User name') password=$(fact Password)
fi
at=$(visit "$1") || { echo "The bank at $bank does not answer. Set BASE_URL." >&2; exit 1; }
at=$(press sign-in)
grep -q 'value="approve"' "$work/page" || refused
back=$(press approve 2>/dev/null) || true # goes to the program that waits for the customer there, if one does
case $back in "${at%%\?*}"*) refused ;; esac
echo "$back" # client.sh cannot wait there, and reads this
