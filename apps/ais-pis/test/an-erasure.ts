import { InternalCalls, InternalSigner } from '@open-banking/access';
import { erasureInternal } from '@open-banking/spec';
import type { RunningBank, TestCustomer } from '@open-banking/testing';
import type pg from 'pg';

export interface Progress {
  readonly erased: Readonly<Record<string, number>>;
  readonly done: boolean;
  readonly obstacles: readonly { readonly what: string; readonly id: string; readonly must: string }[];
  readonly keptUntil: string | null;
}

/** Asks ais-pis to erase customers in its own tables, as the steps of an erasure do. */
export class TestErasure {
  readonly #calls: InternalCalls;

  constructor(bank: RunningBank) {
    this.#calls = new InternalCalls(new InternalSigner('ais-pis', bank.facts.keysDir), {
      'ais-pis': [`http://127.0.0.1:${bank.facts.internal['ais-pis'].internalPort}`],
    });
  }

  async obstacles({ psuId }: Pick<TestCustomer, 'psuId'>): Promise<Progress['obstacles']> {
    const found = await this.#calls.call<Pick<Progress, 'obstacles'>>('ais-pis', erasureInternal.listErasureObstacles, { body: { psuId } });
    return found!.obstacles;
  }

  /** One call. */
  async progress({ psuId }: Pick<TestCustomer, 'psuId'>, name: string | null): Promise<Progress> {
    const body = { ...(name !== null && { name }), accounts: [] };
    return (await this.#calls.call<Progress>('ais-pis', erasureInternal.erasePersonalData, { params: { customerId: psuId }, body }))!;
  }

  /** Calls until it is done. */
  async erased(customer: Pick<TestCustomer, 'psuId'>, name: string | null): Promise<Progress> {
    for (;;) {
      const progress = await this.progress(customer, name);
      if (progress.done || progress.obstacles.length > 0) return progress;
    }
  }
}

/**
 * Which of these texts stand in which tables, as a dump writes their rows: `<text> in <table>`. Bytes are hexadecimal in a dump; what they
 * hold of a text is found too.
 */
export async function placesOf(database: pg.Pool | pg.Client, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    "select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1",
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
