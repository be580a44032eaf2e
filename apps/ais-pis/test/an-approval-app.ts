import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchange } from '@open-banking/testing';

interface Body {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } };
}
const { paths } = JSON.parse(readFileSync(new URL('../../../docs/ports/approval-app.json', import.meta.url), 'utf8')) as {
  readonly paths: { readonly '/': { readonly post: Body & { callbacks: { answer: { '{$request.body#/answerTo}': { post: Body } } } } } };
};
const schemaOf = ({ requestBody }: Body): object => requestBody.content['application/json'].schema;
export const asks = schemaOf(paths['/'].post);
export const answers = schemaOf(paths['/'].post.callbacks.answer['{$request.body#/answerTo}'].post);

/** What the app was told. */
export interface Told {
  readonly approvalId: string;
  readonly psuId: string;
  readonly bindingMessage: string;
  readonly answerTo: string;
  readonly factsHash: string;
  readonly facts: Readonly<Record<string, unknown>> & { readonly accounts: readonly { readonly number: string }[] };
  readonly words: readonly { readonly what: string; readonly says: string }[];
}

export const folder = mkdtempSync(join(tmpdir(), 'open-banking-app-'));
export const keysFile = join(folder, 'keys.json');
export const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { privateKey, publicKey } = pair();
writeFileSync(keysFile, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'app' }] }));

interface Signing {
  readonly key?: KeyObject;
  readonly header?: object;
  /** What is sent in place of what was signed. */
  readonly sent?: object;
}

/** The app's answer, as its contract says. */
export async function answer(told: Told, decision: string, change: object = {}, { key = privateKey, header = {}, sent }: Signing = {}) {
  const body = { approvalId: told.approvalId, factsHash: told.factsHash, decision, decidedAt: new Date().toISOString(), ...change };
  const bytes = JSON.stringify(body);
  const iat = Math.floor(Date.now() / 1_000);
  const head = { alg: 'ES256', kid: 'app', b64: false, crit: ['b64'], aud: told.answerTo, iat, jti: randomUUID(), ...header };
  const encoded = Buffer.from(JSON.stringify(head)).toString('base64url');
  const signature = sign('sha256', Buffer.from(`${encoded}.${bytes}`), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  const { status } = await exchange(told.answerTo, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-jws-signature': `${encoded}..${signature}` },
    body: sent ? JSON.stringify(sent) : bytes,
  });
  return status;
}
