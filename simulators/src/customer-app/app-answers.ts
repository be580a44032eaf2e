import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exchange } from '@open-banking/operator-client';
import type { Decision, HeldRequest } from './app-requests.js';

const kid = 'demo-app';
const [firstPauseMs, longestPauseMs] = [1_000, 30_000];

/** Answers of the app, signed with a key of its own that lives as long as the app. */
export class AppAnswers {
  /** The public key, for APPROVAL_APP_KEYS_FILE. */
  readonly keysFile: string;
  readonly #privateKey;
  readonly #stopped = new AbortController();

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.keysFile = join(folder, 'keys.json');
    writeFileSync(this.keysFile, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] }));
  }

  /** Returns after the first attempt; where the bank could not be reached, it goes on in the background until the bank has taken or refused it. */
  async send(request: HeldRequest, decision: Decision): Promise<void> {
    if (request.state !== 'waiting') return;
    request.state = 'sending';
    const { approvalId, factsHash } = request.asked;
    const body = JSON.stringify({ approvalId, factsHash, decision, decidedAt: new Date().toISOString() });
    if (!(await this.#attempt(request, decision, body))) void this.#goOn(request, decision, body);
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #goOn(request: HeldRequest, decision: Decision, body: string): Promise<void> {
    const { signal } = this.#stopped;
    for (let wait = firstPauseMs; !signal.aborted; wait = Math.min(wait * 2, longestPauseMs)) {
      await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || (await this.#attempt(request, decision, body))) return;
    }
  }

  /** Whether the bank has said yes or no to it. */
  async #attempt(request: HeldRequest, decision: Decision, body: string): Promise<boolean> {
    const { answerTo } = request.asked;
    const headers = { 'content-type': 'application/json', 'x-jws-signature': this.#signature(body, answerTo) };
    const answered = await exchange(answerTo, { method: 'POST', headers, body, timeoutMs: 5_000 }).catch(() => undefined);
    const { status } = answered ?? { status: 503 };
    if (status === 204) request.state = decision;
    else if (status === 404 || status === 409) request.state = 'late';
    return request.state !== 'sending';
  }

  #signature(body: string, aud: string): string {
    const header = { alg: 'ES256', kid, b64: false, crit: ['b64'], aud, iat: Math.floor(Date.now() / 1_000), jti: randomUUID() };
    const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
    const signature = sign('sha256', Buffer.from(`${encoded}.${body}`), { key: this.#privateKey, dsaEncoding: 'ieee-p1363' });
    return `${encoded}..${signature.toString('base64url')}`;
  }
}
