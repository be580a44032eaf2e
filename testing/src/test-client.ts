import { asPattern, operations, type Issuer, type Service } from '@open-banking/spec';
import type { CustomerResource } from '@open-banking/installation/customers-file';
import {
  completeInteraction,
  type CustomerChoices,
  grantConsent,
  type ConsentOptions,
  createConsent,
  ThirdParty,
} from '@open-banking/sandbox/third-party';
import { type ExchangeOptions, exchange } from '@open-banking/operator-client';
import { Caller } from './caller.js';
import { ownAddress } from './own-address.js';
import type { TestCustomer } from './test-customer.js';

type NamedResources = readonly (Pick<CustomerResource, 'reference'> | Readonly<Record<string, unknown>>)[];

/** The access of a consent: everything, or by permission a customer's resources (or plain references). */
export type Access =
  | 'allPsd2'
  | {
      readonly accounts?: NamedResources;
      readonly balances?: NamedResources;
      readonly transactions?: NamedResources;
      readonly [other: string]: unknown;
    };

/** An approved consent. Requests carry its token, its id and the headers of a present customer. */
export class ConsentedCaller extends Caller {
  constructor(
    party: ThirdParty,
    token: string,
    readonly consentId: string,
  ) {
    super(party, token, { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' });
  }
}

/** A third party for one test, with its own limits that other tests cannot use up. */
export class TestClient extends ThirdParty {
  /** `absent`: the services that its bank does not have. Customers approve consents without what these own. */
  constructor(
    baseUrl: string,
    client: ThirdParty['client'],
    from?: string,
    private readonly absent: readonly Service[] = [],
  ) {
    super(baseUrl, client, from);
  }

  get clientId(): string {
    return this.client.clientId;
  }

  /** Throws where the path is of a service that the bank does not have: its 503 would read as a fault of the bank. */
  override async call(...given: Parameters<ThirdParty['call']>): ReturnType<ThirdParty['call']> {
    const [method, path] = given;
    const service = servedBy(this.absent, method, path);
    if (service !== undefined)
      throw new Error(`This test file calls ${method} ${path}, which ${service} serves, and its bank has no ${service}: name it there`);
    return super.call(...given);
  }

  /** Sends requests with a client token (client credentials). */
  async withClientToken(issuer: Issuer, scope?: string): Promise<Caller> {
    return new Caller(this, (await this.clientToken(issuer, scope)).access_token);
  }

  /** A `fetch` with this client's certificate, for libraries that accept a custom fetch. */
  async overTls(url: string, options: Pick<ExchangeOptions, 'method' | 'headers' | 'body'>): Promise<Response> {
    const { status, headers, text } = await exchange(url, { ...options, tls: this.client.tls, from: this.from });
    const flat = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]));
    return new Response(text, { status, headers: flat });
  }

  /** Sends requests without a token. */
  get withoutToken(): Caller {
    return new Caller(this, undefined);
  }

  createConsent(access: Access, options: Partial<ConsentOptions> = {}): Promise<string> {
    return createConsent(this, { ...options, access: accessOf(access) });
  }

  /** Creates a consent that the customer approves on the bank's pages. `choices` contains what the customer does there. */
  async consentedBy(
    customer: TestCustomer,
    access: Access = 'allPsd2',
    { choices = {}, ...options }: Partial<ConsentOptions> & { choices?: Partial<CustomerChoices> } = {},
  ): Promise<ConsentedCaller> {
    const { token, consentId } = await grantConsent(
      this,
      { login: customer.login, password: customer.password, from: ownAddress(), leaveOut: this.absent, ...choices },
      { ...options, access: accessOf(access) },
    );
    return new ConsentedCaller(this, token, consentId);
  }

  /** Has the customer approve a scope with an id on the pages, and returns its token. */
  async approvedBy(customer: TestCustomer, issuer: Issuer, scope: string, choices: Partial<CustomerChoices> = {}): Promise<Caller> {
    const authorization = await this.startAuthorization(issuer, scope);
    const redirect = await completeInteraction(authorization.url, {
      login: customer.login,
      password: customer.password,
      from: ownAddress(),
      leaveOut: this.absent,
      ...choices,
    });
    return new Caller(this, (await this.redeem(authorization, redirect)).access_token);
  }

  /**
   * As `approvedBy`, in one of several windows that are open at the same time. A page that was shown before the approval in another window,
   * and answered after it, is shown again as changed; then the customer answers that one.
   */
  approvedInOneWindow(customer: TestCustomer, issuer: Issuer, scope: string): Promise<Caller> {
    return this.approvedBy(customer, issuer, scope).catch((error: Error) => {
      if (!error.message.includes('has changed in the meantime')) throw error;
      return this.approvedBy(customer, issuer, scope);
    });
  }
}

/** The one of these services whose operation has this method and path. */
const servedBy = (services: readonly Service[], method: string, path: string): Service | undefined =>
  operations.find(
    (row) => services.includes(row.service) && row.method === method && new RegExp(asPattern(row.path)).test(path.split('?')[0]!),
  )?.service;

const isResource = (item: unknown): item is Pick<CustomerResource, 'reference'> =>
  typeof item === 'object' && item !== null && 'reference' in item && 'kind' in item;

function accessOf(access: Access): Record<string, unknown> {
  if (access === 'allPsd2') return { allPsd2: 'allAccounts' };
  return Object.fromEntries(
    Object.entries(access).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((item: unknown) => (isResource(item) ? referenceOf(item) : item)) : value,
    ]),
  );
}

/** Converts a resource to an account reference (messages.md §1). */
export const referenceOf = ({ reference }: Pick<CustomerResource, 'reference'>): Record<string, unknown> =>
  'other' in reference ? { other: { identification: reference['other'] } } : { ...reference };
