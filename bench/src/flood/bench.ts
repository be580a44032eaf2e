import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { smallHeaps } from '@open-banking/sandbox';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { approveConsents, temporaryBank } from '../measured-bank.js';
import { program, askProgram } from '../programs.js';
import { writeResults } from '../results.js';
import { requestsOf, targets } from '../targets.js';
import { addressOf, floodClients, type FloodClient } from './flood-clients.js';
import type { Closed, HeldConnections } from './held.js';
import { growthOf, isMet, maxGrowth, strangeOf, type Mark, type Sent } from './marks.js';
import { memoryNow } from './memory.js';
import { runFlood, floodedBy, type Flooding, type FloodedBank, type Phase } from './phases.js';
import { singleMix, type Mix } from './mix.js';
import { purgedTables, purgedLater } from './purge.js';
import { phaseLines, markLine, memoryLine, processorLine } from './report.js';
import {
  authorizations,
  metadata,
  permittedReads,
  reads,
  registrations,
  signIns,
  strangers,
  tokens,
  writes,
  type FloodKind,
} from './requests.js';
import { difference, StoredRows, type Stored } from './rows.js';

interface FloodOptions {
  /** Of each flood. */
  readonly seconds: number;
  readonly clients: number;
  readonly dateFrom: string;
}

type Log = (line: string) => void;

/** Not a multiple of two or five, so that each connection sends requests of all kinds. */
const callers = 31;
/** Of many clients, the same. */
const lanesOf = (clients: number): number => (clients % 2 === 0 || clients % 5 === 0 ? lanesOf(clients - 1) : clients);
const capacitySeconds = 10;
const warmUpSeconds = 5;
/** As many as five addresses may send. */
const signInsPerSecond = 25;
/** How many times what the machine can do the many clients offer, sign-ins included: hashing a password costs as much as forty reads. */
const timesCapacity = 3;
const held = { idle: 1_000, slow: 200 };
const head = 'POST /v1.7/consents HTTP/1.1\r\nHost: bank\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
const settlingMs = 5_000;
/** Of one client or address, for each kind of request. */
const connections = 10;

/** Floods a bank from one client, from one address and from many clients. True if all marks are met. */
export async function benchFlood(options: FloodOptions, log: Log): Promise<boolean> {
  // One customer approves the consent of the client within its limits.
  const demoBank = { customers: 4, seed: 'bench' };
  const asStarted = { nodeFlags: smallHeaps, trustedProxies: ['127.0.0.0/8'] };
  const { bank, close } = await temporaryBank({ demoBank, services: ['ais-pis', 'cards'], ...asStarted, log }, {});
  const operator = JSON.parse(readFileSync(bank.operatorFile, 'utf8')) as OperatorFile;
  const stored = await StoredRows.open(bank.ownerUrls['ais-pis']);
  try {
    const [permitted, clients] = [await approveConsents(operator, 1), await floodClients(operator, options.clients)];
    const [target] = targets(options.dateFrom);
    const subject = { url: operator.baseUrl, pids: bank.pids, beside: permittedReads(requestsOf(target!, permitted)) };
    const run = await floods(subject, clients, options, stored, log);
    log('\nlater: the clock is moved on, and what is over is deleted');
    const afterPurge = await purgedLater(bank, operator, stored, run.before);
    const left = await stored.registrations();
    await stored.shrink();
    const kept = await stored.now();
    return meetsMarks({ ...run, afterPurge, kept, left }, options, log);
  } finally {
    await stored.close();
    await close();
  }
}

interface Run {
  readonly capacity: number;
  readonly goodput: number;
  readonly phases: readonly Phase[];
  readonly closed: Closed;
  readonly before: Stored;
  readonly after: Stored;
  readonly memory: Readonly<Record<'before' | 'after', Readonly<Record<string, number>>>>;
  /** The sent requests of everything that counts into the growth, the measurement of the capacity included. */
  readonly all: readonly Sent[];
}

async function floods(
  subject: FloodedBank,
  clients: readonly FloodClient[],
  { seconds }: FloodOptions,
  stored: StoredRows,
  log: Log,
): Promise<Run> {
  const addresses = clients.map(({ address }) => address);
  const [mix, signedIn] = [mixOf(clients), await signIns(subject.url, addresses)];
  const before = await stored.now();
  const signIn = (perSecond: number): Flooding => flooding(signedIn, perSecond, perSecond);
  const withoutFlood = async (seconds: number) => {
    const unhindered = [{ mix, connections: callers }, signIn(Math.round(signInsPerSecond / timesCapacity))];
    return (await Promise.all(unhindered.map((one) => floodedBy(subject.url, one, seconds)))).flatMap(({ sent }) => sent);
  };
  const ofMix = (sent: readonly Sent[]): number => perSecondOf(sent.filter(({ kind }) => kind !== signedIn.name));
  const unhindered = [await withoutFlood(warmUpSeconds), await withoutFlood(capacitySeconds)] as const;
  const capacity = ofMix(unhindered[1]);
  const memoryBefore = memoryNow(subject.pids);
  log(`\n${capacity.toFixed(0)} requests a second are answered unhindered\n${memoryLine('memory before', memoryBefore)}`);
  const phase = async (name: string, these: readonly Flooding[]): Promise<Phase> => {
    const ended = await runFlood(subject, { name, floods: these, seconds });
    for (const line of [...phaseLines(ended), memoryLine('  memory', ended.memory.at(-1)!), processorLine(ended.processor)]) log(line);
    return ended;
  };
  const one = await phase('one client', ofOneClient(clients[0]!));
  const ofAddress = await ofOneAddress(subject, clients);
  const [address, closed] = await besideHeld(subject.url, () => phase('one address', ofAddress));
  const many = await phase(`${clients.length} clients`, [
    { mix, perSecond: Math.round(timesCapacity * capacity), connections: lanesOf(clients.length) },
    signIn(signInsPerSecond),
  ]);
  await pause(settlingMs);
  const memoryAfter = memoryNow(subject.pids);
  log(memoryLine('memory after', memoryAfter));
  const goodput = ofMix(many.sent);
  const phases = [one, address, many];
  const all = [...unhindered.flat(), ...phases.flatMap(({ sent }) => sent)];
  return {
    capacity,
    goodput,
    phases,
    closed,
    before,
    after: await stored.now(),
    memory: { before: memoryBefore, after: memoryAfter },
    all,
  };
}

/** Runs a flood while idle and slow connections are held. */
async function besideHeld(url: string, flood: () => Promise<Phase>): Promise<readonly [Phase, Closed]> {
  const holder = program('flood/held');
  try {
    const closing = askProgram<Closed>(holder, { port: Number(new URL(url).port), ...held, head } satisfies HeldConnections);
    return [await flood(), await closing];
  } finally {
    holder.kill();
  }
}

const perSecondOf = (sent: readonly Sent[]): number => sent.reduce((sum, { answer }) => sum + answer.perSecond, 0);

const flooding = (kind: FloodKind, perSecond: number, max = connections): Flooding => ({
  mix: singleMix(kind),
  perSecond,
  connections: max,
});

/** Of ten requests of the many clients: seven reads, and one each of a consent, a registration and the beginning of an approval. */
const mixOf = (clients: readonly FloodClient[]): Mix => [
  { kind: reads(clients), share: 7 },
  { kind: writes(clients), share: 1 },
  { kind: registrations(clients.map(({ address }) => address)), share: 1 },
  { kind: authorizations(clients), share: 1 },
];

/** Four times the limit of reads, and five times those of writes and tokens. */
const ofOneClient = (client: FloodClient): Flooding[] => {
  const onEachConnection = Array.from({ length: connections }, () => client);
  return [flooding(reads(onEachConnection), 200), flooding(writes(onEachConnection), 50), flooding(tokens(onEachConnection), 50)];
};

/** Everything that needs no client, from one address, above its limits. */
async function ofOneAddress({ url }: FloodedBank, clients: readonly FloodClient[]): Promise<Flooding[]> {
  const address = addressOf(5_000);
  return [
    flooding(registrations(Array.from({ length: connections }, () => address)), 30),
    flooding(authorizations(clients.slice(0, connections), address), 30),
    flooding(
      await signIns(
        url,
        Array.from({ length: 50 }, () => address),
      ),
      10,
    ),
    flooding(metadata(address), 20),
    flooding(strangers(address), 100),
  ];
}

type Judged = Run & {
  readonly afterPurge: Stored;
  /** When the room of deleted rows was given back. */
  readonly kept: Stored;
  /** Registrations that are not removed. */
  readonly left: number;
};

const megabyte = 1_024 * 1_024;
/** What is open is closed within the time for headers and that for a body, and a second to read the answer. */
const closedWithinSeconds = 12;

function meetsMarks(run: Judged, { seconds, clients }: FloodOptions, log: Log): boolean {
  const { before, after, afterPurge, kept, closed, all } = run;
  const marks = marksOf(run);
  const grown = { byTheFlood: difference(before, after), left: difference(before, afterPurge) };
  log(`\nrows: ${JSON.stringify(grown)}`);
  log(
    `database: ${[before, after, afterPurge, kept].map(({ bytes }) => (bytes / megabyte).toFixed(1)).join(', ')} MB (before, after, purged, given back)\n`,
  );
  for (const mark of marks) log(markLine(mark));
  const bytes = { before: before.bytes, after: after.bytes, purged: afterPurge.bytes, givenBack: kept.bytes, bound: maxGrowth(all) };
  const phases = run.phases.map(({ memory, ...phase }) => ({ ...phase, memory: memory.at(-1) }));
  const heldFor = { ...held, open: closed.open, longestSeconds: longestOf(closed) };
  const figures = { capacity: run.capacity, goodput: run.goodput, phases, held: heldFor, rows: grown, bytes, memory: run.memory, marks };
  log(`\n${writeResults('flood', { seconds, clients, callers, signInsPerSecond }, figures)}`);
  return marks.every(isMet);
}

const longestOf = ({ idleMs, slowMs }: Closed): number => Math.max(0, ...idleMs, ...slowMs) / 1_000;

function marksOf({ capacity, goodput, phases, closed, before, after, afterPurge, all, left }: Judged): Mark[] {
  const atMost = (what: string, value: number, limit: number, unit = ''): Mark => ({ what, value, limit, is: 'most', unit });
  const quiet = phases.slice(0, -1);
  const growth = growthOf(phases.at(-1)!.memory);
  return [
    { what: 'goodput at three times the load, of the unhindered', value: goodput / capacity, limit: 0.8, is: 'least', unit: '' },
    ...phases.map(({ name, beside }) => atMost(`p95 of a client within its limits beside ${name}`, beside.p95, 1_000, 'ms')),
    ...quiet.map(({ name, beside }) => atMost(`its requests that failed beside ${name}`, beside.failed, 0)),
    atMost(
      'answers other than a success or a refusal, or none',
      all.reduce((sum, sent) => sum + strangeOf(sent), 0),
      0,
    ),
    atMost('idle and slow connections still open after a minute', closed.open, 0),
    atMost('the longest that one stayed open', longestOf(closed), closedWithinSeconds, 's'),
    ...Object.entries(growth).map(([name, ratio]) => atMost(`memory of ${name}, end of the flood to its beginning`, ratio, 1.15)),
    atMost('growth of the database', (after.bytes - before.bytes) / megabyte, maxGrowth(all) / megabyte, 'MB'),
    ...purgedTables.map((table) =>
      atMost(`rows of ${table} left after the purge`, (afterPurge.rows[table] ?? 0) - (before.rows[table] ?? 0), 0),
    ),
    atMost('unused registrations left', left, 0),
  ];
}
