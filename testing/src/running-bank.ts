import type { Profile } from '@open-banking/config';
import { readFileSync } from 'node:fs';
import { services, type Service } from '@open-banking/spec';
import pg from 'pg';
import { type OperatorFile, readOperatorFile } from '@open-banking/installation/operator-file';
import type { CustomerResource } from '@open-banking/installation/customers-file';
import type { SandboxCa } from '@open-banking/simulators/sandbox-ca';
import type { ThirdPartyCertificate } from '@open-banking/simulators/ca';
import { addClient, Seal, ThirdParty } from '@open-banking/sandbox/third-party';
import type { NewClient } from '@open-banking/operator-client';
import { requestFromRun } from './run-request.js';
import type { BankFacts } from './bank-facts.js';
import { Caller } from './caller.js';
import { ownAddress } from './own-address.js';
import { TestClient } from './test-client.js';
import type { TestCustomer } from './test-customer.js';

type Kind = CustomerResource['kind'];

/** As long as a busy machine may need. */
const startMs = 400_000;

/** A shared bank of a test run, as used by one test file. */
export class RunningBank {
  #facts?: BankFacts;
  #customers?: readonly TestCustomer[];
  readonly #pools = new Map<Service, pg.Pool>();

  /** `services`: those that run in this bank, and all that the file reaches. */
  constructor(
    readonly services: readonly Service[],
    readonly profile: Profile = 'baseline',
  ) {}

  async connect(): Promise<void> {
    const facts = await this.open();
    this.#facts = { ...facts, internal: this.#onlyNamed(facts.internal) };
    this.#customers = JSON.parse(readFileSync(this.#facts.customersFile, 'utf8')) as TestCustomer[];
  }

  async disconnect(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
  }

  protected open(): Promise<BankFacts> {
    return requestFromRun<BankFacts>('bank', { services: this.services, profile: this.profile });
  }

  /** Throws unless the file names this service: otherwise Nx would not know that the test depends on it. */
  mustName(service: Service): void {
    if (this.services.includes(service)) return;
    throw new Error(`This test file reaches ${service}, but its bank has only ${this.services.join(', ') || 'databases'}: name it there`);
  }

  #onlyNamed<T>(ofServices: Readonly<Record<Service, T>>): Readonly<Record<Service, T>> {
    return new Proxy(ofServices, {
      get: (all, service: Service) => {
        if (Object.hasOwn(all, service)) this.mustName(service);
        return all[service];
      },
    });
  }

  get facts(): BankFacts {
    if (!this.#facts) throw new Error('The bank is available from beforeAll on, not while tests are declared');
    return this.#facts;
  }

  get baseUrl(): string {
    return this.facts.baseUrl;
  }

  /** All demo customers; the first has every product. */
  get customers(): readonly TestCustomer[] {
    return this.facts && this.#customers!;
  }
  get demo(): TestCustomer {
    return this.customers[0]!;
  }

  /** The first customer with a product of each of these kinds, except the excluded customers. */
  customerWith(kinds: Kind | readonly Kind[], besides: readonly TestCustomer[] = []): TestCustomer {
    const found = this.customers.find(
      (customer) =>
        !besides.includes(customer) && [kinds].flat().every((kind) => customer.accounts.some((resource) => resource.kind === kind)),
    );
    if (!found) throw new Error(`No other demo customer has ${[kinds].flat().join(' and ')}`);
    return found;
  }

  /** A customer's products of one kind. */
  resources(customer: TestCustomer, kind: Kind): readonly CustomerResource[] {
    return customer.accounts.filter((resource) => resource.kind === kind);
  }

  /** Adds a client to this bank, with a secret; in profile `fapi2` with a key. */
  async client({
    name = 'Test',
    roles = ['PSP_AI', 'PSP_PI'],
    redirectUri = 'http://127.0.0.1/back',
    organization,
    auth,
    tokenBinding,
  }: Partial<NewClient> = {}): Promise<TestClient> {
    const client = await addClient(readOperatorFile(this.facts.operatorFile)!, {
      name,
      roles,
      redirectUri,
      organization,
      auth,
      tokenBinding,
    });
    return new TestClient(this.baseUrl, client, ownAddress(), this.absent);
  }

  /** The services that it does not have. */
  get absent(): readonly Service[] {
    return services.filter((service) => !this.services.includes(service));
  }

  /** Issues a certificate of the sandbox's authority with its key, for a client that signs its requests. */
  async sealOf(client: TestClient, asked: Partial<ThirdPartyCertificate> = {}): Promise<Seal> {
    const { issueToThirdParty } = await import('@open-banking/simulators/ca');
    const { name, clientId, roles, organization = clientId } = client.client;
    const issued = await issueToThirdParty(await this.authority(), {
      name,
      organization,
      roles: roles as ThirdPartyCertificate['roles'],
      ...asked,
    });
    return new Seal(issued.certificate, issued.privateKey);
  }

  /** The sandbox's authority. Another folder gives a different authority of the same name. */
  async authority(folder = this.caFolder): Promise<SandboxCa> {
    const { SandboxCa } = await import('@open-banking/simulators/sandbox-ca');
    return SandboxCa.open(folder);
  }

  async revoke({ serialNumber }: Pick<Seal, 'serialNumber'>): Promise<void> {
    const { Revocations } = await import('@open-banking/simulators/ca');
    await new Revocations(await this.authority(), this.caFolder).add(serialNumber);
  }

  /** The folder of the sandbox's authority and its revocation list. */
  get caFolder(): string {
    return readOperatorFile(this.facts.operatorFile)!.caFolder!;
  }

  /** Sends requests without a client or token. */
  get anonymous(): Caller {
    return new Caller(new ThirdParty(this.baseUrl, { name: '', clientId: '', roles: [], redirectUri: '' }, ownAddress()), undefined);
  }

  /** The operator file's content. */
  get operator(): OperatorFile {
    return readOperatorFile(this.facts.operatorFile)!;
  }

  /** A connection to a service's database with the owner's role. */
  database(service: Service): pg.Pool {
    this.mustName(service);
    const pool = this.#pools.get(service) ?? new pg.Pool({ connectionString: this.facts.ownerUrls[service], max: 4 });
    // Some tests end the server while a connection is idle.
    pool.on('error', () => undefined);
    this.#pools.set(service, pool);
    return pool;
  }
}

/**
 * The bank that all files share that name these services and this profile, available from `beforeAll` on. It has these services alone, so a
 * test that reaches another one fails. The first file that uses it waits until it is open. The services are written as literals: Nx reads
 * them (build/nx/test-inputs.mjs), and runs the tests again when one of them has changed.
 */
export function runningBank(services: readonly Service[], { profile }: { readonly profile?: Profile } = {}): RunningBank {
  return available(new RunningBank(services, profile));
}

/** The bank, connected from `beforeAll` on and left by `afterAll`. */
export function available<Bank extends RunningBank>(bank: Bank): Bank {
  beforeAll(() => bank.connect(), startMs);
  afterAll(() => bank.disconnect(), startMs);
  return bank;
}
