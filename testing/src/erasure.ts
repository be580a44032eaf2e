import { InternalCalls, InternalSigner } from '@open-banking/access';
import type { ErasedAccount } from '@open-banking/database';
import { erasureInternal, type Service } from '@open-banking/spec';
import type pg from 'pg';
import type { RunningBank } from './running-bank.js';

export interface ServiceErasure {
  readonly erased: Readonly<Record<string, number>>;
  readonly done: boolean;
  readonly obstacles: readonly { readonly what: string; readonly id: string; readonly must: string }[];
  readonly keptUntil: string | null;
}
type Whose = { readonly psuId: string };

/** Asks one service to erase customers in its own tables, as ais-pis does in the steps of an erasure. */
export class TestErasure {
  readonly #calls: InternalCalls;

  constructor(
    private readonly bank: RunningBank,
    private readonly service: Service,
  ) {
    const { internalPort } = bank.facts.internal[service];
    this.#calls = new InternalCalls(new InternalSigner('ais-pis', bank.facts.keysDir), { [service]: [`http://127.0.0.1:${internalPort}`] });
  }

  async check({
    psuId,
  }: Whose): Promise<
    Pick<ServiceErasure, 'obstacles'> & { readonly holds: Readonly<Record<string, number>>; readonly linkedNumbers?: readonly string[] }
  > {
    return (await this.#calls.call(this.service, erasureInternal.listErasureObstacles, { body: { psuId } }))!;
  }

  /** One call. */
  async progress({ psuId }: Whose, name: string | null, accounts: readonly ErasedAccount[] = [], legalMonths = 0): Promise<ServiceErasure> {
    const body = { ...(name !== null && { name }), accounts, ...(legalMonths > 0 && { legalMonths }) };
    return (await this.#calls.call<ServiceErasure>(this.service, erasureInternal.erasePersonalData, {
      params: { customerId: psuId },
      body,
    }))!;
  }

  /** Calls until it is done, or something stands in the way. `erased` counts the rows of all calls: one ends when its time is over. */
  async erased(customer: Whose, name: string | null, accounts: readonly ErasedAccount[] = [], legalMonths = 0): Promise<ServiceErasure> {
    const erased: Record<string, number> = {};
    for (;;) {
      const progress = await this.progress(customer, name, accounts, legalMonths);
      for (const [table, rows] of Object.entries(progress.erased)) erased[table] = (erased[table] ?? 0) + rows;
      if (progress.done || progress.obstacles.length > 0) return { ...progress, erased };
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
      `select distinct f.text from "${name}" t, jsonb_to_recordset($1::jsonb) as f(text text, form text) where strpos(lower(t::text), f.form) > 0`,
      [JSON.stringify(forms)],
    );
    places.push(...rows.map(({ text }) => `${text} in ${name}`));
  }
  return places.sort();
}
