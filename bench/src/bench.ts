import { parseArgs } from 'node:util';

const {
  values: options,
  positionals: [what = 'reads'],
} = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    payments: { type: 'string', default: '1000' },
    requests: { type: 'string' },
    changes: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '50' },
    consents: { type: 'string', default: '50' },
    clients: { type: 'string', default: '1000' },
    'load-seconds': { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    pairs: { type: 'string' },
    ratio: { type: 'string', default: '0.01' },
    sizes: { type: 'string', default: '5,6,7' },
    'mock-from': { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
    against: { type: 'string' },
    campaign: { type: 'boolean', default: false },
  },
});
const dayMs = 86_400_000;
const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const day = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(at);
const number = (option: keyof typeof options): number => Number(options[option]);
/** Of one arm: about a second of them, so that what is sent each second is sent once an arm. */
const requestsOfArm = (): number => Number(options.requests ?? 8_000);
const dateFrom = day(Date.now() - 300 * dayMs);

/** Each returns whether all its marks were met. */
const benchmarks: Readonly<Record<string, () => Promise<boolean>>> = {
  reads: async () => {
    const { benchReads } = await import('./reads.js');
    const { only, profile, 'mock-from': mockFrom } = options;
    const counts = {
      consents: number('consents'),
      connections: number('connections'),
      rounds: number('rounds'),
      seconds: number('seconds'),
    };
    return benchReads({ ...counts, only, profile, mockFrom, today: day(Date.now()), dateFrom }, log);
  },
  payments: async () => {
    const { benchPayments } = await import('./payments/bench.js');
    return benchPayments({ rounds: number('rounds'), payments: number('payments'), concurrency: 16 }, log);
  },
  refusals: async () => {
    const { benchRefusals } = await import('./refusals.js');
    return benchRefusals(
      { consents: number('consents'), dateFrom, rounds: number('rounds'), requests: Number(options.requests ?? 500) },
      log,
    );
  },
  start: async () => {
    const { benchStart } = await import('./start/bench.js');
    const { against } = options;
    return benchStart({ seconds: number('load-seconds'), consents: Math.min(20, number('consents')), dateFrom, against }, log);
  },
  together: async () => {
    const { benchTogether } = await import('./start/together.js');
    const { rounds, seconds, connections } = { rounds: number('rounds'), seconds: number('seconds'), connections: 32 };
    return benchTogether({ rounds, seconds, connections, consents: Math.min(20, number('consents')) }, log);
  },
  loop: async () => {
    const { benchLoop, partsOf } = await import('./loop/bench.js');
    const { against, campaign, only } = options;
    if (against === undefined) throw new Error('The loop is compared with that of another commit: --against <commit>.');
    return benchLoop({ against, campaign, pairs: Number(options.pairs ?? 1), parts: partsOf(only) }, log);
  },
  traces: async () => {
    const { benchTraces } = await import('./traces/bench.js');
    return benchTraces(
      { consents: number('consents'), pairs: Number(options.pairs ?? 60), requests: requestsOfArm(), ratio: number('ratio') },
      log,
    );
  },
  arms: async () => {
    const { benchArms } = await import('./arms/bench.js');
    return benchArms(
      { consents: number('consents'), pairs: Number(options.pairs ?? 120), requests: requestsOfArm(), dateFrom, only: options.only },
      log,
    );
  },
  flood: async () => {
    const { benchFlood } = await import('./flood/bench.js');
    return benchFlood({ seconds: number('load-seconds'), clients: number('clients'), dateFrom }, log);
  },
  feed: async () => {
    const { benchFeed } = await import('./feed/bench.js');
    return benchFeed(
      { consents: number('consents'), changes: number('changes'), seconds: Math.max(20, number('seconds')), today: day(Date.now()) },
      log,
    );
  },
  blocking: async () => {
    const { benchBlocking } = await import('./blocking/bench.js');
    return benchBlocking({ rounds: number('rounds'), dateFrom: day(Date.now() - 700 * dayMs), only: options.only }, log);
  },
  scale: async () => {
    const { benchScale } = await import('./scale/bench.js');
    return benchScale({ sizes: options.sizes.split(',').map((exponent) => 10 ** Number(exponent)), today: day(Date.now()) }, log);
  },
};

const benchmark = benchmarks[what];
if (!benchmark) throw new Error(`There is no benchmark ${what}: it must be one of ${Object.keys(benchmarks).join(', ')}.`);
if (!(await benchmark())) process.exitCode = 1;
