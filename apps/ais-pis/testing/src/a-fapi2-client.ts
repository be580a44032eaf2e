import { randomUUID } from 'node:crypto';
import {
  completeInteraction,
  assertion,
  assertionFields,
  exchangeWithinLimits,
  type HttpResponse,
  type ProofKey,
  type RunningBank,
  type TestClient,
} from '@open-banking/testing';
import { issuerHomes } from '@open-banking/spec';

type Changed = Readonly<Record<string, unknown>>;
type Form = Readonly<Record<string, string | undefined>>;
type Tls = TestClient['client']['tls'];

/** How a client authenticates, and what its tokens are bound to. */
export interface ClientKind {
  readonly auth: 'private_key_jwt' | 'tls_client_auth';
  readonly tokenBinding: 'dpop' | 'tls';
}
export const kinds: readonly ClientKind[] = [
  { auth: 'private_key_jwt', tokenBinding: 'dpop' },
  { auth: 'private_key_jwt', tokenBinding: 'tls' },
  { auth: 'tls_client_auth', tokenBinding: 'dpop' },
  { auth: 'tls_client_auth', tokenBinding: 'tls' },
];

/** The credentials presented with a request: '' omits one, and absent members are presented correctly. */
export interface Presented {
  readonly assertion?: string;
  readonly proof?: string;
  readonly tls?: Tls;
  readonly clientId?: string;
  readonly method?: string;
}

/** An authorization code and the form that redeems it. */
export interface ApprovedCode {
  readonly code: string;
  readonly form: Record<string, string>;
  readonly url: string;
  readonly state: string | undefined;
  readonly redirectParameters: Readonly<Record<string, string>>;
}

/** A client in profile `fapi2` that can do each step of the flow wrongly; by default it does each correctly. */
export class Fapi2Client {
  private constructor(
    readonly bank: RunningBank,
    readonly client: TestClient,
    readonly kind: ClientKind,
    readonly consentId: string,
  ) {}

  static async of(bank: RunningBank, kind: ClientKind = kinds[0]!, redirectUri?: string): Promise<Fapi2Client> {
    const client = await bank.client({ ...kind, ...(redirectUri !== undefined && { redirectUri }) });
    return new Fapi2Client(bank, client, kind, await client.createConsent('allPsd2'));
  }

  /** The same client with another consent, for one account, so that its approval queries no other service. */
  async forOneAccount(): Promise<Fapi2Client> {
    const [account] = this.bank.resources(this.bank.demo, 'account');
    return new Fapi2Client(this.bank, this.client, this.kind, await this.client.createConsent({ balances: [account!] }));
  }

  readonly issuer = 'consents';
  get key(): ProofKey {
    return this.client.proofKey;
  }
  get tls(): Tls {
    return this.client.client.tls;
  }
  get scope(): string {
    return `AIS:${this.consentId}`;
  }
  /** The issuer's identifier. */
  get endpoint(): string {
    return this.client.issuerOf('consents');
  }
  /** The origin of this client's requests: the mutual-TLS one if it has a certificate. */
  get origin(): string {
    return this.tls ? this.bank.facts.tlsBaseUrl : this.bank.baseUrl;
  }
  urlOf(endpoint: 'par' | 'token' | 'revoke'): string {
    return `${this.origin}${issuerHomes.consents.path}/${endpoint}`;
  }

  assertion(changed: Changed = {}): Promise<string> {
    return assertion(this.client.client, this.endpoint, changed);
  }
  proof(endpoint: 'par' | 'token', changed: Changed = {}): Promise<string> {
    return this.key.proof('POST', this.urlOf(endpoint), undefined, changed);
  }

  /** Sends a request to an endpoint of the issuer, each from a new address, because refusals are charged to the address. */
  async post(endpoint: 'par' | 'token', form: Form, by: Presented = {}): Promise<HttpResponse> {
    return exchangeWithinLimits(this.urlOf(endpoint), async () => {
      const fields = await this.authentication(by);
      const proof = by.proof ?? (this.kind.tokenBinding === 'dpop' ? await this.proof(endpoint) : '');
      return {
        method: by.method ?? 'POST',
        from: randomAddress(),
        tls: 'tls' in by ? by.tls : this.tls,
        body: new URLSearchParams(present({ ...fields, ...form })).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', dpop: proof },
      };
    });
  }

  private async authentication({
    assertion: given,
    clientId = this.client.clientId,
  }: Presented): Promise<Readonly<Record<string, string>>> {
    if (this.kind.auth === 'tls_client_auth' || given === '') return { client_id: clientId };
    return assertionFields(clientId, given ?? (await this.assertion())).fields!;
  }

  /** The parameters of an authorization request, with their PKCE verifier. */
  request(changed: Form = {}): { form: Record<string, string>; verifier: string } {
    const { url, verifier } = this.client.authorization('consents', this.scope);
    return { verifier, form: present({ ...Object.fromEntries(new URL(url).searchParams), ...changed }) };
  }

  /** Pushes a request and returns the authorization URL. `extra` parameters are added to the URL. */
  async pushRequest(
    changed: Form = {},
    by: Presented = {},
    extra: Form = {},
  ): Promise<{ url: string; verifier: string; form: Record<string, string> }> {
    const { form, verifier } = this.request(changed);
    const response = await this.post('par', form, by);
    if (response.status !== 201) throw new Error(`par: ${response.status} ${response.text}`);
    const { request_uri: uri } = response.body as { request_uri: string };
    return {
      verifier,
      form,
      url: `${this.endpoint}/authorize?${new URLSearchParams(present({ ...extra, client_id: this.client.clientId, request_uri: uri })).toString()}`,
    };
  }

  /** Completes the bank's pages as the customer; returns the parameters of the redirect. */
  async completeInteraction(url: string, refuse = false): Promise<Record<string, string>> {
    return redirectParametersOf(
      await completeInteraction(url, { login: this.bank.demo.login, password: this.bank.demo.password, from: this.client.from, refuse }),
    );
  }

  /** Obtains an authorization code approved by the customer. */
  async code(changed: Form = {}, by: Presented = {}, extra: Form = {}): Promise<ApprovedCode> {
    const { url, verifier, form } = await this.pushRequest(changed, by, extra);
    const answer = await this.completeInteraction(url);
    if (answer['code'] === undefined) throw new Error(`no code: ${JSON.stringify(answer)}`);
    const code = answer['code'];
    return {
      code,
      url,
      state: form['state'],
      redirectParameters: answer,
      form: { grant_type: 'authorization_code', code, redirect_uri: form['redirect_uri']!, code_verifier: verifier },
    };
  }

  /** Obtains a customer token with its refresh token. */
  async token(): Promise<{ access: string; refresh: string }> {
    const response = await this.post('token', (await this.code()).form);
    if (response.status !== 200) throw new Error(`token: ${response.status} ${response.text}`);
    const { access_token: access, refresh_token: refresh } = response.body as { access_token: string; refresh_token: string };
    return { access, refresh };
  }

  refresh(refresh: string, by: Presented = {}): Promise<HttpResponse> {
    return this.post('token', { grant_type: 'refresh_token', refresh_token: refresh }, by);
  }

  /** Reads a path with these headers, from a new address. */
  read(path: string, headers: Readonly<Record<string, string>>, tls = this.tls, method = 'GET'): Promise<HttpResponse> {
    return exchangeWithinLimits(this.origin + path, {
      method,
      from: randomAddress(),
      tls,
      headers: { 'x-request-id': randomUUID(), 'consent-id': this.consentId, 'psu-ip-address': '127.0.0.1', ...headers },
    });
  }

  /** Reads with a token, presented with this client's key or certificate, or with another client's (`as`). */
  async readWithToken(
    token: string,
    {
      as = this as Fapi2Client,
      path = '/v1.7/accounts',
      headers = {},
    }: { as?: Fapi2Client; path?: string; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<HttpResponse> {
    const bound: Record<string, string> =
      this.kind.tokenBinding === 'dpop'
        ? { authorization: `DPoP ${token}`, dpop: await as.key.proof('GET', this.origin + path, token) }
        : { authorization: `Bearer ${token}` };
    return this.read(path, { ...bound, ...headers }, as.tls);
  }
}

export const redirectParametersOf = (redirect: string): Record<string, string> => Object.fromEntries(new URL(redirect).searchParams);

const present = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined));

const byte = (): number => 1 + Math.floor(Math.random() * 254);
export const randomAddress = (): string | undefined => (process.platform === 'linux' ? `127.${byte()}.${byte()}.${byte()}` : undefined);

/** A JWT with a header that differs from the signed one. */
export function withHeader(jwt: string, changed: (header: Record<string, unknown>) => object): string {
  const [header, ...rest] = jwt.split('.') as [string, string, string];
  return [
    Buffer.from(JSON.stringify(changed(JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>))).toString(
      'base64url',
    ),
    ...rest,
  ].join('.');
}

/** A JWT with alg "none" and no signature. */
export const unsignedJwt = (jwt: string): string =>
  `${withHeader(jwt, (header) => ({ ...header, alg: 'none' }))
    .split('.')
    .slice(0, 2)
    .join('.')}.`;

/** A JWT whose signature has a different first byte. */
export function damagedJwt(jwt: string): string {
  const [header, claims, signature] = jwt.split('.') as [string, string, string];
  const bytes = Buffer.from(signature, 'base64url');
  bytes[0]! ^= 1;
  return [header, claims, bytes.toString('base64url')].join('.');
}
