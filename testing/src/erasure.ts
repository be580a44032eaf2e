import { InternalCalls, InternalSigner } from '@open-banking/access';
import { erasureContracts, type ErasureProgress } from '@open-banking/contracts';
import type { ErasedAccount } from '@open-banking/contracts';
import type { Service } from '@open-banking/spec';
import type pg from 'pg';
import type { RunningBank } from './running-bank.js';

export interface ErasureCounts {
  readonly holds: Readonly<Record<string, number>>;
  readonly more: readonly string[];
}
type CustomerId = { readonly psuId: string };
/** What is looked for. */
type Sought = [name: string | null, accounts?: readonly ErasedAccount[], legalMonths?: number];

/** Receipts are written soon after what they prove: one may come between counting and erasing. */
const withoutReceipts = ({ receipt_leaf: _, ...rows }: Readonly<Record<string, number>>) => rows;

const soughtAs = ([name, accounts = [], legalMonths = 0]: Sought) => ({
  ...(name !== null && { name }),
  accounts,
  ...(legalMonths > 0 && { legalMonths }),
});

/** As long as a busy machine may need for a call. */
const timeoutMs = 120_000;

/** Asks one service to erase customers in its own tables, as ais-pis does in the steps of an erasure. */
export class TestErasure {
  readonly #calls: InternalCalls;

  constructor(
    private readonly bank: RunningBank,
    private readonly service: Service,
  ) {
    const { internalPort } = bank.facts.internal[service];
    const addresses = { [service]: [`http://127.0.0.1:${internalPort}`] };
    this.#calls = new InternalCalls(new InternalSigner('ais-pis', bank.facts.keysDir), addresses, undefined, timeoutMs);
  }

  async check({ psuId }: CustomerId): Promise<Pick<ErasureProgress, 'obstacles'> & { readonly linkedNumbers?: readonly string[] }> {
    return (await this.#calls.call(this.service, erasureContracts.listErasureObstacles, { body: { psuId } }))!;
  }

  /** What would be erased now: rows by what they are reported as, and what there may be more of. */
  async counted({ psuId }: CustomerId, ...sought: Sought): Promise<ErasureCounts> {
    const { holds = {}, more = [] } = (await this.#calls.call(this.service, erasureContracts.listErasureObstacles, {
      body: { psuId, customer: soughtAs(sought) },
    }))!;
    return { holds: Object.fromEntries(Object.entries(holds).filter(([, rows]) => rows > 0)), more };
  }

  /** Counts until a count has looked everywhere: on a busy machine one may end before. */
  async countedInFull(customer: CustomerId, ...sought: Sought): Promise<ErasureCounts> {
    let counted = await this.counted(customer, ...sought);
    while (counted.more.length > 0) counted = await this.counted(customer, ...sought);
    return counted;
  }

  /** One call. */
  async progress({ psuId }: CustomerId, ...sought: Sought): Promise<ErasureProgress> {
    const body = soughtAs(sought);
    return (await this.#calls.call(this.service, erasureContracts.erasePersonalData, {
      params: { customerId: psuId },
      body,
    }))!;
  }

  /**
   * Calls until it is done, or something stands in the way. `erased` counts the rows of all calls, which are those that were counted
   * before: one ends when its time is over.
   */
  async erased(customer: CustomerId, ...sought: Sought): Promise<ErasureProgress> {
    const counted = await this.countedInFull(customer, ...sought);
    const erased: Record<string, number> = {};
    for (;;) {
      const progress = await this.progress(customer, ...sought);
      for (const [what, rows] of Object.entries(progress.erased)) erased[what] = (erased[what] ?? 0) + rows;
      if (progress.obstacles.length > 0) return { ...progress, erased };
      if (!progress.done) continue;
      expect({ ...counted, holds: withoutReceipts(counted.holds) }).toEqual({ holds: withoutReceipts(erased), more: [] });
      return { ...progress, erased };
    }
  }

  /** Writes the same text into columns of all rows of a table that meet a condition. */
  async plant(text: string, table: string, columns: readonly string[], condition: string, ...values: unknown[]): Promise<void> {
    const set = columns.map((column) => `${column} = $1`).join(', ');
    const { rowCount } = await this.bank
      .database(this.service)
      .query(`update ${table} set ${set} where ${condition.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + 1}`)}`, [
        text,
        ...values,
      ]);
    expect(rowCount).toBeGreaterThan(0);
  }

  /** As `placesOf`, in the service's own database. */
  placesOf(...texts: readonly string[]): Promise<string[]> {
    return placesOf(this.bank.database(this.service), texts);
  }
}

/**
 * Which of these texts stand in which tables, as a dump writes their rows: `<text> in <table>`. Bytes are hexadecimal in a dump; what they
 * hold of a text is found too.
 */
export async function placesOf(database: pg.Pool | pg.Client, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const forms = texts.flatMap((text) => [
    { text, form: text.toLowerCase() },
    { text, form: Buffer.from(text).toString('hex') },
  ]);
  const places: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.query<{ text: string }>(
      // "offset 0": each row is written as text once, not once for each of the texts.
      `select distinct f.text from (select lower(t::text) as line from "${name}" t offset 0) r,
         jsonb_to_recordset($1::jsonb) as f(text text, form text) where strpos(r.line, f.form) > 0`,
      [JSON.stringify(forms)],
    );
    places.push(...rows.map(({ text }) => `${text} in ${name}`));
  }
  return places.sort();
}
