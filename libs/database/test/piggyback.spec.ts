import { statement } from '../src/statement.js';
import { aCardsDatabase } from './a-cards-database.js';

const question = { text: `select $1::text || '!' as loud, null::text as nothing`, columns: ['loud', 'nothing'] };
const numbers = statement<{ number: number }, [max: number]>(
  'test.numbers',
  'select number, 1 / (9 - number) as fails_for_nine from generate_series(1, $1) number order by number desc',
  { together: ['int'], piggyback: question },
);
const asBytes = statement<{ text: Buffer }, [text: string]>('test.piggybacked-bytes', 'select $1 as text where $1 <> $$none$$', {
  bytes: true,
  together: ['text'],
  piggyback: question,
});

describe('a question that reads ask besides', () => {
  const bank = aCardsDatabase(2);
  const piggybacked: unknown[] = [];
  let queued = 0;

  beforeAll(async () => {
    let asked = 0;
    bank.database.piggybacks(question, {
      queued: () => (queued += 1),
      begun: () => ({ parameter: `question ${(asked += 1)}`, answered: (row) => piggybacked.push(row) }),
    });
  });
  beforeEach(() => {
    piggybacked.length = queued = 0;
  });

  it('is asked once for all callers of a run, each of whom gets the rows of the statement alone', async () => {
    const answers = await Promise.all([2, 0, 3].map((max) => bank.database.rows(numbers, max)));
    expect(answers.map((rows) => rows.map(({ number }) => number))).toEqual([[2, 1], [], [3, 2, 1]]);
    expect(Object.keys(answers[0]![0]!)).toEqual(['number', 'fails_for_nine']);
    expect(queued).toBe(3);
    expect(piggybacked).toEqual([{ loud: expect.stringMatching(/^question \d+!$/), nothing: null }]);
  });

  it('is answered before the callers are, for a single one, and where nobody has a row', async () => {
    const seen: number[] = [];
    await bank.database.rows(numbers, 1).then(() => seen.push(piggybacked.length));
    expect(await bank.database.rows(numbers, 0)).toEqual([]);
    expect(seen).toEqual([1]);
    expect(piggybacked).toEqual([expect.objectContaining({ nothing: null }), expect.objectContaining({ nothing: null })]);
  });

  it('has no answer where its run fails; callers who asked for something else are answered', async () => {
    const [good, bad] = await Promise.allSettled([bank.database.rows(numbers, 1), bank.database.rows(numbers, 9)]);
    expect(good).toMatchObject({ status: 'fulfilled', value: [{ number: 1 }] });
    expect(bad.status).toBe('rejected');
    expect(piggybacked).toEqual([undefined]);
  });

  it('is answered in bytes by reads whose texts are', async () => {
    const answers = await Promise.all(['one', 'none', 'שלום'].map((text) => bank.database.row(asBytes, text)));
    expect(answers.map((row) => row?.text.toString())).toEqual(['one', undefined, 'שלום']);
    expect(String((piggybacked[0] as { loud: Buffer }).loud)).toMatch(/^question \d+!$/);
  });
});
