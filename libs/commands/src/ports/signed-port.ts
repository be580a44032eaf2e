import { randomUUID } from 'node:crypto';
import { detachedSignature } from '../notifications/detached-signature.js';
import type { SigningKeys } from '../notifications/signing-keys.js';
import { readAnswerBytes } from './answer-bytes.js';
import { askServer } from './port-request.js';

/** The response of a server of the bank's own. */
export interface PortAnswer {
  readonly status: number;
  readonly body: Buffer;
  /** Its `x-jws-signature`, to be verified over the body. */
  readonly signature: string | null;
}

/** A server of the bank's own has answered with another status than 2xx. */
export class PortRefused extends Error {
  constructor(
    host: string,
    readonly status: number,
  ) {
    super(`${host} answered ${status}`);
  }
}

/**
 * A server of the bank's own that receives messages, as JSON by POST. Each request is signed like a notification (`x-jws-signature`:
 * a detached JWS with ES256, RFC 7515 appendix F and RFC 7797), so that the server knows who asks without sharing a secret.
 */
export class SignedPort {
  /** `issuer`: `iss` of the signatures; its metadata publishes the keys. */
  constructor(
    private readonly url: string,
    private readonly keys: Pick<SigningKeys, 'current'>,
    private readonly issuer: string,
  ) {}

  /** Throws unless the server answers with a 2xx within 3 s. Redirects are not followed. */
  async post(message: object): Promise<void> {
    const answer = await this.send(message);
    await answer.body?.cancel();
  }

  /** The same, with what the server answers: its bytes, and its signature of them. Throws where they are too many. */
  async ask(message: object): Promise<PortAnswer> {
    const answer = await this.send(message);
    return { status: answer.status, body: await readAnswerBytes(answer), signature: answer.headers.get('x-jws-signature') };
  }

  private async send(message: object): Promise<Response> {
    const body = Buffer.from(JSON.stringify(message));
    const id = randomUUID();
    const { kid, key } = await this.keys.current();
    const signature = detachedSignature(body, key, { kid, iss: this.issuer, aud: this.url, jti: id, iat: Math.floor(Date.now() / 1_000) });
    const headers = { 'content-type': 'application/json', 'x-request-id': id, 'x-jws-signature': signature };
    const answer = await askServer(this.url, { method: 'POST', headers, body });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    throw new PortRefused(new URL(this.url).host, answer.status);
  }
}
