import { randomUUID } from 'node:crypto';
import { detachedSignature } from '../notifications/detached-signature.js';
import type { SigningKeys } from '../notifications/signing-keys.js';
import { readAnswerBytes } from './answer-bytes.js';
import { askServer } from './port-request.js';
import { verifySignedAnswer } from './signed-answer.js';

export interface SignedExchangeParts {
  readonly url: string;
  readonly keys: Pick<SigningKeys, 'current'>;
  /** `iss` of the signatures of requests; its metadata publishes the keys. */
  readonly issuer: string;
  /** JWK Set of the keys that answers are signed with. */
  readonly keysFile: string;
}

/**
 * A server of the bank's own that is asked and whose answer counts: both are signed (`x-jws-signature`, as by `SignedPort`). The signature
 * of an answer is for the address that was asked.
 */
export class SignedExchange {
  constructor(private readonly parts: SignedExchangeParts) {}

  /** The answer, or undefined where it is a 404. Throws unless it is signed and comes within 3 s. Redirects are not followed. */
  async ask<Answer>(method: 'GET' | 'POST', path: string, message?: object): Promise<Answer | undefined> {
    const url = `${this.parts.url.replace(/\/$/, '')}${path}`;
    const body = Buffer.from(message === undefined ? '' : JSON.stringify(message));
    const answer = await askServer(url, { method, headers: await this.headers(body, url), ...(message !== undefined && { body }) });
    const bytes = await readAnswerBytes(answer);
    if (!answer.ok && (answer.status !== 404 || !answer.headers.has('x-jws-signature')))
      throw new Error(`${new URL(url).host} answered ${answer.status}${answer.status === 404 ? ' without x-jws-signature' : ''}`);
    await verifySignedAnswer(bytes, answer.headers.get('x-jws-signature') ?? '', this.parts.keysFile, url);
    return answer.ok ? (JSON.parse(bytes.toString()) as Answer) : undefined;
  }

  private async headers(body: Buffer, aud: string): Promise<Record<string, string>> {
    const { keys, issuer: iss } = this.parts;
    const id = randomUUID();
    const { kid, key } = await keys.current();
    return {
      'content-type': 'application/json',
      'x-request-id': id,
      'x-jws-signature': detachedSignature(body, key, { kid, iss, aud, jti: id, iat: Math.floor(Date.now() / 1_000) }),
    };
  }
}
