#!/usr/bin/env bash
# Package: npm `fastify` 5.12.8 with `@fastify/proxy-addr` 5.1.3.
# Expected: with `trustProxy`, `request.ip` is the client's IP address, also where the proxy writes its port (`198.18.3.4:50001`) or brackets
#   (`[2001:db8::1]:50001`), as some load balancers do; where the entry is no address, it is the proxy's.
# Observed: `request.ip` is the entry as it stands: `198.18.3.4:50001`, `[2001:db8::1]:50001`, `unknown`. No error is raised.
# Why people in this field meet it: limits, lock-outs and the PSU's address are kept by IP address. With the port in it every connection
#   is another client, and no limit by address holds.
# Remedy: read the entries by RFC 7239 §6 (address, optional port, brackets) and stop at one that is no address.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf %s '{"private":true}' >package.json
npm install --no-audit --no-fund fastify@5.12.8 @fastify/proxy-addr@5.1.3 >install.log 2>&1 || { cat install.log; exit 1; }
cat >address.mjs <<'JS'
import fastify from 'fastify';
const server = fastify({ trustProxy: ['127.0.0.1'] });
server.get('/', ({ ip }) => ip);
const url = await server.listen({ port: 0, host: '127.0.0.1' });
const seen = [];
for (const entry of ['198.18.3.4', '198.18.3.4:50001', '198.18.3.4:50002', '[2001:db8::1]:50001', 'unknown']) {
  const ip = await (await fetch(url, { headers: { 'x-forwarded-for': entry } })).text();
  console.log(`${entry}: request.ip is ${ip}`);
  seen.push(ip === entry);
}
await server.close();
process.exitCode = seen.every(Boolean) ? 0 : 1;
JS
if node address.mjs; then
  echo 'As described.'
else
  echo 'This has changed.'
  exit 1
fi
