import { setTimeout as pause } from 'node:timers/promises';
import { clearingInternal } from '@open-banking/spec';
import type { JWK } from 'jose';
import pg from 'pg';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { internalCall } from '@open-banking/operator-client';
import { Chance } from '../chance.js';
import { accountsOfService } from './accounts.js';
import { Books, type OtherBanks } from './books.js';
import { CoreBankingServer } from './core-banking-server.js';
import type { Answer } from './instruction.js';
import type { Shares } from './misbehaviour.js';
import { Signatures } from './signatures.js';

export interface CoreBankingOptions {
  /** The core's own database. */
  readonly databaseUrl: string;
  /** The database of ais-pis, from which accounts are taken over. */
  readonly accountsUrl: string;
  readonly port: number;
  /** P-256, with `kid`: answers are signed with it. */
  readonly key: JWK;
  /** Where the bank publishes the keys of its requests. */
  readonly bankKeysUrl: string;
  /** Who tells the bank answers that it did not ask for; without it nobody does. */
  readonly operator?: () => Pick<OperatorFile, 'internal' | 'operatorKey' | 'operatorName'>;
  readonly seed?: string;
  readonly shares?: Shares;
  readonly others?: OtherBanks;
  readonly die?: () => void;
}

const workMs = 100;
const poolOf = (connectionString: string, max: number): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  // A connection that is lost while nobody uses it, or between two statements of a transaction: the next statement fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** The reference core: a server that takes instructions, its books, and what it does by itself. */
export class CoreBankingSystem {
  readonly #stopped = new AbortController();
  #working: Promise<void> = Promise.resolve();

  private constructor(
    readonly books: Books,
    readonly server: CoreBankingServer,
    private readonly pools: readonly pg.Pool[],
    private readonly operator: CoreBankingOptions['operator'],
  ) {}

  static async open({
    databaseUrl,
    accountsUrl,
    port,
    key,
    bankKeysUrl,
    operator,
    ...how
  }: CoreBankingOptions): Promise<CoreBankingSystem> {
    const { seed = '1', shares = {}, others = {}, die = () => undefined } = how;
    const [own, accounts] = [poolOf(databaseUrl, 10), poolOf(accountsUrl, 2)];
    try {
      const books = await Books.open(own, accountsOfService(accounts), others);
      const server = new CoreBankingServer({ books, signatures: new Signatures(key, bankKeysUrl), chance: new Chance(seed), die });
      server.shares = shares;
      const system = new CoreBankingSystem(books, await server.open(port), [own, accounts], operator);
      system.#working = system.#work();
      return system;
    } catch (error) {
      await Promise.all([own.end(), accounts.end()]);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.server.close();
    await this.#working;
    await Promise.all(this.pools.map((pool) => pool.end()));
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      // What fails now is there the next time.
      await this.books.work(this.operator !== undefined).catch(() => undefined);
      await this.#reportDue().catch(() => undefined);
      await pause(workMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #reportDue(): Promise<void> {
    if (!this.operator) return;
    for (const answer of await this.books.dueReports()) if (await this.#isReported(answer)) await this.books.markReported(answer);
  }

  /** The bank has taken the answer, or never will: it has ended the instruction in another way. */
  async #isReported({ instructionId, state, reason }: Answer): Promise<boolean> {
    const report = async (answer: string): Promise<number> => {
      const body = { answer, ...(answer !== 'accepted' && { reason }) };
      return (await internalCall(this.operator!(), 'ais-pis', clearingInternal.answerInstruction, body, { instructionId })).status;
    };
    if (state === 'returned' && (await report('accepted')) >= 500) return false;
    return (await report(state)) < 500;
  }
}
