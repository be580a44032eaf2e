import { cards, type Service } from '@open-banking/spec';
import pg from 'pg';
import { openBank, type MeasuredBank } from '../measured-bank.js';
import { pairedRatio } from '../paired-ratio.js';
import { writeResults } from '../results.js';
import { SwitchedService } from '../switched-service.js';
import { requestsOf, type Target } from '../targets.js';
import type { Arm, ArmState } from './arm.js';
import { BankProcessorTime } from './bank-processor-time.js';

export interface ArmsBench {
  readonly consents: number;
  /** Rounds of all six arms. */
  readonly pairs: number;
  /** Of one arm: about a second. */
  readonly requests: number;
}

/** Processor time of a request, in microseconds: of the service that is read, and of that with ais-pis and PostgreSQL. */
interface Times {
  readonly service: number;
  readonly bank: number;
}

/**
 * Which processor time a share is of, and where what takes it runs. `service`: both are the service's. `read`: what runs in the service
 * alone, of all that the read takes: what the other processes happen to do meanwhile is in the whole, and not in what it is thought to cost.
 * `bank`: both are the bank's.
 */
type Of = 'service' | 'read' | 'bank';

/** What an arm leaves out, and which share of a read's processor time that takes. */
interface ArmFigures {
  readonly without: string;
  readonly of: Of;
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
type Round = Readonly<Record<ArmName, Times>>;
type Arms = Readonly<Record<ArmName, number>>;
interface Pair {
  readonly on: number;
  readonly off: number;
}
/**
 * In six rounds each arm comes directly after each other one once, and once at each place (E. J. Williams, 1949: an even number of arms
 * needs no reverse).
 */
const orders: readonly (readonly ArmName[])[] = [0, 1, 2, 3, 4, 5].map((shift) => {
  const names = Object.keys(arms) as ArmName[];
  return [0, 1, 5, 2, 4, 3].map((place) => names[(place + shift) % names.length]!);
});
const geometricMean = (one: number, other: number): number => Math.sqrt(one * other);
/** What limits take is the mean of what they take with the log and without it, and the other way round: the two make up what both take. */
const pairsWithout: Readonly<Record<string, (times: Arms) => Pair>> = {
  limits: ({ everything: all, noLimits, noLog, neither }) => ({ on: geometricMean(all, noLog), off: geometricMean(noLimits, neither) }),
  log: ({ everything: all, noLimits, noLog, neither }) => ({ on: geometricMean(all, noLimits), off: geometricMean(noLog, neither) }),
  'limits and log': ({ everything: all, neither }) => ({ on: all, off: neither }),
  'request log': ({ everything: all, noRecord }) => ({ on: all, off: noRecord }),
  receipts: ({ everything: all, noReceipts }) => ({ on: all, off: noReceipts }),
};
/** What runs in the service alone is judged by the service alone: of the whole read its share is smaller. */
const inService = { limits: mark, log: mark, 'limits and log': mark, 'request log': recordMark };
const compared: readonly { without: string; of: Of; mark?: number }[] = [
  ...Object.entries(inService).flatMap(([without, most]) => [
    { without, of: 'service' as const, mark: most },
    { without, of: 'read' as const },
  ]),
  // A receipt costs ais-pis and PostgreSQL more than the service that is read: the whole is judged.
  { without: 'receipts', of: 'service' },
  { without: 'receipts', of: 'bank', mark },
];
function pairOf(round: Round, { without, of }: (typeof compared)[number]): Pair {
  const pair = pairsWithout[without]!;
  if (of !== 'read') return pair(timesOf(round, of));
  const { on, off } = pair(timesOf(round, 'service'));
  const whole = round.everything.bank;
  return { on: whole, off: whole - (on - off) };
}
const timesOf = (round: Round, of: keyof Times): Arms => mapped(round, (times) => times[of]);
const mapped = <Value, Result>(all: Readonly<Record<ArmName, Value>>, change: (value: Value) => Result): Record<ArmName, Result> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, change(value)])) as Record<ArmName, Result>;
const target: Target = { operation: cards.readCardBalances, service: 'cards', kind: 'card', mark: 0 };

/**
 * Measures which share of a read's processor time limits, log, the portal's request log and receipts take: one process, in which arms with and without
 * them alternate. Receipts are measured over the whole bank, too. Returns whether the confidence intervals end below 5 %, that of the request log
 * below 2 %; shares of the whole read are printed besides.
 */
export async function benchArms({ consents, pairs, requests }: ArmsBench, log: (line: string) => void): Promise<boolean> {
  const opened = await openBank(consents, { LOG_LEVEL: 'info' }, log, ['portal']);
  const preloaded = new URL('./arm.js', import.meta.url);
  const service = await SwitchedService.start<Arm, ArmState>(
    opened.bank.environmentOf('cards'),
    preloaded,
    requestsOf(target, opened.consents),
  );
  try {
    await knowClients(opened);
    const others = await BankProcessorTime.of(opened);
    const measured = async (arm: Arm): Promise<Times> => {
      const before = await service.switchTo(arm);
      const othersBefore = others.read();
      await service.send(requests);
      const after = await service.switchTo(everything);
      const othersUs = others.read() - othersBefore;
      checkArm(arm, requests, before, after);
      const serviceUs = after.cpuUs - before.cpuUs;
      return { service: serviceUs / requests, bank: (serviceUs + othersUs) / requests };
    };
    const round = async (at: number): Promise<Round> => {
      const times: Partial<Record<ArmName, Times>> = {};
      for (const name of orders[at % orders.length]!) times[name] = await measured(arms[name]);
      return times as Round;
    };
    for (let warming = 0; warming < 3; warming += 1) await round(warming);
    const rounds: Round[] = [];
    while (rounds.length < pairs) rounds.push(await round(rounds.length));
    const figures = compared.map((one) =>
      figuresOf(
        one,
        rounds.map((times) => pairOf(times, one)),
      ),
    );
    for (const one of figures) log(armText(one));
    log(interactionText(rounds));
    log(writeResults('arms', { consents, pairs, requests }, figures));
    return figures.every((one) => one.high <= (one.mark ?? Infinity));
  } finally {
    service.close();
    await opened.close();
  }
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
  // A request may be logged just after its answer has arrived.
  const isOff = (count: number, wanted: number) => Math.abs(count - wanted) > requests / 100;
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

function figuresOf({ without, of, mark: most }: (typeof compared)[number], measured: readonly Pair[]): ArmFigures {
  const { mean, low, high } = pairedRatio(measured);
  const average = (arm: 'off' | 'on') => measured.reduce((sum, one) => sum + one[arm], 0) / measured.length;
  // The ratio is to the arm without; the share is of the whole.
  const share = (ratio: number) => 1 - 1 / ratio;
  const shares = { share: share(mean), low: share(low), high: share(high) };
  return { without, of, onUs: average('on'), offUs: average('off'), ...shares, ...(most !== undefined && { mark: most }) };
}

const percent = (value: number): string => `${(value * 100).toFixed(2)} %`;

const armText = ({ without, of, onUs, offUs, share, low, high, mark: most }: ArmFigures): string =>
  `${target.operation.id} without ${without}: ${offUs.toFixed(1)} µs of processor time a request${of === 'service' ? ' in the service alone' : ' in the whole bank'}, ` +
  `${onUs.toFixed(1)} µs with; they take ${percent(share)} of it (95 % confidence interval ${percent(low)} to ${percent(high)})` +
  (most === undefined ? '' : `, at most ${percent(most)} allowed`);

/** Whether the two together take more than the sum of what each takes beside the other's absence: 1 if they do not. */
function interactionText(rounds: readonly Round[]): string {
  const { mean, low, high } = pairedRatio(
    rounds
      .map((round) => timesOf(round, 'service'))
      .map(({ everything: all, noLimits, noLog, neither }) => ({ on: all * neither, off: noLimits * noLog })),
  );
  return `both together are ${mean.toFixed(3)} times the product of the two (${low.toFixed(3)} to ${high.toFixed(3)})`;
}
