import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { request as secureRequest } from 'node:https';
import { connect as secureConnect } from 'node:tls';
import { Seal } from '../../sandbox/dist/third-party/seal.js';
import { clientToken } from './first-call.mjs';
import { call, compose, expect, json, openbank, redirectUri, tlsPort, within } from './stack.mjs';

/** A request to the TLS listener, with a certificate or without. */
function overTls(path, { method = 'GET', headers = {}, body, tls = {} } = {}) {
  return new Promise((resolve, reject) => {
    secureRequest(
      {
        host: '127.0.0.1',
        port: tlsPort,
        path,
        method,
        agent: false,
        ca: tls.ca,
        cert: tls.certificate,
        key: tls.private_key,
        headers: { 'X-Request-ID': crypto.randomUUID(), ...headers },
      },
      (answer) => {
        let text = '';
        answer
          .on('data', (chunk) => {
            text += chunk;
          })
          .on('end', () => resolve({ status: answer.statusCode, text, body: text && JSON.parse(text) }));
      },
    )
      .on('error', reject)
      .end(body);
  });
}

const agreed = (options) =>
  new Promise((resolve) => {
    const socket = secureConnect({ host: '127.0.0.1', port: tlsPort, rejectUnauthorized: false, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
      socket.destroy();
    });
    socket.once('error', () => resolve('refused'));
  });

export async function tlsVersions() {
  assert.match(await agreed({}), /^TLSv1\.3 TLS_AES_/);
  assert.match(await agreed({ maxVersion: 'TLSv1.2' }), /^TLSv1\.2 TLS_ECDHE_ECDSA_WITH_AES_(128|256)_GCM_SHA(256|384)$/);
  for (const ciphers of ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-CHACHA20-POLY1305', 'AES128-GCM-SHA256'])
    assert.equal(await agreed({ maxVersion: 'TLSv1.2', ciphers }), 'refused', ciphers);
  assert.equal(await agreed({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }), 'refused');
}

/** A client that is known by its certificate gets a token with it, and without it, with another's or with a header that says so none. */
export async function certificates() {
  const [client, other] = [
    await openbank(
      'client',
      'add',
      '--auth',
      'tls_client_auth',
      '--bind',
      'tls',
      '--name',
      'TLS check',
      '--roles',
      'PSP_AI',
      '--redirect-uri',
      redirectUri,
    ),
    await openbank('client', 'add', '--auth', 'tls_client_auth', '--name', 'Other', '--roles', 'PSP_AI', '--redirect-uri', redirectUri),
  ];
  const asked = (tls, headers = {}) => ({
    method: 'POST',
    tls,
    body: `grant_type=client_credentials&scope=AIS&client_id=${client.client_id}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });
  const path = '/v1.7/oauth/consents/token';
  const forged = { 'Client-Cert': `:${new X509Certificate(client.certificate).raw.toString('base64')}:` };
  const given = await overTls(path, asked(client));
  expect(given, 200);
  for (const [tls, headers] of [[{ ca: client.ca }], [other], [{ ca: client.ca }, forged], [other, forged]])
    expect(await overTls(path, asked(tls, headers)), 401);
  expect(await call(path, asked(undefined, forged)), 401);
  // The token is bound to the certificate: 403 is an answer to a token that was taken.
  const read = (tls) =>
    overTls(`/v1.7/consents/${crypto.randomUUID()}`, { tls, headers: { Authorization: `Bearer ${given.body.access_token}` } });
  expect(await read(client), 403);
  expect(await read(other), 401);
  expect(await read({ ca: client.ca }), 401);
}

/** A signed request is taken, a damaged one is not, and none whose certificate was revoked a moment ago. */
export async function signedRequests() {
  const client = await openbank('client', 'add', '--name', 'Signing check', '--roles', 'PSP_AI', '--redirect-uri', redirectUri);
  const seal = '/home/node/.openbank/seal';
  await openbank('ca', 'issue', '--roles', 'PSP_AI', '--client', client.client_id, '--out', seal);
  const fileOf = (name) => compose('run', '--rm', '-T', '--entrypoint', 'cat', 'openbank', `${seal}/${name}`);
  const signer = new Seal(await fileOf('certificate.pem'), await fileOf('key.pem'));
  const token = await clientToken(client);
  const body = JSON.stringify({
    access: { allPsd2: 'allAccounts' },
    recurringIndicator: true,
    validUntil: '9999-12-31',
    frequencyPerDay: 4,
    combinedServiceIndicator: false,
  });
  const create = (sent = body) => {
    const { 'x-request-id': id, ...signed } = signer.sign({
      headers: { 'x-request-id': crypto.randomUUID(), 'psu-ip-address': '192.0.2.1' },
      body,
    });
    return call('/v1.7/consents', {
      method: 'POST',
      body: sent,
      headers: { ...json, Authorization: `Bearer ${token}`, 'X-Request-ID': id, ...signed },
    });
  };
  expect(await create(), 201);
  expect(await create(body.replace('4', '3')), 401);
  await compose('run', '--rm', '-T', 'openbank', 'ca', 'revoke', `${seal}/certificate.pem`);
  await within(5_000, async () => assert.equal((await create()).body.tppMessages?.[0].code, 'CERTIFICATE_REVOKED'));
}
