import { withoutDatabase } from '../src/jobs/job-slots.js';
import { jobBank, newGroup, newKind, until } from './at-work.js';

describe('a job', () => {
  const bank = jobBank();

  it('of a kind in groups is done with the others that are due, in their order, and fails or succeeds by itself', async () => {
    const kind = newGroup(50);
    const groups: number[][] = [];
    const { jobs, said, counted } = await bank.works({
      kind,
      runGroup: async (all) => {
        const ids = all.map(({ id }) => id as number);
        groups.push(ids);
        return Promise.allSettled(ids.map(async (id) => (id === 30 && groups.length < 3 ? Promise.reject(new Error('not yet')) : id)));
      },
    });
    await bank.database.transaction(async (tx) => {
      for (let id = 1; id <= 60; id++) await jobs.add(tx, kind, { id });
    });
    await until(async () => groups.length > 2 && Object.keys(await counted(kind)).length === 0);
    const ids = Array.from({ length: 60 }, (_, at) => at + 1);
    expect(groups).toEqual([ids.slice(0, 50), ids.slice(50), [30]]);
    expect(said).toMatchObject([{ line: { event: 'job failed', job: kind.name, attempt: 1 } }]);
    await bank.database.transaction((tx) => jobs.add(tx, kind, { id: 61 }));
    await until(() => groups.length === 4);
    expect(groups[3]).toEqual([61]);
  });

  it('of whatever kind leaves half of the connections to requests, and its place to others while it waits for somebody else', async () => {
    const [holding, group, calling] = [newKind(), newGroup(50), newKind()];
    let [now, max, done, called] = [0, 0, 0, 0];
    let mayEnd = false;
    const hold = (): Promise<unknown> =>
      bank.database.transaction(async () => {
        max = Math.max(max, ++now);
        await until(() => mayEnd);
        now--;
        done++;
      });
    const { jobs } = await bank.works(
      { kind: holding, run: hold },
      { kind: group, runGroup: async (all) => (await hold(), all.map(() => ({ status: 'fulfilled', value: undefined }))) },
      {
        kind: calling,
        run: () =>
          withoutDatabase(async () => {
            called++;
            await until(() => mayEnd);
          }),
      },
    );
    await bank.database.transaction(async (tx) => {
      for (let one = 0; one < 10; one++) await jobs.add(tx, calling, {});
    });
    await until(() => called === 6);
    await bank.database.transaction(async (tx) => {
      for (let one = 0; one < 100; one++) await jobs.add(tx, holding, {});
      for (let one = 0; one < 60; one++) await jobs.add(tx, group, {});
    });
    try {
      // Six of each kind are run at once: 13 with the group, of which those that call hold no connection.
      await until(() => now === 6);
      const { pool } = bank.database;
      for (let read = 0; read < 100; read++) {
        await pool.query('select 1');
        expect(pool.waitingCount).toBe(0);
      }
    } finally {
      mayEnd = true;
    }
    await until(() => done >= 102 && called >= 10);
    expect(max).toBe(6);
  });
});
