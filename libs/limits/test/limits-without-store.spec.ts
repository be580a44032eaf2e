import type { AwayRule } from '@open-banking/config';
import {
  issuerRowsOf,
  limits,
  operations,
  pageRowsOf,
  sandboxRowsOf,
  services,
  signInStep,
  statusRowsOf,
  type LimitClass,
} from '@open-banking/spec';
import { LimitStoreAway } from '../src/limit-store-away.js';
import { LimitsWithoutStore, type AwaySettings } from '../src/limits-without-store.js';
import { noPlan } from '../src/limit-plan.js';
import { MemoryWindowStorage } from '../src/memory-window-storage.js';
import type { RateLimitSubject } from '../src/rate-limit-subject.js';
import { RateLimitsService } from '../src/rate-limits.service.js';
import { plannedThrottlers, type RateLimited } from '../src/throttlers.js';
import { WindowStorage, type LimitDecision, type LimitWindow } from '../src/window-storage.js';

const rows: readonly RateLimited[] = [
  ...operations,
  ...services.flatMap(issuerRowsOf),
  ...services.flatMap(pageRowsOf),
  ...services.flatMap(statusRowsOf),
  ...services.flatMap(sandboxRowsOf),
  signInStep,
].filter((row) => row.limits !== 'none');
const client = { client: 'c' };
const address = { address: '192.0.2.1' };

/** A store that is there or away, as the test says. */
class ComingAndGoing extends WindowStorage {
  away = true;
  private readonly counted = new MemoryWindowStorage();
  override async consume(key: string, windows: readonly LimitWindow[]): Promise<LimitDecision> {
    if (this.away) throw new LimitStoreAway('the test says so');
    return this.counted.consume(key, windows);
  }
}

function replica(settings: Partial<AwaySettings> = {}) {
  const store = new ComingAndGoing();
  const rules: AwayRule[] = [];
  const withoutStore = new LimitsWithoutStore({ replicas: 2, valkeyAwayReads: 'share', valkeyAwayWrites: 'refuse', ...settings }, (rule) =>
    rules.push(rule),
  );
  const service = new RateLimitsService(plannedThrottlers(noPlan), store, withoutStore);
  const headers: Record<string, string> = {};
  const charge = async (row: RateLimited, subject: RateLimitSubject) => {
    try {
      await service.charge(row, subject, { header: (name, value) => (headers[name] = value) });
      return 200;
    } catch (error) {
      return (error as { status: number }).status;
    }
  };
  return { store, rules, headers, charge };
}

describe('While the store of limits is away', () => {
  // Shares are counted by the clock of this process: a window that ends between two charges would begin anew.
  const { now } = Date;
  beforeAll(() => {
    Date.now = () => 1_800_057_630_000;
  });
  afterAll(() => {
    Date.now = now;
  });

  it.each(rows)('$id ($limits) is shared or refused as its class and the settings say', async (row) => {
    const shared: readonly LimitClass[] = ['read', 'hotRead', 'metadata'];
    const subject = row.limits === 'metadata' ? address : client;
    expect(await replica().charge(row, subject)).toBe(shared.includes(row.limits) ? 200 : 503);

    const reversed = replica({ valkeyAwayReads: 'refuse', valkeyAwayWrites: 'share' });
    expect(await reversed.charge(row, subject)).toBe(['write', 'loanServices'].includes(row.limits) ? 200 : 503);
  });

  it.each(rows.filter((row) => row.limits !== 'metadata'))('$id is refused to an address without a valid token', async (row) => {
    const generous = replica({ valkeyAwayReads: 'share', valkeyAwayWrites: 'share' });
    expect(await generous.charge(row, address)).toBe(503);
    generous.store.away = false;
    expect(await generous.charge(row, address)).toBe(200);
  });

  it('a replica admits and announces its share of each window, rounded down', async () => {
    const { charge, headers, rules } = replica({ replicas: 3 });
    const answers = [];
    for (let at = 0; at < 12; at++) answers.push(await charge({ id: 'listCards', limits: 'read' }, client));
    expect(headers['ratelimit-policy']).toBe('"second";q=8;w=1, "minute";q=333;w=60, "day";q=16666;w=86400');
    expect(headers['ratelimit']).toBe('"second";r=0;t=1, "minute";r=325;t=30, "day";r=16658;t=86370');
    expect(answers).toEqual([...Array<number>(8).fill(200), ...Array<number>(4).fill(429)]);
    expect(rules).toEqual(Array(12).fill('share'));
  });

  it('a share below one request is none: 503', async () => {
    const row = { id: 'simulateMortgage', limits: 'loanServices' } as const;
    const allowed = limits.loanServices.hour!;
    expect(await replica({ replicas: allowed, valkeyAwayWrites: 'share' }).charge(row, client)).toBe(200);
    expect(await replica({ replicas: allowed + 1, valkeyAwayWrites: 'share' }).charge(row, client)).toBe(503);
  });

  it('a store that comes and goes gives nobody a second share', async () => {
    const row = { id: 'simulateMortgage', limits: 'loanServices' } as const;
    const { store, charge } = replica({ replicas: 10, valkeyAwayWrites: 'share' });
    const whileAway = [];
    for (let turn = 0; turn < 4; turn++) {
      store.away = true;
      for (let at = 0; at < 5; at++) whileAway.push(await charge(row, client));
      store.away = false;
      expect(await charge(row, client)).toBe(200);
    }
    expect(whileAway.filter((status) => status === 200)).toHaveLength(10);
    expect(whileAway.filter((status) => status === 429)).toHaveLength(10);
  });
});
