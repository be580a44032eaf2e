import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, decodeProtectedHeader, flattenedVerify, type JSONWebKeySet } from 'jose';

/** What the bank asks (docs/ports/execution-checks.json). */
export interface CheckRequest {
  readonly checkId: string;
  readonly answerBy: string;
  readonly factsHash: string;
  readonly facts: Readonly<Record<string, unknown>>;
}
export interface CheckVerdict {
  readonly decision: string;
  readonly reason?: string;
  readonly note?: string;
}
/** `later`: accepted, and answered by an operation of the bank; `never`: the connection stays open without an answer; a number: a status without an answer. */
export type CheckReply = CheckVerdict | 'later' | 'never' | number;

const aroundSeconds = 60;

/** A bank's own check of payments, as the sandbox plays it: it verifies who asks, and signs what it answers. */
export class CheckPort {
  readonly requests: CheckRequest[] = [];
  readonly #server: Server;
  readonly #issuers = new Map<string, Promise<JSONWebKeySet>>();

  private constructor(
    public decide: (checkRequest: CheckRequest) => CheckReply,
    /** The key that answers are signed with. */
    public key: KeyObject,
  ) {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.writeHead(401, { 'content-type': 'text/plain' }).end(error instanceof Error ? error.message : '');
      });
    });
  }

  /** Listens on this machine. `keysFile` is written: the public key of its answers, for EXECUTION_CHECK_KEYS_FILE. */
  static async open(keysFile: string, decide: (checkRequest: CheckRequest) => CheckReply, port = 0): Promise<CheckPort> {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(keysFile, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'check-port' }] }));
    const opened = new CheckPort(decide, privateKey);
    await opened.listen(port);
    return opened;
  }

  /** Again on the same port, after `close`. */
  async listen(port = this.#port): Promise<void> {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/checks`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server.close(), 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const issuer = await this.#verified(body, request.headers['x-jws-signature']);
    const checkRequest = JSON.parse(body.toString()) as CheckRequest;
    this.requests.push(checkRequest);
    const reply = this.decide(checkRequest);
    if (reply === 'never') return;
    if (typeof reply === 'number' || reply === 'later') {
      response.writeHead(reply === 'later' ? 202 : reply).end();
      return;
    }
    const answer = Buffer.from(JSON.stringify({ checkId: checkRequest.checkId, factsHash: checkRequest.factsHash, ...reply }));
    response.writeHead(200, { 'content-type': 'application/json', 'x-jws-signature': this.#signature(answer, issuer) }).end(answer);
  }

  /** The issuer that has signed the request. Throws for any other. */
  async #verified(body: Buffer, header: unknown): Promise<string> {
    const [encoded = '', , signature = ''] = String(header).split('.');
    const { iss, aud, iat } = decodeProtectedHeader({ protected: encoded }) as Readonly<Record<'iss' | 'aud' | 'iat', unknown>>;
    if (typeof iss !== 'string' || aud !== this.url || Math.abs(Date.now() / 1_000 - Number(iat)) > aroundSeconds)
      throw new Error('The signature is of another issuer, address or time.');
    await flattenedVerify({ protected: encoded, payload: body, signature }, createLocalJWKSet(await this.#keysOf(iss)));
    return iss;
  }

  #keysOf(issuer: string): Promise<JSONWebKeySet> {
    const known = this.#issuers.get(issuer);
    if (known) return known;
    const json = async (url: string): Promise<unknown> => (await fetch(url)).json();
    const keys = json(`${issuer}/.well-known/oauth-authorization-server`).then(
      async (metadata) => (await json((metadata as { jwks_uri: string }).jwks_uri)) as JSONWebKeySet,
    );
    this.#issuers.set(issuer, keys);
    keys.catch(() => this.#issuers.delete(issuer));
    return keys;
  }

  #signature(body: Buffer, audience: string): string {
    const header = {
      ...{ alg: 'ES256', kid: 'check-port', b64: false, crit: ['b64'] },
      ...{ aud: audience, iat: Math.floor(Date.now() / 1_000), jti: randomUUID() },
    };
    const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
    const signed = Buffer.concat([Buffer.from(`${encoded}.`), body]);
    return `${encoded}..${sign('sha256', signed, { key: this.key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  }
}
