import { rmSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchange, freshBank, type ConsentedCaller, type HttpResponse } from '@open-banking/testing';
import { anotherProcess, type AnotherProcess } from '@open-banking/testing/bank';
import { describeWithValkey, ValkeyServer } from '@open-banking/testing/valkey';

const folder = mkdtempSync(join(tmpdir(), 'limits-over-replicas-'));
const planFile = join(folder, 'plan.json');
const admittedPerDay = 37;
const slowMs = 300_000;
const count = (answers: readonly HttpResponse[], status: number): number => answers.filter((one) => one.status === status).length;

/** Replicas that had no time for a request: their machine was busy. */
const wereTooBusy = (answers: readonly HttpResponse[]): boolean => answers.some(({ status }) => status >= 500);

// Started before the bank, whose services need its address; without the program nothing below is declared.
const store = await ValkeyServer.startIfInstalled();
writeFileSync(planFile, JSON.stringify({ operations: { listCards: { day: admittedPerDay } } }));

describeWithValkey('The limits of a service of several replicas', () => {
  const settings = { PLAN_FILE: planFile, VALKEY_URL: store?.url ?? '', REPLICAS: '5' };
  const bank = freshBank(['ais-pis', 'cards'], settings);
  const others: AnotherProcess[] = [];
  const replica = () => anotherProcess(bank, 'cards', { settings });
  beforeAll(async () => {
    while (others.length < 4) others.push(await replica());
  }, slowMs);
  afterAll(async () => {
    await Promise.all(others.map((other) => other.stop()));
    await store?.stop();
    rmSync(folder, { recursive: true });
  }, slowMs);

  const consented = async (): Promise<ConsentedCaller> =>
    (await bank.client()).consentedBy(bank.demo, { accounts: bank.resources(bank.demo, 'card') });
  const addresses = () => [`http://127.0.0.1:${bank.facts.internal.cards.port}`, ...others.map(({ baseUrl }) => baseUrl)];
  const requests = (caller: ConsentedCaller, at: readonly string[], of: number): Promise<HttpResponse[]> =>
    Promise.all(Array.from({ length: of }, (_, number) => caller.at(at[number % at.length]!).get('/v1.7/cards')));

  /** How many requests the replicas have decided without the store. */
  async function decidedAlone(): Promise<number> {
    const internal = [`http://127.0.0.1:${bank.facts.internal.cards.internalPort}`, ...others.map(({ internalUrl }) => internalUrl)];
    const metrics = await Promise.all(internal.map(async (url) => (await exchange(`${url}/metrics`)).text));
    const counts = metrics.flatMap((text) => [...text.matchAll(/^openbank_limit_store_away_decisions_total\{.*\} (\d+)$/gm)]);
    return counts.reduce((sum, [, decided]) => sum + Number(decided), 0);
  }
  /**
   * The result of `work` if the store has decided every request of it; otherwise undefined. A store that does not answer for half a second
   * counts as away, also where the machine stands still.
   */
  async function withStore<T>(work: () => Promise<T>): Promise<T | undefined> {
    const before = await decidedAlone();
    const result = await work();
    return (await decidedAlone()) === before ? result : undefined;
  }

  it.each([2, 3, 5])(
    'admit exactly N of M concurrent requests over %i of them',
    async (replicas) => {
      for (;;) {
        const [caller, anotherCaller] = [await consented(), await consented()];
        const decided = await withStore(async () => ({
          answers: await requests(caller, addresses().slice(0, replicas), 100),
          another: await requests(anotherCaller, addresses().slice(-1), 1),
        }));
        if (!decided) continue;
        const { answers, another } = decided;
        if (wereTooBusy([...answers, ...another])) continue;
        expect([count(answers, 200), count(answers, 429)]).toEqual([admittedPerDay, 100 - admittedPerDay]);
        expect(another[0]!.headers['ratelimit']).toMatch(new RegExp(`^"day";r=${admittedPerDay - 1};t=\\d+$`));
        return;
      }
    },
    slowMs,
  );

  it(
    'survive the death of a replica, and hold for the one that takes its place',
    async () => {
      for (;;) {
        const caller = await consented();
        const before = await withStore(() => requests(caller, addresses(), 20));
        await others.pop()!.kill();
        others.push(await replica());
        const after = await withStore(() => requests(caller, addresses(), 60));
        if (!before || !after || wereTooBusy([...before, ...after])) continue;
        expect([count(before, 200), count(after, 200), count(after, 429)]).toEqual([20, admittedPerDay - 20, 60 - (admittedPerDay - 20)]);
        return;
      }
    },
    slowMs,
  );
});
