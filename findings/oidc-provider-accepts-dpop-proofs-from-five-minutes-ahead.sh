#!/usr/bin/env bash
# Package: npm `oidc-provider` 9.13.3, with `features.fapi.profile: '2.0'`.
# Expected: a DPoP proof whose `iat` is more than 60 seconds ahead is refused (FAPI 2.0 Security Profile §5.3.2.1).
# Observed: the token endpoint accepts it up to 300 seconds ahead, and no setting changes that: `clockTolerance` counts for assertions only.
# Why people in this field meet it: resources with the 60 seconds of the profile refuse the same clock. A client that is two minutes
#   ahead gets its tokens and is refused with each of them. The conformance suite tries ten seconds only, and does not see it.
# Remedy: `features.dPoP.requireNonce` is called wherever a proof is read, before it is verified. Refuse the proof by its `iat` there, and
#   return false.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf %s '{"private":true,"allowScripts":{"node":true}}' >package.json
npm install --no-audit --no-fund node@24.21.0 oidc-provider@9.13.3 jose@6.2.17 >install.log 2>&1 || { cat install.log; exit 1; }
cat >proofs.mjs <<'JS'
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { errors, Provider } from 'oidc-provider';

const now = () => Math.floor(Date.now() / 1_000);
const { privateKey, publicKey } = await generateKeyPair('ES256');
const jwk = await exportJWK(publicKey);

/** The status for a proof of so many seconds ahead. */
async function answered(secondsAhead, dPoP = {}) {
  const server = createServer((request, response) => provider.callback()(request, response));
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'c', client_secret: 's', grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }],
    clockTolerance: 10,
    features: { clientCredentials: { enabled: true }, dPoP: { enabled: true, ...dPoP }, fapi: { enabled: true, profile: '2.0' } },
  });
  const proof = await new SignJWT({ htm: 'POST', htu: `${issuer}/token`, jti: randomUUID(), iat: now() + secondsAhead })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
    .sign(privateKey);
  const headers = { dpop: proof, authorization: `Basic ${btoa('c:s')}` };
  const { status } = await fetch(`${issuer}/token`, { method: 'POST', headers, body: new URLSearchParams({ grant_type: 'client_credentials' }) });
  server.closeAllConnections();
  server.close();
  return status;
}

const remedy = {
  requireNonce: (ctx) => {
    if (Math.abs(decodeJwt(ctx.get('dpop')).iat - now()) > 60) throw new errors.InvalidDpopProof('iat is more than 60 seconds from now');
    return false;
  },
};
const seen = { ten: await answered(10), seventy: await answered(70), most: await answered(290), more: await answered(320) };
const mended = { ten: await answered(10, remedy), seventy: await answered(70, remedy) };
console.log('as it is:', JSON.stringify(seen), 'with the remedy:', JSON.stringify(mended));
const asDescribed = { seen: { ten: 200, seventy: 200, most: 200, more: 400 }, mended: { ten: 200, seventy: 400 } };
process.exitCode = JSON.stringify({ seen, mended }) === JSON.stringify(asDescribed) ? 0 : 1;
JS
if node_modules/node/bin/node proofs.mjs 2>/dev/null; then
  echo 'As described.'
else
  echo 'This has changed.'
  exit 1
fi
