import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { root } from '@open-banking/database/migration-folders';
import type { Service } from '@open-banking/spec';
import { startBank, type Bank } from '@open-banking/sandbox/bank';
import { customersFile, type Customer } from '@open-banking/installation/customers-file';
import { startService, type ServiceProcess } from '@open-banking/sandbox/service-process';
import { readJson } from '@open-banking/installation/data-folder';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { GateServer } from '../scheduler/gate-server.js';
import { gateVariable, serviceVariable } from '../scheduler/gate-protocol.js';
import { Interleaving } from '../scheduler/interleaving.js';

const gate = pathToFileURL(`${root}campaigns/dist/interleave/scheduler/statement-gate.js`).href;
const unlimited = { second: 10_000, minute: 100_000, day: 1_000_000 };
const plan = { classes: Object.fromEntries(['read', 'hotRead', 'write', 'metadata', 'signIn'].map((name) => [name, unlimited])) };

const postgresFlags = [
  'fsync=off',
  'synchronous_commit=off',
  // The one that closes a circle finds it, never the one that waited before: a run is the same each time.
  'deadlock_timeout=1ms',
].flatMap((setting) => ['-c', setting]);

const services: readonly Service[] = ['ais-pis', 'mandates'];

/** The most consents that a client may have waiting. */
export const maxOpen = 2;

const settings = {
  LOG_LEVEL: 'warn',
  PROBE_EVERY_MS: '60000',
  // Time limits end no run on a slow machine.
  STATEMENT_TIMEOUT_MS: '30000',
  LOCK_TIMEOUT_MS: '30000',
  POOL_SIZE: '24',
  MAX_OPEN_CONSENTS: String(maxOpen),
};

/** A bank whose services ask before each statement. Their modules are not bundled, so that the gate finds them. */
export class InterleaveBank {
  readonly #pools = new Map<Service, pg.Pool>();

  private constructor(
    readonly interleaving: Interleaving,
    readonly gate: GateServer,
    private readonly bank: Bank,
    private readonly running: readonly ServiceProcess[],
    private readonly admin: pg.Pool,
    private readonly folder: string,
  ) {}

  /** In a new folder beneath `place`. */
  static async open(log: (line: string) => void = () => undefined, place = tmpdir()): Promise<InterleaveBank> {
    const folder = mkdtempSync(join(place, 'open-banking-interleave-'));
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    const planFile = join(folder, 'plan.json');
    writeFileSync(planFile, JSON.stringify(plan));
    const bank = await startBank({
      dataDir: join(folder, 'bank'),
      port: 0,
      services: [],
      operatorFile: join(folder, 'operator.json'),
      demoBank: { customers: 12, seed: 'tests', passwordCost: 2 ** 10 },
      postgresFlags,
      log,
    });
    try {
      return await InterleaveBank.#withServices(bank, planFile, folder);
    } catch (error) {
      await bank.stop();
      throw error;
    }
  }

  static async #withServices(bank: Bank, planFile: string, folder: string): Promise<InterleaveBank> {
    const admin = new pg.Pool({ connectionString: bank.adminUrl, max: 1 });
    const interleaving = new Interleaving(admin);
    const server = await GateServer.open(interleaving);
    interleaving.runTask = (service, task) => {
      server.run(service, task);
    };
    const env = { ...settings, PLAN_FILE: planFile, NODE_OPTIONS: `--import ${gate}`, [gateVariable]: String(server.port) };
    const running = await Promise.all(
      services.map((service) =>
        startService(
          service,
          bank,
          bank.folder,
          { ...env, [serviceVariable]: service },
          { program: `${root}apps/${service}/dist/main.js` },
        ),
      ),
    );
    return new InterleaveBank(interleaving, server, bank, running, admin, folder);
  }

  get baseUrl(): string {
    return this.bank.baseUrl;
  }
  get operator(): OperatorFile {
    return readJson<OperatorFile>(this.bank.operatorFile)!;
  }
  get ownerUrls(): Readonly<Record<Service, string>> {
    return this.bank.ownerUrls;
  }
  get customers(): readonly Customer[] {
    return JSON.parse(readFileSync(customersFile(this.bank.folder.demoBank), 'utf8')) as Customer[];
  }

  /** Connections to a service's database with the owner's role. */
  database(service: Service = 'ais-pis'): pg.Pool {
    const pool = this.#pools.get(service) ?? new pg.Pool({ connectionString: this.ownerUrls[service], max: 2 });
    this.#pools.set(service, pool);
    return pool;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values(), this.admin].map((pool) => pool.end()));
    await Promise.all(this.running.map((service) => service.stop()));
    await this.gate.close();
    await this.bank.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
