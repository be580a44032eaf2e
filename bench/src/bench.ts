import { ALL_SOLELY_OWNED } from '@open-banking/access';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { figuresOf, type Round } from './figures.js';
import type { FloorFacts } from './floor.js';
import type { Measured } from './figures.js';
import type { LoadRequest } from './load.js';
import { openBank, type MeasuredBank } from './measured-bank.js';
import { profiling } from './profile.js';
import { sameAnswers } from './same-answers.js';
import { heading, lineOf } from './table.js';
import { requestsOf, targets, type Permitted, type Target } from './targets.js';

const {
  values: options,
  positionals: [what = 'reads'],
} = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    payments: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '50' },
    consents: { type: 'string', default: '50' },
    'load-seconds': { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    pairs: { type: 'string', default: '40' },
    ratio: { type: 'string', default: '0.01' },
    profile: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
const connections = Number(options.connections);
const warmUpSeconds = 3;
const poolSize = 10;
const dayMs = 86_400_000;

const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const day = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(at);
const program = (name: string): ChildProcess =>
  fork(new URL(`./${name}.js`, import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

async function told<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  child.send(message);
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('a benchmark process ended unexpectedly');
    }),
  ]);
  return answer as Answer;
}

async function floorOf(
  kind: FloorFacts['kind'],
  databaseUrl: string,
  consents: readonly Permitted[],
): Promise<{ url: string; process: ChildProcess }> {
  const child = program('floor');
  const asked = consents.flatMap(({ psuId, named, resources }) => {
    const ids = resources.filter((resource) => resource.kind === kind).map(({ resourceId }) => resourceId);
    return ids.map((id) => [id, { psuId, granted: named ? ids : [ALL_SOLELY_OWNED] }]);
  });
  const port = await told<number>(child, {
    kind,
    databaseUrl,
    poolSize,
    today: day(Date.now()),
    asked: Object.fromEntries(asked),
  } as FloorFacts);
  return { url: `http://127.0.0.1:${port}`, process: child };
}

async function measure({ bank, consents }: MeasuredBank, target: Target, started: ChildProcess[]): Promise<Round[]> {
  const floor = await floorOf(target.kind, bank.databases[target.service], consents);
  const load = program('load');
  started.push(floor.process, load);
  const ours = `http://127.0.0.1:${bank.services[target.service].port}`;
  const requests = requestsOf(target, consents);
  await sameAnswers(requests, floor.url, ours);
  const run = (url: string, seconds: number) => told<Measured>(load, { url, requests, connections, seconds } satisfies LoadRequest);
  for (const url of [floor.url, ours]) await run(url, warmUpSeconds);
  const rounds: Round[] = [];
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const of = [floor.url, ours];
    // The order alternates, so that changes in machine speed favour neither.
    const [first, second] =
      round % 2 === 0 ? [await run(of[0]!, seconds), await run(of[1]!, seconds)] : [await run(of[1]!, seconds), await run(of[0]!, seconds)];
    rounds.push(round % 2 === 0 ? { floor: first, ours: second } : { ours: first, floor: second });
  }
  for (const child of [floor.process, load]) child.kill();
  return rounds;
}

async function benchReads(): Promise<void> {
  const started: ChildProcess[] = [];
  const profile = options.profile ? profiling() : undefined;
  const opened = await openBank(Number(options.consents), { LOG_LEVEL: 'info', ...profile?.settings }, log);
  try {
    log(
      `${availableParallelism()} cores for PostgreSQL, the server and the load generator together; Node ${process.version}; ${opened.consents.length} consents, ${connections} connections, ${options.rounds} rounds of ${seconds} s.\n`,
    );
    log(heading);
    for (const target of targets(day(Date.now() - 300 * dayMs)).filter(({ operation }) => operation.path.includes(options.only))) {
      const figures = figuresOf(await measure(opened, target, started));
      log(lineOf(target, figures));
      if (figures.ratio < target.mark || figures.ours.failed + figures.floor.failed > 0) process.exitCode = 1;
    }
  } finally {
    for (const child of started) child.kill();
    await opened.close();
  }
  profile?.report(log);
}

if (what === 'payments') {
  const { benchPayments } = await import('./payments/bench.js');
  if (!(await benchPayments({ rounds: Number(options.rounds), payments: Number(options.payments), atOnce: 16 }, log))) process.exitCode = 1;
} else if (what === 'refusals') {
  const { benchRefusals } = await import('./refusals.js');
  const [consents, rounds, requests] = [Number(options.consents), Number(options.rounds), Number(options.requests)];
  if (!(await benchRefusals({ consents, dateFrom: day(Date.now() - 300 * dayMs), rounds, requests }, log))) process.exitCode = 1;
} else if (what === 'start') {
  const { benchStart } = await import('./start/bench.js');
  const [consents, dateFrom] = [Math.min(20, Number(options.consents)), day(Date.now() - 300 * dayMs)];
  if (!(await benchStart({ seconds: Number(options['load-seconds']), consents, dateFrom }, log))) process.exitCode = 1;
} else if (what === 'traces') {
  const { benchTraces } = await import('./traces/bench.js');
  const [consents, pairs, requests, ratio] = [options.consents, options.pairs, options.requests, options.ratio].map(Number);
  if (!(await benchTraces({ consents: consents!, pairs: pairs!, requests: requests!, ratio: ratio! }, log))) process.exitCode = 1;
} else {
  await benchReads();
}
