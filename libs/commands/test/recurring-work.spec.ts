import { type Database, openDatabase, statement } from '@open-banking/database';
import { clonedDatabase } from '@open-banking/postgres-server/testing';
import { RecurringWork } from '@open-banking/http';
import { runServer } from '@open-banking/testing/database';
import { noTraces } from '@open-banking/telemetry/tracing';
import pg from 'pg';
import { RecurringWorkScheduler, recurringWorkOf } from '../src/recurring-work/recurring-work.js';
import { until } from './at-work.js';

const purgeOld = statement<{ id: number }>('test.purge', 'delete from note where old returning id');
const notes = statement<{ id: number }>('test.notes', 'select id from note order by id');

class Notes {
  constructor(private readonly database: Database) {}

  @RecurringWork('purge-notes', { everyMs: 20 })
  async purge(): Promise<void> {
    await this.database.rows(purgeOld);
  }
}

class Waiting {
  begun = 0;
  ended = 0;
  letGo!: () => void;

  @RecurringWork('wait', { everyMs: 1 })
  async wait(): Promise<void> {
    this.begun += 1;
    await new Promise<void>((resolve) => (this.letGo = resolve));
    this.ended += 1;
  }
}

describe('recurring work', () => {
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let database: Database;
  let owner: pg.Client;
  const counted: string[] = [];
  const logged: { line: object; error?: unknown }[] = [];
  const runs = (outcome: string): number => counted.filter((run) => run === outcome).length;
  const scheduler = (): RecurringWorkScheduler =>
    new RecurringWorkScheduler({
      traces: noTraces,
      report: (line, error) => logged.push({ line, error }),
      count: (task, outcome) => counted.push(`${task} ${outcome}`),
    });

  beforeAll(async () => {
    bank = await clonedDatabase(await runServer(), 'cards', []);
    owner = new pg.Client({ connectionString: bank.ownerUrl });
    await owner.connect();
    database = await openDatabase({
      url: bank.serviceUrl,
      poolSize: 2,
      statementTimeoutMs: 60_000,
      lockTimeoutMs: 60_000,
      connectTimeoutMs: 60_000,
    });
  });
  beforeEach(() => {
    counted.length = 0;
    logged.length = 0;
  });
  afterAll(async () => {
    await owner.end();
    await database.close();
    await bank.close();
  });

  it('that fails is counted each time and logged once with its reason; when it succeeds, the log says so with the number of failures', async () => {
    const recurring = scheduler();
    recurring.begin(recurringWorkOf([new Notes(database)]));
    await until(() => runs('purge-notes failed') >= 3);
    expect(logged).toEqual([
      {
        line: { event: 'recurring work failed', task: 'purge-notes' },
        error: expect.objectContaining({ detail: expect.objectContaining({ code: '42P01' }) }),
      },
    ]);
    expect(runs('purge-notes done')).toBe(0);
    await owner.query(`create table note as select id, id = 1 as old from generate_series(1, 2) id`);
    await until(() => runs('purge-notes done') > 0);
    expect(await database.rows(notes)).toEqual([{ id: 2 }]);
    await recurring.end();
    const failures = runs('purge-notes failed');
    expect(logged.slice(1)).toEqual([
      { line: { event: 'recurring work succeeds again', task: 'purge-notes', failures, lastedSeconds: expect.any(Number) } },
    ]);
  });

  it('does not start while its last run is in progress; the end waits for a run in progress, and none starts afterwards', async () => {
    const waiting = new Waiting();
    const recurring = scheduler();
    recurring.begin(recurringWorkOf([waiting]));
    await until(() => waiting.begun === 1);
    waiting.letGo();
    await until(() => waiting.begun === 2);
    let hasEnded = false;
    const ending = recurring.end().then(() => (hasEnded = true));
    expect([waiting.ended, hasEnded]).toEqual([1, false]);
    waiting.letGo();
    await ending;
    expect([waiting.begun, waiting.ended]).toEqual([2, 2]);
  });

  it('runs at the interval of its provider, and not at all if the provider does not need it', async () => {
    class Simulator {
      runs = 0;

      constructor(readonly roundMs: number | undefined) {}

      @RecurringWork('simulate', { everyMs: ({ roundMs }: Simulator) => roundMs })
      simulate(): Promise<void> {
        this.runs += 1;
        return Promise.resolve();
      }
    }
    expect(recurringWorkOf([new Simulator(undefined)])).toEqual([]);
    const simulator = new Simulator(1);
    const recurring = scheduler();
    recurring.begin(recurringWorkOf([simulator]));
    await until(() => simulator.runs > 1);
    await recurring.end();
  });

  it('begins frequent work of the same moment in one turn of the event loop', async () => {
    const turns: string[][] = [];
    const begin = (task: string) => (): Promise<void> => {
      if (current.length === 0) setImmediate(() => turns.push(current.splice(0)));
      current.push(task);
      return Promise.resolve();
    };
    const current: string[] = [];
    const recurring = scheduler();
    recurring.begin([
      { task: 'look', everyMs: 30, run: begin('look') },
      { task: 'seal', everyMs: 30, run: begin('seal') },
      { task: 'write', everyMs: 60, run: begin('write') },
    ]);
    const together = (): string[][] => turns.filter((turn) => turn.toSorted().join() === 'look,seal,write');
    // The others are between two runs of what is twice as rare. A process that is held up between two runs may miss their next moment.
    await until(() => together().length >= 5 && turns.length > together().length);
    await recurring.end();
    const ofWriting = turns.filter((turn) => turn.includes('write'));
    expect(together().length).toBeGreaterThan(ofWriting.length / 2);
  });

  it('begins that of two services of one process in one turn, whichever has started later', async () => {
    const turns: string[][] = [];
    const current: string[] = [];
    const begin = (service: string) => (): Promise<void> => {
      if (current.length === 0) setImmediate(() => turns.push(current.splice(0)));
      current.push(service);
      return Promise.resolve();
    };
    const first = scheduler();
    first.begin([{ task: 'look', everyMs: 60, run: begin('first') }]);
    // Half-way between two runs of the first.
    await until(() => turns.length > 1 && Math.abs((performance.now() % 60) - 30) < 10);
    const second = scheduler();
    second.begin([{ task: 'look', everyMs: 60, run: begin('second') }]);
    await until(() => turns.filter((turn) => turn.includes('second')).length >= 10);
    await Promise.all([first.end(), second.end()]);
    const ofSecond = turns.filter((turn) => turn.includes('second'));
    expect(ofSecond.filter((turn) => turn.includes('first')).length).toBeGreaterThan(ofSecond.length / 2);
  });

  it('must have unique names', () => {
    expect(() => recurringWorkOf([new Waiting(), new Waiting()])).toThrow('two methods are the recurring work wait');
  });
});
