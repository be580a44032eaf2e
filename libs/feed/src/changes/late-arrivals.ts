import { statement, type Statement, type Transaction } from '@open-banking/database';
import { arrivalQueries, type LastPlace } from '../load/arrival-order.js';
import { descriptionOf, type LoadFormat } from '../load/load-format.js';
import type { FeedChange } from './feed-step.js';

/** A line as sent: where its row would stand. */
interface SentRow {
  readonly line: number;
  readonly resource: string;
  readonly day: string;
  readonly reference: string;
}

interface PlacedRow {
  readonly line: number;
  readonly day: string;
  readonly reference: string;
  /** It is late now; otherwise a row that was late earlier is sent again. */
  readonly isNew: boolean;
}

interface Arrivals {
  /** The field that names the resource. */
  readonly resource: string;
  readonly namedByReference: boolean;
  readonly lock: Statement<never, [resources: readonly string[]]>;
  readonly last: Statement<LastPlace, [resources: readonly string[], today: string]>;
  readonly place: Statement<PlacedRow, [sent: string, places: string]>;
  readonly resum?: Statement<never, [places: string]>;
}

/** Changes with the places that their rows are booked in. */
export interface PlacedChanges {
  readonly changes: readonly FeedChange[];
  /** Computes the running sums that the late rows among them have changed. To be called when they are booked. */
  readonly resum: (tx: Transaction) => Promise<void>;
}

/** Books rows that arrive late after the last row of their resource (docs/decisions/0114). */
export class LateArrivals {
  readonly #types: ReadonlyMap<string, Arrivals>;

  constructor(format: LoadFormat) {
    this.#types = new Map(
      Object.entries(format).flatMap(([type, line]) => {
        const arrivals = arrivalsOf(type, descriptionOf(line));
        return arrivals ? [[type, arrivals] as const] : [];
      }),
    );
  }

  /** Locks the resources of the changes. `today`: rows of later days are no last rows, as they have not been read yet. */
  async place(tx: Transaction, changes: readonly FeedChange[], today: string): Promise<PlacedChanges> {
    const placed = new Map<number, PlacedRow>();
    const resums: ((tx: Transaction) => Promise<void>)[] = [];
    for (const [type, arrivals] of this.#types) {
      const sent = changes
        .filter((change) => change.type === type && change.booksNothing === undefined)
        .map((change) => sentRow(change, arrivals));
      if (sent.length === 0) continue;
      const places = await lastPlaces(tx, arrivals, sent, today);
      const late = places.length === 0 ? [] : await tx.rows(arrivals.place, JSON.stringify(sent), JSON.stringify(places));
      for (const row of late) placed.set(row.line, row);
      const { resum } = arrivals;
      const changed = outOfOrder(sent, placed);
      if (!resum || changed.size === 0) continue;
      const text = JSON.stringify(
        [...changed].map((resource) => places.find((place) => place.resource === resource) ?? beforeAll(resource)),
      );
      resums.push(async (later) => void (await later.rows(resum, text)));
    }
    return {
      changes: placed.size === 0 ? changes : changes.map((change) => this.#placed(change, placed.get(change.line))),
      resum: async (later) => {
        for (const resum of resums) await resum(later);
      },
    };
  }

  #placed(change: FeedChange, place: PlacedRow | undefined): FeedChange {
    if (!place) return change;
    const { fields, type } = change;
    const named = place.isNew &&
      this.#types.get(type)!.namedByReference && { transactionId: fields['transactionId'] ?? fields['entryReference'] };
    return { ...change, fields: { ...fields, bookingDate: place.day, entryReference: place.reference, ...named } };
  }
}

/** Before every row of a resource. */
const beforeAll = (resource: string): LastPlace => ({ resource, day: '-infinity', reference: '' });

/**
 * The resources whose rows are sent in another order than that of their places: late ones, and rows that stand before another one sent with
 * them. Cores compute the sum after such a row in one order or the other.
 */
function outOfOrder(sent: readonly SentRow[], late: ReadonlyMap<number, PlacedRow>): ReadonlySet<string> {
  const found = new Set<string>();
  const last = new Map<string, SentRow>();
  for (const row of sent) {
    const before = last.get(row.resource);
    if (late.has(row.line) || (before && `${before.day} ${before.reference}` > `${row.day} ${row.reference}`)) found.add(row.resource);
    last.set(row.resource, row);
  }
  return found;
}

async function lastPlaces(tx: Transaction, { lock, last }: Arrivals, sent: readonly SentRow[], today: string): Promise<LastPlace[]> {
  const resources = [...new Set(sent.map(({ resource }) => resource))];
  await tx.rows(lock, resources);
  return tx.rows(last, resources, today);
}

const sentRow = ({ line, fields }: FeedChange, { resource }: Arrivals): SentRow => ({
  line,
  resource: String(fields[resource]).toLowerCase(),
  day: String(fields['bookingDate']),
  reference: String(fields['entryReference']),
});

function arrivalsOf(type: string, description: ReturnType<typeof descriptionOf>): Arrivals | undefined {
  const queries = arrivalQueries(description);
  if (!queries) return undefined;
  const { lock, last, placed, resum } = queries;
  const sent = 'select * from jsonb_to_recordset($1::jsonb) as s(line integer, resource uuid, day date, reference text)';
  return {
    resource: description.resource!.name,
    namedByReference: description.arrivals!.namedByReference === true,
    lock: statement(`feed.lock-arrivals-${type}`, lock),
    last: statement(`feed.last-${type}`, last),
    place: statement(
      `feed.place-${type}`,
      `with ${placed(sent, '$2')} select line, booked_on::text as day, booked_reference as reference, is_new as "isNew" from placed`,
    ),
    ...(resum !== undefined && { resum: statement<never, [string]>(`feed.resum-${type}`, resum) }),
  };
}
