import { randomUUID } from 'node:crypto';
import { answerAs, assertion, assertionFields, exchange, patiently, type Answered, type ProofKey, type RunningBank, type TestClient } from '@open-banking/sandbox/testing';

type Changed = Readonly<Record<string, unknown>>;
export interface By { readonly assertion?: string; readonly proof?: string }

/** A client in profile `fapi2` that can do each step of the flow wrongly: what is left out is done rightly. */
export class Fapi2Client {
  private constructor(readonly bank: RunningBank, readonly client: TestClient, readonly consentId: string) {}

  static async of(bank: RunningBank): Promise<Fapi2Client> {
    const client = await bank.client();
    return new Fapi2Client(bank, client, await client.createConsent('allPsd2'));
  }

  readonly issuer = 'consents';
  get key(): ProofKey { return this.client.proofKey; }
  get scope(): string { return `AIS:${this.consentId}`; }
  get endpoint(): string { return this.client.issuerOf('consents'); }

  assertion(changed: Changed = {}): Promise<string> { return assertion(this.client.client, this.endpoint, changed); }
  proof(endpoint: 'par' | 'token', changed: Changed = {}): Promise<string> { return this.key.proof('POST', `${this.endpoint}/${endpoint}`, undefined, changed); }

  /** A request to an endpoint of the issuer, each from an address of its own: what is refused is charged to the address. A proof of '' is none. */
  async post(endpoint: 'par' | 'token', form: Readonly<Record<string, string>>, by: By = {}): Promise<Answered> {
    return patiently(`${this.endpoint}/${endpoint}`, async () => {
      const { fields } = assertionFields(this.client.clientId, by.assertion ?? await this.assertion());
      return {
        method: 'POST', from: anyAddress(), body: new URLSearchParams({ ...fields, ...form }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', dpop: by.proof ?? await this.proof(endpoint) },
      };
    });
  }

  /** The parameters of an authorization request, with the verifier that belongs to them. */
  request(changed: Readonly<Record<string, string | undefined>> = {}): { form: Record<string, string>; verifier: string } {
    const { url, verifier } = this.client.authorization('consents', this.scope);
    const form = { ...Object.fromEntries(new URL(url).searchParams), ...changed };
    return { verifier, form: Object.fromEntries(Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined)) };
  }

  /** A code that the customer has approved, and what redeems it. */
  async code(): Promise<{ code: string; form: Record<string, string>; url: string; state: string }> {
    const authorization = await this.client.pushed(this.client.authorization('consents', this.scope));
    const redirect = new URL(await answerAs(authorization.url, { login: this.bank.demo.login, password: this.bank.demo.password, from: this.client.from }));
    const code = redirect.searchParams.get('code')!;
    return { code, url: authorization.url, state: authorization.state, form: { grant_type: 'authorization_code', code, redirect_uri: this.client.client.redirectUri, code_verifier: authorization.verifier } };
  }

  /** A read of the customer's accounts, shown by these headers, from an address of its own likewise. */
  read(path: string, headers: Readonly<Record<string, string>>): Promise<Answered> {
    return exchange(this.bank.baseUrl + path, { from: anyAddress(), headers: { 'x-request-id': randomUUID(), 'consent-id': this.consentId, 'psu-ip-address': '127.0.0.1', ...headers } });
  }
}

const byte = (): number => 1 + Math.floor(Math.random() * 254);
export const anyAddress = (): string | undefined => (process.platform === 'linux' ? `127.${byte()}.${byte()}.${byte()}` : undefined);

/** A JWT that says of itself that nobody signed it. */
export function unsigned(jwt: string): string {
  const [header, claims] = jwt.split('.') as [string, string];
  const plain = { ...JSON.parse(Buffer.from(header, 'base64url').toString()) as object, alg: 'none' };
  return `${Buffer.from(JSON.stringify(plain)).toString('base64url')}.${claims}.`;
}
