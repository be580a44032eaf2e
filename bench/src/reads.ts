import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ALL_SOLELY_OWNED } from '@open-banking/access';
import { ratioChart } from './chart.js';
import { figuresOf, type Measured, type Round, type TargetFigures } from './figures.js';
import type { FloorFacts } from './floor.js';
import type { LoadRequest } from './load.js';
import { openBank, type MeasuredBank } from './measured-bank.js';
import { startMock, type Mock } from './mock.js';
import { profiling } from './profile.js';
import { program, askProgram } from './programs.js';
import { writeChart, writeResults } from './results.js';
import { sameAnswers } from './same-answers.js';
import { heading, figuresLine, mockLineOf, noiseLineOf, singleLineOf } from './table.js';
import { requestsOf, targets, type ConsentedCustomer, type Target } from './targets.js';

export interface ReadsBench {
  readonly consents: number;
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  /** A part of the paths that are measured; empty: all. */
  readonly only: string;
  readonly profile: boolean;
  /** Where a public mock is looked for, besides the folder that the benchmark is run from. */
  readonly mockFrom: string;
  readonly today: string;
  readonly dateFrom: string;
}

type Log = (line: string) => void;

const warmUpSeconds = 3;
/** Of a second each, with one connection. */
const singleRounds = 4;
const poolSize = 10;

async function floorOf(
  kind: FloorFacts['kind'],
  databaseUrl: string,
  consents: readonly ConsentedCustomer[],
  today: string,
): Promise<{ url: string; process: ChildProcess }> {
  const child = program('floor');
  const asked = consents.flatMap(({ psuId, named, resources }) => {
    const ids = resources.filter((resource) => resource.kind === kind).map(({ resourceId }) => resourceId);
    return ids.map((id) => [id, { psuId, granted: named ? ids : [ALL_SOLELY_OWNED] }]);
  });
  const port = await askProgram<number>(child, { kind, databaseUrl, poolSize, today, asked: Object.fromEntries(asked) } as FloorFacts);
  return { url: `http://127.0.0.1:${port}`, process: child };
}

/** The floor runs before and after the service, so that the machine's own changes show. The order alternates: they favour neither. */
async function alternating(count: number, floor: () => Promise<Measured>, ours: () => Promise<Measured>): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const first = await floor();
    const service = await ours();
    const second = await floor();
    rounds.push(round % 2 === 0 ? { floor: first, ours: service, again: second } : { floor: second, ours: service, again: first });
  }
  return rounds;
}

async function measure(
  { bank, consents }: MeasuredBank,
  target: Target,
  mock: Mock | undefined,
  { connections, rounds: wanted, seconds, today }: ReadsBench,
  started: ChildProcess[],
): Promise<TargetFigures> {
  const floor = await floorOf(target.kind, bank.databases[target.service], consents, today);
  const load = program('load');
  started.push(floor.process, load);
  const ours = `http://127.0.0.1:${bank.services[target.service].port}`;
  const requests = requestsOf(target, consents);
  await sameAnswers(requests, floor.url, ours);
  const run = (url: string, seconds: number, lanes = connections) =>
    askProgram<Measured>(load, { url, requests, connections: lanes, seconds } satisfies LoadRequest);
  for (const url of [floor.url, ours]) await run(url, warmUpSeconds);
  const together = await alternating(
    wanted,
    () => run(floor.url, seconds),
    () => run(ours, seconds),
  );
  const single = await alternating(
    singleRounds,
    () => run(floor.url, 1, 1),
    () => run(ours, 1, 1),
  );
  const { id: operation, path } = target.operation;
  const figures = { operation, path, mark: target.mark, ...figuresOf(together), single: figuresOf(single) };
  const mocked = mock && (await mock.measured(target, requests, (url) => run(url, seconds)));
  for (const child of [floor.process, load]) child.kill();
  return mocked ? { ...figures, mock: mocked } : figures;
}

const isGood = ({ ratio, mark, ours, floor }: TargetFigures): boolean => ratio >= mark && ours.failed + floor.failed === 0;

/** Compares the hot reads with the floor. Returns whether all marks were met. */
export async function benchReads(options: ReadsBench, log: Log): Promise<boolean> {
  const { consents, connections, rounds, seconds, only, dateFrom } = options;
  const started: ChildProcess[] = [];
  const profile = options.profile ? profiling() : undefined;
  const mock = await startMock(options.mockFrom, log);
  const opened = await openBank(consents, { LOG_LEVEL: 'info', ...profile?.settings }, log);
  const measured: TargetFigures[] = [];
  try {
    log(
      `${availableParallelism()} cores for PostgreSQL, the server and the load generator together; Node ${process.version}; ${opened.consents.length} consents, ${connections} connections, ${rounds} rounds of ${seconds} s.\n`,
    );
    log(heading);
    for (const target of targets(dateFrom).filter(({ operation }) => operation.path.includes(only))) {
      const figures = await measure(opened, target, mock, options, started);
      log(figuresLine(figures));
      log(noiseLineOf(figures));
      log(singleLineOf(figures.single));
      if (figures.mock) log(mockLineOf(mock!.name, figures.mock));
      measured.push(figures);
    }
  } finally {
    for (const child of started) child.kill();
    mock?.stop();
    await opened.close();
  }
  profile?.report(log);
  const conditions = { consents, connections, rounds, seconds, mock: mock?.name };
  log(`\n${writeResults('reads', conditions, measured)}\n${writeChart('reads', ratioChart(measured, mock?.name))}`);
  return measured.every(isGood);
}
