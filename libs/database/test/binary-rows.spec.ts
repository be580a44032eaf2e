import pg from 'pg';
import { statement } from '../src/statement.js';
import { aCardsDatabase } from './a-cards-database.js';

interface Texts {
  readonly long: Buffer;
  readonly short: Buffer | null;
  readonly count: number;
}

/** A text of `$1` repetitions, and a number. */
const asBytes = statement<Texts, [times: number, piece: string, rows: number]>(
  'test.texts-as-bytes',
  'select repeat($2::text, $1::int) as long, case when row > 1 then $2::text end as short, row::int as count from generate_series(1, $3::int) row',
  { bytes: true },
);
const asText = statement<{ long: string; divided: number }, [times: number, piece: string, by: number]>(
  'test.texts',
  'select repeat($2::text, $1::int) as long, 1 / $3::int as divided',
);
const failing = statement<Texts, [by: number]>(
  'test.failing-bytes',
  `select repeat('long', 50000) as long, null as short, 1 / (2 - row)::int as count from generate_series(1, $1::int) row`,
  { bytes: true },
);

/** The caller's own text, for several callers at once. */
const shared = statement<Texts, [times: number, own: string, by: number]>(
  'test.texts-together',
  'select repeat($2, $1) as long, $2 as short, $3 + 0 / $3 as count where $3 <> 1',
  { bytes: true, together: ['int', 'text', 'int'], runs: { concurrency: 1, maxCallers: 8, heldMs: 20 } },
);
/** Waits while somebody holds the lock of this number. */
const locked = statement<{ locked: Buffer }, [lock: number]>(
  'test.locked-bytes',
  'select pg_advisory_xact_lock_shared($1)::text as locked',
  {
    bytes: true,
    together: ['int'],
    runs: { concurrency: 1, maxCallers: 8, heldMs: 20 },
  },
);

describe('texts that arrive as bytes', () => {
  const bank = aCardsDatabase(2);

  it('are what other statements of the connection decode, whatever their length, and whatever is asked between', async () => {
    const piece = 'שלום "שלום" 😀 a\\b\n';
    const lengths = [0, 1, 100, 2_000, 5_000, 20_000, 100_000];
    const asked = [...lengths, ...lengths.toReversed()].flatMap((times) => [
      bank.database.rows(asBytes, times, piece, 3).then((rows) => {
        expect(rows.map(({ long }) => long.toString() === piece.repeat(times))).toEqual([true, true, true]);
        expect(rows.map(({ short, count }) => [short?.toString() ?? null, count])).toEqual([
          [null, 1],
          [piece, 2],
          [piece, 3],
        ]);
      }),
      bank.database.rows(asText, times, piece, 1).then(([row]) => {
        expect([row!.long === piece.repeat(times), row!.divided]).toEqual([true, 1]);
      }),
    ]);
    await Promise.all(asked);
    await bank.database.transaction(async (tx) => {
      expect((await tx.rows(asBytes, 1, piece, 1))[0]!.long).toEqual(Buffer.from(piece));
      expect(await tx.rows(asText, 1, piece, 1)).toEqual([{ long: piece, divided: 1 }]);
    });
  });

  it('leave the connection as it was where their statement fails, with rows sent or without', async () => {
    for (const by of [2, 2, 3]) await expect(bank.database.rows(failing, by)).rejects.toThrow();
    expect((await bank.database.rows(failing, 1))[0]).toMatchObject({ count: 1 });
    expect(await bank.database.rows(asText, 1, 'text', 1)).toEqual([{ long: 'text', divided: 1 }]);
    expect((await bank.database.rows(asBytes, 2, 'text', 1))[0]!.long).toEqual(Buffer.from('texttext'));
    expect(bank.database.pool.totalCount).toBeLessThanOrEqual(2);
  });

  it('reach whoever asked for them where callers are asked together, whatever their length, and where one fails', async () => {
    const piece = 'שלום "שלום" 😀';
    const callers = Array.from({ length: 400 }, (_, at) => ({
      times: [0, 1, 100, 2_000, 5_000][at % 5]!,
      own: `${at} ${piece}`,
      by: at % 97,
    }));
    const answers = await Promise.allSettled(callers.map(({ times, own, by }) => bank.database.rows(shared, times, own, by)));
    const wrong = answers.flatMap((answer, at) => {
      const { times, own, by } = callers[at]!;
      if (by === 0) return answer.status === 'rejected' ? [] : [`${own} was not refused`];
      if (answer.status === 'rejected') return [`${own} failed: ${answer.reason}`];
      const [row] = answer.value;
      // Nobody by the remainder 1: no row.
      if (by === 1) return row === undefined ? [] : [`${own} has a row`];
      return row!.long.toString() === own.repeat(times) && row!.short?.toString() === own && row!.count === by
        ? []
        : [`${own} has another's`];
    });
    expect(wrong).toEqual([]);
  });

  it('do not hold up the next ones where they take long', async () => {
    const held = new pg.Client({ connectionString: bank.ownerUrl });
    await held.connect();
    await held.query('select pg_advisory_lock(1)');
    const answered: number[] = [];
    const read = (lock: number) => bank.database.rows(locked, lock).then(() => answered.push(lock));
    const late = read(1);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([read(2), read(2)]);
    expect(answered).toEqual([2, 2]);
    await held.query('select pg_advisory_unlock(1)');
    await late;
    await held.end();
  });
});
