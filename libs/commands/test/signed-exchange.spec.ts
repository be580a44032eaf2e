import { generateKeyPairSync, randomUUID, type JsonWebKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userAgent } from '@open-banking/spec';
import { detachedSignature } from '../src/notifications/detached-signature.js';
import { SignedExchange } from '../src/ports/signed-exchange.js';

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly isSigned?: boolean;
}

describe('a question to a server of the bank’s own, whose answer counts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-port-'));
  const keysFile = join(folder, 'keys.json');
  const kid = randomUUID();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ format: 'jwk' }) as JsonWebKey;
  let server: Server;
  let url: string;
  let answer: Answer;

  beforeAll(async () => {
    writeFileSync(keysFile, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid }] }));
    server = createServer((request, response) => {
      // As a firewall in front of it: it lets in whom it knows.
      if (request.headers['user-agent'] !== userAgent) return void response.writeHead(403).end();
      const body = Buffer.from(answer.body === undefined ? '' : JSON.stringify(answer.body));
      const signed = { kid, iss: url, aud: `${url}${request.url!}`, jti: randomUUID(), iat: Math.floor(Date.now() / 1_000) };
      if (answer.isSigned !== false) response.setHeader('x-jws-signature', detachedSignature(body, key, signed));
      response.writeHead(answer.status).end(body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const ask = (at = url) =>
    new SignedExchange({ url: at, keys: { current: () => Promise.resolve({ kid, key }) }, issuer: 'https://bank.example', keysFile }).ask(
      'GET',
      '/instructions/1',
    );

  it('is answered by what is signed: a body, or a 404 for what the server does not know', async () => {
    answer = { status: 200, body: { state: 'booked' } };
    expect(await ask()).toEqual({ state: 'booked' });
    answer = { status: 404 };
    expect(await ask()).toBeUndefined();
  });

  it.each<[string, Answer, string]>([
    ['a 404 that nobody signed, as at a wrong path', { status: 404, isSigned: false }, 'answered 404 without x-jws-signature'],
    ['an answer that nobody signed', { status: 200, body: { state: 'booked' }, isSigned: false }, 'it has no x-jws-signature'],
    ['a fault of the server', { status: 500 }, 'answered 500'],
    ['a signed answer of more than 64 KiB', { status: 200, body: { state: 'x'.repeat(65_536) } }, 'an answer of more than 65536 bytes'],
  ])('is not answered by %s', async (_, given, says) => {
    answer = given;
    await expect(ask()).rejects.toThrow(says);
  });

  it('says whom it could not ask, and why', async () => {
    answer = { status: 200, body: {} };
    const closed = createServer();
    await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening));
    const { port } = closed.address() as AddressInfo;
    await new Promise((closing) => closed.close(closing));
    await expect(ask(`http://127.0.0.1:${port}`)).rejects.toThrow(`127.0.0.1:${port} could not be asked: ECONNREFUSED`);
    expect(await ask()).toEqual({});
  });
});
