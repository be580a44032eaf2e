import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchange } from '@open-banking/operator-client';
import { NotificationReceiver, type ReceivedNotification } from './receiver.js';

interface Body {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } };
}
interface Contract {
  readonly paths: {
    readonly '/': {
      readonly post: Body & { readonly callbacks: { readonly answer: { readonly '{$request.body#/answerTo}': { readonly post: Body } } } };
    };
  };
}

/** A question to an approval app. */
export interface AppRequest {
  readonly approvalId: string;
  readonly psuId: string;
  readonly bindingMessage: string;
  readonly answerTo: string;
  readonly factsHash: string;
  readonly language: string;
  readonly facts: Readonly<Record<string, unknown>> & { readonly accounts: readonly { readonly number: string }[] };
  readonly words: readonly { readonly what: string; readonly says: string }[];
}

interface Signing {
  readonly key?: KeyObject;
  readonly header?: object;
  /** The body that is sent in place of the signed one. */
  readonly sent?: object;
}

/** A key pair that an app may sign with. */
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The approval app of a bank: it receives requests on the loopback interface and answers only when a test says so. */
export class ApprovalApp {
  readonly #folder = mkdtempSync(join(tmpdir(), 'open-banking-app-'));
  readonly #keys = newKeys();

  private constructor(private readonly receiver: NotificationReceiver) {
    writeFileSync(this.keysFile, JSON.stringify({ keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'app' }] }));
  }

  /** Adds the bank's settings to `settings`, which the bank reads when it starts. */
  static async open(settings: Record<string, string>): Promise<ApprovalApp> {
    const app = new ApprovalApp(await (await NotificationReceiver.create()).open());
    settings['APPROVAL_APP_URL'] = app.url;
    settings['APPROVAL_APP_KEYS_FILE'] = app.keysFile;
    return app;
  }

  static readonly newKeys = newKeys;

  /** The schemas of the contract: what is asked, and what is answered. */
  static schemas(): { readonly asks: object; readonly answers: object } {
    const { paths } = JSON.parse(readFileSync(new URL('../../docs/ports/approval-app.json', import.meta.url), 'utf8')) as Contract;
    const schemaOf = ({ requestBody }: Body): object => requestBody.content['application/json'].schema;
    return {
      asks: schemaOf(paths['/'].post),
      answers: schemaOf(paths['/'].post.callbacks.answer['{$request.body#/answerTo}'].post),
    };
  }

  get keysFile(): string {
    return join(this.#folder, 'keys.json');
  }

  get url(): string {
    return `${this.receiver.origin}/approvals`;
  }

  get received(): readonly ReceivedNotification[] {
    return this.receiver.received;
  }

  /** How it answers the next requests; after that with 204. */
  set nextStatuses(statuses: (number | 'never')[]) {
    this.receiver.nextStatuses = statuses;
  }

  get last(): AppRequest {
    return this.receiver.received.at(-1)!.body as unknown as AppRequest;
  }

  /** Answers as the contract says, or with what `change` and `signing` make of it; returns the status. */
  async answer(asked: AppRequest, decision: string, change: object = {}, { key, header = {}, sent }: Signing = {}): Promise<number> {
    const { approvalId, factsHash, answerTo } = asked;
    const bytes = JSON.stringify({ approvalId, factsHash, decision, decidedAt: new Date().toISOString(), ...change });
    const iat = Math.floor(Date.now() / 1_000);
    const head = { alg: 'ES256', kid: 'app', b64: false, crit: ['b64'], aud: answerTo, iat, jti: randomUUID(), ...header };
    const encoded = Buffer.from(JSON.stringify(head)).toString('base64url');
    const signed = Buffer.from(`${encoded}.${bytes}`);
    const signature = sign('sha256', signed, { key: key ?? this.#keys.privateKey, dsaEncoding: 'ieee-p1363' });
    const { status } = await exchange(answerTo, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-jws-signature': `${encoded}..${signature.toString('base64url')}` },
      body: sent ? JSON.stringify(sent) : bytes,
    });
    return status;
  }

  close(): void {
    this.receiver.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
