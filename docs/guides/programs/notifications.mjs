// [start]
// A receiver of notifications. Lies beside client.mjs, from which it takes what every client needs: node notifications.mjs
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { call, clientToken, createConsent, main, register, remove } from './client.mjs';

const largest = 65_536; // bytes
const keys = new Map();
let keysReadAt = -Infinity;
let keysRead;
const seen = new Set();

// [verify]
/** The bank's key with this id. The set is read again after an hour, as keys may be withdrawn, and for a new id, once in 5 seconds. */
async function keyOf(issuer, kid) {
  const age = performance.now() - keysReadAt;
  if (age > 3_600_000 || (!keys.has(kid) && age > 5_000)) {
    keysReadAt = performance.now();
    keys.clear();
    keysRead = fetch(issuer.jwks_uri, { signal: AbortSignal.timeout(10_000) })
      .then((response) => response.json())
      .then((published) => {
        for (const key of published.keys)
          if (key.kty === 'EC' && key.crv === 'P-256') keys.set(key.kid, createPublicKey({ key, format: 'jwk' })); // no other signs ES256
      });
  }
  await keysRead;
  return keys.get(kid);
}

/** True if the bank has signed exactly these bytes for this address (RFC 7515 appendix F, RFC 7797). */
async function isFromBank(issuer, address, headers, raw) {
  const [header, , signature] = headers['x-jws-signature'].split('.');
  const { alg, kid, iss, aud, jti } = JSON.parse(Buffer.from(header, 'base64url'));
  if (alg !== 'ES256' || iss !== issuer.issuer || aud !== address || !jti || jti !== headers['x-request-id']) return false;
  const key = await keyOf(issuer, kid);
  const signed = Buffer.concat([Buffer.from(`${header}.`), raw]);
  return key !== undefined && verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}

// [receive]
/** The bytes of a body, or nothing where it is larger than a notification can be: all of it is read, but not kept. */
async function bodyOf(request) {
  const kept = [];
  let length = 0;
  for await (const chunk of request) if ((length += chunk.length) <= largest) kept.push(chunk);
  return length > largest ? undefined : Buffer.concat(kept);
}

/** Answers at once, whatever comes of it: the bank waits 3 seconds, and repeats what was not answered with 2xx. */
async function receive(issuer, address, request, response) {
  const raw = await bodyOf(request);
  if (!raw) return response.writeHead(413).end();
  if (!(await isFromBank(issuer, address, request.headers, raw).catch(() => false))) {
    console.log('refused: not signed by the bank');
    return response.writeHead(401).end();
  }
  response.writeHead(204).end();
  const id = request.headers['x-request-id'];
  if (seen.has(id)) return; // delivered twice
  seen.add(id);
  console.log(`received ${raw}`);
  request.socket.server.emit('received', JSON.parse(raw));
}

// [run]
await main(async () => {
  const issuer = await call('GET', '/v1.7/oauth/consents/.well-known/oauth-authorization-server');
  const server = createServer((request, response) => {
    receive(issuer, address, request, response).catch((error) => console.log(`not received: ${error.message}`));
  });
  await new Promise((listening) => server.listen(Number(process.env.RECEIVER_PORT ?? 0), '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const address = `${origin}/notifications`; // must be under the origin of a redirect URI
  console.log(`listening at ${address}`);
  const client = await register(`${origin}/back`);
  try {
    const token = await clientToken(client, issuer, 'AIS');
    const { consentId } = await createConsent(token, { 'TPP-Notification-URI': address });
    const received = once(server, 'received');
    await call('DELETE', `/v1.7/consents/${consentId}`, { token });
    await received;
  } finally {
    await remove(client);
    server.close();
  }
});
