#!/usr/bin/env bash
# Package: npm `httpyac` 6.16.7, on Linux.
# Expected: `httpyac send calls.http --all --output body --json | jq …` gives jq the whole report, as it is in a file.
# Observed: the report ends after 64 or 128 KiB, in the middle of a word, and httpyac's exit code is 0: it ends its process before the pipe
#   has taken everything. Redirected into a file the report is whole. Short reports are whole in both, so a pipeline works until the day
#   that an answer is longer.
# Why people in this field meet it: the command runs a bank's `.http` files in CI, and pages of transactions make long reports. What reads
#   the pipe reports invalid JSON, or reads lines and misses the last calls without an error.
# Remedy: write into a file, and read the file.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
printf %s '{"private":true}' >package.json
npm install --no-audit --no-fund httpyac@6.16.7 >install.log 2>&1 || { cat install.log; exit 1; }
cat >server.mjs <<'JS'
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const transactions = Array.from({ length: 4_000 }, (_, at) => ({ transactionId: String(at), amount: '12.50', currency: 'EUR' }));
const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ transactions })));
server.listen(0, '127.0.0.1', () => writeFileSync('calls.http', `GET http://127.0.0.1:${server.address().port}/transactions\n`));
JS
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s calls.http ] && break; sleep 0.1; done
report=(npx httpyac send calls.http --all --output body --json)
"${report[@]}" >file.json
# The reader is slower than the writer, as jq is with a long document.
"${report[@]}" | { sleep 1; cat; } >pipe.json
node -e 'JSON.parse(fs.readFileSync("file.json"))'
echo "into a file: $(wc -c <file.json) bytes; through a pipe: $(wc -c <pipe.json) bytes"
if [ "$(wc -c <pipe.json)" -lt "$(wc -c <file.json)" ]; then
  echo 'As described.'
else
  echo 'This has changed.'
  exit 1
fi
