import { cards, type Service } from '@open-banking/spec';
import pg from 'pg';
import { median } from '../figures.js';
import { openBank, type MeasuredBank } from '../measured-bank.js';
import { pairedRatio } from '../paired-ratio.js';
import { writeResults } from '../results.js';
import { connections, SwitchedService } from '../switched-service.js';
import { requestsOf, type Target } from '../targets.js';
import type { Arm, ArmState, Turn } from './arm.js';
import { BankProcessorTime } from './bank-processor-time.js';

export interface ArmsBench {
  readonly consents: number;
  /** Rounds of the longest arms. */
  readonly pairs: number;
  /** The first day of the transactions on measured pages. */
  readonly dateFrom: string;
  /** Measures the parts whose names contain this, such as `request log`, and then writes no results. Empty: all. */
  readonly only: string;
  /** Of one of the longest arms: about a second. */
  readonly requests: number;
}

/** Processor time of a request, in microseconds: of the service that is read, and of that with ais-pis and PostgreSQL. */
interface Times {
  readonly service: number;
  readonly bank: number;
}

/**
 * Which processor time a share is of, and where what takes it runs. `service`: both are the service's. `read`: what runs in the service
 * alone, of all that the read takes: what the other processes happen to do meanwhile is in the whole, and not in what it is thought to
 * cost. `bank`: both are the bank's.
 */
type MeasuredPart = 'service' | 'read' | 'bank';

/** What an arm leaves out, and which share of a read's processor time that takes. */
interface ArmFigures {
  readonly without: string;
  readonly of: MeasuredPart;
  readonly onUs: number;
  readonly offUs: number;
  readonly share: number;
  /** The ends of the 95 % confidence interval. */
  readonly low: number;
  readonly high: number;
  /** Absent: not judged. */
  readonly mark?: number;
}

/** The largest share of a read's processor time that limits and log may take together, and, of the whole bank, that receipts may take. */
const mark = 0.05;
/** The same for the request log of the portal. */
const recordMark = 0.02;
const everything: Arm = { limits: true, log: true, record: true, receipts: true };
const arms = {
  everything,
  noLimits: { ...everything, limits: false },
  noLog: { ...everything, log: false },
  neither: { ...everything, limits: false, log: false },
  noRecord: { ...everything, record: false },
  noReceipts: { ...everything, receipts: false },
};
type ArmName = keyof typeof arms;
type Round = Readonly<Partial<Record<ArmName, Times>>>;
interface Pair {
  readonly on: number;
  readonly off: number;
}

/** Arms that alternate with each other. */
interface Group {
  readonly names: readonly ArmName[];
  /** Whether an arm ends when ais-pis has stored all of its receipts. */
  readonly settles: boolean;
  /** By how much its rounds are more than those that are asked for, and its arms shorter. */
  readonly times: { readonly rounds: number; readonly shorter: number };
}
/** Limits and log cost what they cost with each request: the shorter an arm, the fewer are hit by what happens now and then. */
const ofEachRequest: Group = {
  names: ['everything', 'noLimits', 'noLog', 'neither'],
  settles: false,
  times: { rounds: 8, shorter: 16 },
};
/** The portal is told once a second: an arm takes as long. */
const ofEachSecond: Group = { names: ['everything', 'noRecord'], settles: false, times: { rounds: 1, shorter: 1 } };
/** The same for a page of 100 transactions, which takes four times as long. */
const ofPages: Group = { names: ['everything', 'noRecord'], settles: false, times: { rounds: 1, shorter: 4 } };
/** Two batches of 2,000 receipts. */
const ofEachBatch: Group = { names: ['everything', 'noReceipts'], settles: true, times: { rounds: 4, shorter: 2 } };

/**
 * The orders of its rounds, in which each arm comes directly after each other one, and at each place, equally often (E. J. Williams, 1949;
 * an even number of arms needs no reverse).
 */
function ordersOf(names: readonly ArmName[]): ArmName[][] {
  const places = names.map((_, at) => (at % 2 === 1 ? (at + 1) / 2 : (names.length - at / 2) % names.length));
  return names.map((_, shift) => places.map((place) => names[(place + shift) % names.length]!));
}
const geometricMean = (one: number, other: number): number => Math.sqrt(one * other);
interface Part {
  readonly group: Group;
  /** What it is taken from, by the processor time of each arm of a round. */
  readonly pairOf: (us: (name: ArmName) => number) => Pair;
}
/** What limits take is the mean of what they take with the log and without it, and the other way round: the two make up what both take. */
const parts = {
  limits: {
    group: ofEachRequest,
    pairOf: (us) => ({ on: geometricMean(us('everything'), us('noLog')), off: geometricMean(us('noLimits'), us('neither')) }),
  },
  log: {
    group: ofEachRequest,
    pairOf: (us) => ({ on: geometricMean(us('everything'), us('noLimits')), off: geometricMean(us('noLog'), us('neither')) }),
  },
  'limits and log': { group: ofEachRequest, pairOf: (us) => ({ on: us('everything'), off: us('neither') }) },
  'request log': { group: ofEachSecond, pairOf: (us) => ({ on: us('everything'), off: us('noRecord') }) },
  'request log of a page': { group: ofPages, pairOf: (us) => ({ on: us('everything'), off: us('noRecord') }) },
  receipts: { group: ofEachBatch, pairOf: (us) => ({ on: us('everything'), off: us('noReceipts') }) },
} satisfies Readonly<Record<string, Part>>;

interface Compared {
  readonly without: keyof typeof parts;
  readonly of: MeasuredPart;
  readonly mark?: number;
}
/** What runs in the service alone is judged by the service alone: of the whole read its share is smaller. */
const inService = { limits: mark, log: mark, 'limits and log': mark, 'request log': recordMark, 'request log of a page': recordMark };
const compared: readonly Compared[] = [
  ...(Object.entries(inService) as [keyof typeof inService, number][]).flatMap(([without, allowed]) => [
    { without, of: 'service' as const, mark: allowed },
    { without, of: 'read' as const },
  ]),
  // A receipt costs ais-pis and PostgreSQL more than the service that is read: the whole is judged.
  { without: 'receipts', of: 'service' },
  { without: 'receipts', of: 'bank', mark },
];
const usOf =
  (round: Round, of: keyof Times) =>
  (name: ArmName): number =>
    round[name]![of];
function pairOf(round: Round, { without, of }: Compared): Pair {
  const part: Part = parts[without];
  if (of !== 'read') return part.pairOf(usOf(round, of));
  const { on, off } = part.pairOf(usOf(round, 'service'));
  const whole = round.everything!.bank;
  return { on: whole, off: whole - (on - off) };
}
const target: Target = { operation: cards.readCardBalances, service: 'cards', kind: 'card', mark: 0 };
/** From the first day that the bank has: each page is full. */
const pageTarget = (dateFrom: string): Target => ({
  operation: cards.listCardTransactions,
  service: 'cards',
  kind: 'card',
  mark: 0,
  query: `?bookingStatus=booked&dateFrom=${dateFrom}&limit=100`,
});

/**
 * Measures which share of a read's processor time limits, log, the portal's request log and receipts take: one process, in which arms with
 * and without them alternate. Receipts are measured over the whole bank, too. Returns whether the confidence intervals end below 5 %, that
 * of the request log below 2 %; shares of the whole read are printed besides.
 */
export async function benchArms({ consents, pairs, requests, dateFrom, only }: ArmsBench, log: (line: string) => void): Promise<boolean> {
  const opened = await openBank(consents, { LOG_LEVEL: 'info' }, log, ['portal']);
  const preloaded = new URL('./arm.js', import.meta.url);
  const start = (one: Target) =>
    SwitchedService.start<Turn, ArmState>(opened.bank.environmentOf('cards'), preloaded, requestsOf(one, opened.consents));
  const service = await start(target);
  const pages = await start(pageTarget(dateFrom));
  try {
    await knowClients(opened);
    const others = await BankProcessorTime.of(opened);
    const chosen = compared.filter(({ without }) => without.includes(only));
    const groups = new Set<Group>(chosen.map(({ without }) => parts[without].group));
    const rounds = new Map<Group, readonly Round[]>();
    for (const group of groups) {
      const measured = group === ofPages ? pages : service;
      const count = Math.round(requests / group.times.shorter);
      rounds.set(group, await roundsOf(group, pairs * group.times.rounds, count, measured, others));
    }
    const figures = chosen.map((one) => figuresOf(one, rounds.get(parts[one.without].group)!));
    for (const one of figures) log(armText(one));
    if (only === '') {
      log(interactionText(rounds.get(ofEachRequest)!));
      log(writeResults('arms', { consents, pairs, requests }, figures));
    }
    return figures.every((one) => one.high <= (one.mark ?? Infinity));
  } finally {
    service.close();
    pages.close();
    await opened.close();
  }
}

const warmingRounds = 3;

/** So many rounds of the arms of a group, after a few that are not measured. */
async function roundsOf(
  { names, settles }: Group,
  count: number,
  requests: number,
  service: SwitchedService<Turn, ArmState>,
  others: BankProcessorTime,
): Promise<readonly Round[]> {
  const measured = async (arm: Arm): Promise<Times> => {
    // Where arms settle nothing waits here: the one before has sent all of its own.
    const before = await service.switchTo({ ...arm, settles: false });
    const othersBefore = others.read();
    await service.send(requests);
    const after = await service.switchTo({ ...everything, settles });
    const othersUs = others.read() - othersBefore;
    checkArm(arm, requests, before, after);
    const serviceUs = after.cpuUs - before.cpuUs;
    return { service: serviceUs / requests, bank: (serviceUs + othersUs) / requests };
  };
  const orders = ordersOf(names);
  const rounds: Round[] = [];
  while (rounds.length < warmingRounds + count) {
    const times: Partial<Record<ArmName, Times>> = {};
    for (const name of orders[rounds.length % orders.length]!) times[name] = await measured(arms[name]);
    rounds.push(times);
  }
  return rounds.slice(warmingRounds);
}

/** Requests of clients without a developer are not stored: these have one. */
async function knowClients({ bank }: MeasuredBank): Promise<void> {
  const at = async <Row extends object>(service: Service, text: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: bank.ownerUrls[service] });
    await client.connect();
    const { rows } = await client.query<Row>(text, values);
    await client.end();
    return rows;
  };
  const clients = await at<{ clientId: string }>('ais-pis', 'select client_id as "clientId" from client');
  await at('portal', `insert into developer values (gen_random_uuid(), 'bench@example.com', '', now(), now())`);
  await at('portal', 'insert into developer_client select c, developer_id, now() from developer, unnest($1::text[]) c', [
    clients.map(({ clientId }) => clientId),
  ]);
}

/** An arm that a change of the service has made ineffective would measure nothing. */
function checkArm({ limits, log, record, receipts }: Arm, requests: number, before: ArmState, after: ArmState): void {
  const counts = {
    charged: after.charged - before.charged,
    logged: after.logged - before.logged,
    recorded: after.recorded - before.recorded,
    receipted: after.receipted - before.receipted,
  };
  // A request may be logged just after its answer has arrived: of each connection the last of this arm, and of the one before.
  const isOff = (count: number, wanted: number) => Math.abs(count - wanted) > 2 * connections;
  if (
    isOff(counts.charged, limits ? requests : 0) ||
    isOff(counts.logged, log ? requests : 0) ||
    isOff(counts.recorded, record ? requests : 0) ||
    isOff(counts.receipted, receipts ? requests : 0)
  )
    throw new Error(
      `Of ${requests} requests ${counts.charged} were charged, ${counts.logged} logged, ${counts.recorded} recorded and ${counts.receipted} receipted: the arm is ineffective`,
    );
}

function figuresOf(one: Compared, rounds: readonly Round[]): ArmFigures {
  const { without, of, mark: allowed } = one;
  const measured = rounds.map((round) => pairOf(round, one));
  const { mean, low, high } = pairedRatio(measured);
  // The ratio is to the arm without; the share is of the whole.
  const share = (ratio: number) => 1 - 1 / ratio;
  const shares = { share: share(mean), low: share(low), high: share(high) };
  const onUs = median(measured.map(({ on }) => on));
  return { without, of, onUs, offUs: onUs / mean, ...shares, ...(allowed !== undefined && { mark: allowed }) };
}

const percent = (value: number): string => `${(value * 100).toFixed(2)} %`;

const armText = ({ without, of, onUs, offUs, share, low, high, mark: allowed }: ArmFigures): string =>
  `${without === 'request log of a page' ? cards.listCardTransactions.id : target.operation.id} without ${without}: ${offUs.toFixed(1)} µs of processor time a request${of === 'service' ? ' in the service alone' : ' in the whole bank'}, ` +
  `${onUs.toFixed(1)} µs with; they take ${percent(share)} of it (95 % confidence interval ${percent(low)} to ${percent(high)})` +
  (allowed === undefined ? '' : `, at most ${percent(allowed)} allowed`);

/** Whether the two together take more than the sum of what each takes beside the other's absence: 1 if they do not. */
function interactionText(rounds: readonly Round[]): string {
  const { mean, low, high } = pairedRatio(
    rounds
      .map((round) => usOf(round, 'service'))
      .map((us) => ({ on: us('everything') * us('neither'), off: us('noLimits') * us('noLog') })),
  );
  return `both together are ${mean.toFixed(3)} times the product of the two (${low.toFixed(3)} to ${high.toFixed(3)})`;
}
