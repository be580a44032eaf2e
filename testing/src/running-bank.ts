import type { Profile } from '@open-banking/config';
import { readFileSync } from 'node:fs';
import type { Service } from '@open-banking/spec';
import pg from 'pg';
import { type OperatorFile, readJson } from '@open-banking/sandbox/bank';
import type { CustomerResource } from '@open-banking/sandbox/demo-bank';
import type { SandboxCa, ThirdPartyCertificate } from '@open-banking/sandbox/ca';
import { addClient, type NewClient, Seal, ThirdParty } from '@open-banking/sandbox/third-party';
import { askFor } from './ask-for.js';
import type { BankFacts } from './bank-of-the-run.js';
import { Caller } from './caller.js';
import { ownAddress } from './own-address.js';
import { TestClient } from './test-client.js';
import type { TestCustomer } from './test-customer.js';

type Kind = CustomerResource['kind'];

const startMs = 120_000;

/** The one bank of a test run, as one test file sees it. */
export class RunningBank {
  #facts?: BankFacts;
  #customers?: readonly TestCustomer[];
  readonly #pools = new Map<Service, pg.Pool>();

  constructor(readonly profile: Profile = 'baseline') {}

  async arrive(): Promise<void> {
    this.#facts = await this.open();
    this.#customers = JSON.parse(readFileSync(this.#facts.customersFile, 'utf8')) as TestCustomer[];
  }

  async leave(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
  }

  protected open(): Promise<BankFacts> {
    return askFor<BankFacts>(`bank/${this.profile}`);
  }

  get facts(): BankFacts {
    if (!this.#facts) throw new Error('The bank can be used from beforeAll on, not while tests are declared');
    return this.#facts;
  }

  get baseUrl(): string {
    return this.facts.baseUrl;
  }

  /** All demo customers; the first has every product there is. */
  get customers(): readonly TestCustomer[] {
    return this.facts && this.#customers!;
  }
  get demo(): TestCustomer {
    return this.customers[0]!;
  }

  /** The first customer who has a product of each of these kinds, besides those left out. */
  customerWith(kinds: Kind | readonly Kind[], besides: readonly TestCustomer[] = []): TestCustomer {
    const found = this.customers.find(
      (customer) =>
        !besides.includes(customer) && [kinds].flat().every((kind) => customer.accounts.some((resource) => resource.kind === kind)),
    );
    if (!found) throw new Error(`No other demo customer has ${[kinds].flat().join(' and ')}`);
    return found;
  }

  /** The products of a customer, of one kind. */
  resources(customer: TestCustomer, kind: Kind): readonly CustomerResource[] {
    return customer.accounts.filter((resource) => resource.kind === kind);
  }

  /** A new client of this bank, with a secret; in profile `fapi2` with a key. */
  async client({
    name = 'Test',
    roles = ['PSP_AI', 'PSP_PI'],
    redirectUri = 'http://127.0.0.1/back',
    organization,
    auth,
    tokenBinding,
  }: Partial<NewClient> = {}): Promise<TestClient> {
    const client = await addClient(readJson<OperatorFile>(this.facts.operatorFile)!, {
      name,
      roles,
      redirectUri,
      organization,
      auth,
      tokenBinding,
    });
    return new TestClient(this.baseUrl, client, ownAddress());
  }

  /** A certificate of the sandbox's authority with its key, for a client that signs its requests. */
  async sealOf(client: TestClient, asked: Partial<ThirdPartyCertificate> = {}): Promise<Seal> {
    const { issueToThirdParty } = await import('@open-banking/sandbox/ca');
    const { name, clientId, roles, organization = clientId } = client.client;
    const issued = await issueToThirdParty(await this.authority(), {
      name,
      organization,
      roles: roles as ThirdPartyCertificate['roles'],
      ...asked,
    });
    return new Seal(issued.certificate, issued.privateKey);
  }

  /** The sandbox's authority; of another folder, another one of the same name. */
  async authority(folder = this.caFolder): Promise<SandboxCa> {
    const { SandboxCa } = await import('@open-banking/sandbox/ca');
    return SandboxCa.open(folder);
  }

  async revoke({ serialNumber }: Pick<Seal, 'serialNumber'>): Promise<void> {
    const { Revocations } = await import('@open-banking/sandbox/ca');
    await new Revocations(await this.authority(), this.caFolder).add(serialNumber);
  }

  /** Where the sandbox's authority is, and what it revoked. */
  get caFolder(): string {
    return readJson<OperatorFile>(this.facts.operatorFile)!.caFolder!;
  }

  /** Calls without client and token. */
  get nobody(): Caller {
    return new Caller(new ThirdParty(this.baseUrl, { name: '', clientId: '', roles: [], redirectUri: '' }, ownAddress()), undefined);
  }

  /** What the operator's commands know of it. */
  get operator(): OperatorFile {
    return readJson<OperatorFile>(this.facts.operatorFile)!;
  }

  /** A service's database, as its owner. */
  database(service: Service): pg.Pool {
    const pool =
      this.#pools.get(service) ?? new pg.Pool({ connectionString: this.facts.ownerUrls[service], max: 4, idleTimeoutMillis: 1_000 });
    this.#pools.set(service, pool);
    return pool;
  }
}

/** The bank of the run, from `beforeAll` on; of each profile there is one. The first file to ask waits until it is open. */
export function runningBank({ profile }: { readonly profile?: Profile } = {}): RunningBank {
  const bank = new RunningBank(profile);
  beforeAll(() => bank.arrive(), startMs);
  afterAll(() => bank.leave());
  return bank;
}
