// [start]
// A receiver of notifications. Lies beside client.mjs, from which it takes what every client needs: node notifications.mjs
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { call, clientToken, createConsent, main, register, remove } from './client.mjs';

const keys = new Map();
let keysReadAt = 0;
const seen = new Set();

// [verify]
/** The bank's key with this id. The set is read again after an hour, as keys may be withdrawn, and where an id is new. */
async function keyOf(issuer, kid) {
  if (!keys.has(kid) || Date.now() - keysReadAt > 3_600_000) {
    const published = await (await fetch(issuer.jwks_uri)).json();
    keys.clear();
    keysReadAt = Date.now();
    for (const jwk of published.keys) keys.set(jwk.kid, createPublicKey({ key: jwk, format: 'jwk' }));
  }
  return keys.get(kid);
}

/** Whether the bank has signed exactly these bytes for this address (RFC 7515 appendix F, RFC 7797). */
async function isFromBank(issuer, address, jws, raw) {
  const [header, , signature] = (jws ?? '').split('.');
  if (!signature) return false;
  const { alg, kid, iss, aud } = JSON.parse(Buffer.from(header, 'base64url'));
  if (alg !== 'ES256' || iss !== issuer.issuer || aud !== address) return false;
  const key = await keyOf(issuer, kid);
  const signed = Buffer.concat([Buffer.from(`${header}.`), raw]);
  return key !== undefined && verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}

// [receive]
/** Answers at once, whatever comes of it: the bank waits 3 seconds, and repeats what was not answered with 2xx. */
async function receive(issuer, address, request, response) {
  const raw = Buffer.concat(await request.toArray());
  if (!(await isFromBank(issuer, address, request.headers['x-jws-signature'], raw).catch(() => false))) {
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
