import { TokenRows } from '../src/introspection/token-rows.js';
import { type TokenRow } from '../src/introspection/token-row.js';

/** Look-ups that the test answers itself, and that do not count as slow during a test. */
function lookUps(slowMs = 5_000) {
  const asked: { tokens: number; answer: (places: readonly number[]) => void; fail: (error: Error) => void }[] = [];
  const rows = new TokenRows<TokenRow>(
    (hashes) =>
      new Promise((resolve, fail) => {
        asked.push({
          tokens: hashes.length,
          fail,
          answer: (places) => {
            resolve(places.map((place) => ({ place, clientId: `client ${place}` }) as TokenRow));
          },
        });
      }),
    slowMs,
  );
  return { rows, asked, find: (token: string) => rows.find('consents', token) };
}

const turn = (): Promise<void> =>
  new Promise((next) => {
    setImmediate(next);
  });

describe('Looking up tokens', () => {
  it('combines all look-ups of one event-loop turn in one round trip, and returns each its own row', async () => {
    const { asked, find } = lookUps();
    const found = Promise.all(['a', 'b', 'unknown', 'b'].map(find));
    await turn();
    expect(asked.map(({ tokens }) => tokens)).toEqual([4]);
    asked[0]!.answer([4, 1, 2]);
    expect((await found).map((row) => row?.clientId)).toEqual(['client 1', 'client 2', undefined, 'client 4']);
  });

  it('collects look-ups while two queries run, and starts them when one of these ends', async () => {
    const { asked, find } = lookUps();
    for (const token of ['a', 'b']) {
      void find(token);
      await turn();
    }
    const later = [find('c'), find('d')];
    await turn();
    expect(asked.map(({ tokens }) => tokens)).toEqual([1, 1]);
    asked[1]!.answer([1]);
    await turn();
    expect(asked.map(({ tokens }) => tokens)).toEqual([1, 1, 2]);
    asked[2]!.answer([1, 2]);
    expect((await Promise.all(later)).map((row) => row?.place)).toEqual([1, 2]);
  });

  it('reports a failure only to the look-ups of that query', async () => {
    const { asked, find } = lookUps();
    const failing = find('a');
    await turn();
    asked[0]!.fail(new Error('no database'));
    await expect(failing).rejects.toThrow('no database');
    const next = find('a');
    await turn();
    asked[1]!.answer([1]);
    expect((await next)?.place).toBe(1);
  });

  it('never delays a look-up for long because of others', async () => {
    const { asked, find } = lookUps(20);
    for (const token of ['a', 'b']) {
      void find(token);
      await turn();
    }
    const later = find('c');
    while (asked.length < 3) await turn();
    asked[2]!.answer([1]);
    expect((await later)?.place).toBe(1);
  });
});
