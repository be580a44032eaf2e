import { TokenRows } from '../src/introspection/token-rows.js';
import { type TokenRow } from '../src/introspection/token-row.js';

/** Look-ups that are answered when the test says so, and are slow after longer than a test takes. */
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
  it('asks in one round trip for all that were asked for in one turn, and answers each with its own', async () => {
    const { asked, find } = lookUps();
    const found = Promise.all(['a', 'b', 'unknown', 'b'].map(find));
    await turn();
    expect(asked.map(({ tokens }) => tokens)).toEqual([4]);
    asked[0]!.answer([4, 1, 2]);
    expect((await found).map((row) => row?.clientId)).toEqual(['client 1', 'client 2', undefined, 'client 4']);
  });

  it('gathers what is asked for while two are under way, and begins it when one of them ends', async () => {
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

  it('tells of a failure those who asked, and nobody after them', async () => {
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

  it('lets nobody wait long for the look-ups of others', async () => {
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
