#!/usr/bin/env bash
# Packages: npm `iovalkey` 0.4.0, against a server that answers as Valkey 9 and Redis 7 do to a user without the right to SELECT (ACL).
# Expected: a client for `valkey://user:password@host/2` whose SELECT the server refuses (NOPERM) is not connected, or its commands fail.
# Observed: it emits `error` once, becomes `ready`, and every command runs in database 0. The same with a database that does not exist.
# Why people in this field meet it: limits, sessions or locks of several banks or stages share one server, each in a database of its own, and
#   each user has the least rights. All of them then count together in database 0: one bank's clients use up the limits of another's.
# Remedy: on an `error` whose `command.name` is `select` close the connection, and do not start with such a setting.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf %s '{"private":true,"type":"module"}' >package.json
npm install --no-audit --no-fund iovalkey@0.4.0 >install.log 2>&1 || { cat install.log; exit 1; }
cat >select.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'iovalkey';

const bulk = (text) => `$${text.length}\r\n${text}\r\n`;
const answers = {
  select: "-NOPERM User app has no permissions to run the 'select' command\r\n",
  info: bulk('loading:0\r\nrole:master\r\n'),
};
const stored = [];
/** Knows no databases: whoever has selected none is in database 0. */
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', (sent) => {
    for (const [, name, rest] of sent.toString('latin1').matchAll(/\*\d+\r\n\$\d+\r\n([A-Za-z]+)\r\n([^*]*)/g)) {
      if (name.toLowerCase() === 'set') stored.push(rest.split('\r\n')[1]);
      socket.write(answers[name.toLowerCase()] ?? '+OK\r\n');
    }
  });
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const client = new Redis({ host: '127.0.0.1', port: server.address().port, username: 'app', password: 'secret', db: 2, enableOfflineQueue: false });
const errors = [];
client.on('error', ({ message, command }) => errors.push({ message, command: command?.name }));
await new Promise((ready) => client.once('ready', ready));
const answer = await client.set('limit:client-1', '1');
console.log('Errors:', errors);
console.log('Status:', client.status, '- SET answered', answer, '- stored in database 0:', stored);
client.disconnect();
server.close();
process.exit(errors.length === 1 && errors[0].command === 'select' && answer === 'OK' && stored.length === 1 ? 0 : 1);
JS
if node select.mjs; then
  echo 'As described.'
else
  echo 'This has changed.'
  exit 1
fi
