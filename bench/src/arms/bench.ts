import { cards } from '@open-banking/spec';
import { openBank } from '../measured-bank.js';
import { pairedRatio } from '../paired-ratio.js';
import { writeResults } from '../results.js';
import { alternated, SwitchedService } from '../switched-service.js';
import { requestsOf, type Target } from '../targets.js';
import type { Arm } from './arm.js';

export interface ArmsBench {
  readonly consents: number;
  readonly pairs: number;
  /** Of one arm: about a second. */
  readonly requests: number;
}

/** What an arm leaves out, and which share of a read's processor time that takes. */
interface ArmFigures {
  readonly without: string;
  readonly onUs: number;
  readonly offUs: number;
  readonly share: number;
  /** The ends of the 95 % confidence interval. */
  readonly low: number;
  readonly high: number;
  readonly mark: number;
}

/** The largest share of a read's processor time that limits and log may take together. */
const mark = 0.05;
const everything: Arm = { limits: true, log: true };
const arms: readonly (readonly [without: string, arm: Arm])[] = [
  ['limits', { limits: false, log: true }],
  ['log', { limits: true, log: false }],
  ['limits and log', { limits: false, log: false }],
];
const target: Target = { operation: cards.readCardBalances, service: 'cards', kind: 'card', mark: 0 };

/**
 * Measures which share of a read's processor time limits and log take: one process, in which arms with and without them alternate. Returns
 * whether the confidence intervals end below 5 %.
 */
export async function benchArms({ consents, pairs, requests }: ArmsBench, log: (line: string) => void): Promise<boolean> {
  const opened = await openBank(consents, { LOG_LEVEL: 'info' }, log);
  const preloaded = new URL('./arm.js', import.meta.url);
  const service = await SwitchedService.start<Arm>(opened.bank.environmentOf('cards'), preloaded, requestsOf(target, opened.consents));
  try {
    const measured = async (arm: Arm): Promise<number> => {
      const before = await service.switchTo(arm);
      await service.send(requests);
      const after = await service.switchTo(everything);
      return (after.cpuUs - before.cpuUs) / requests;
    };
    for (let warming = 0; warming < 12; warming += 1) await measured(warming % 2 === 0 ? everything : arms[warming % arms.length]![1]);
    const results: { off: number; on: number }[][] = arms.map(() => []);
    for (let pair = 0; pair < pairs; pair += 1)
      for (const [at, [, arm]] of arms.entries())
        results[at]!.push(
          await alternated(
            pair,
            () => measured(arm),
            () => measured(everything),
          ),
        );
    const figures = arms.map(([without], at) => figuresOf(without, results[at]!));
    for (const one of figures) log(armText(one));
    log(writeResults('arms', { consents, pairs, requests }, figures));
    return figures.every(({ high }) => high <= mark);
  } finally {
    service.close();
    await opened.close();
  }
}

function figuresOf(without: string, pairs: readonly { readonly off: number; readonly on: number }[]): ArmFigures {
  const { mean, low, high } = pairedRatio(pairs);
  const average = (of: 'off' | 'on') => pairs.reduce((sum, one) => sum + one[of], 0) / pairs.length;
  // The ratio is to the arm without; the share is of the whole.
  const share = (ratio: number) => 1 - 1 / ratio;
  return { without, onUs: average('on'), offUs: average('off'), share: share(mean), low: share(low), high: share(high), mark };
}

const percent = (value: number): string => `${(value * 100).toFixed(2)} %`;

const armText = ({ without, onUs, offUs, share, low, high }: ArmFigures): string =>
  `${target.operation.id} without ${without}: ${offUs.toFixed(1)} µs of processor time a request, ${onUs.toFixed(1)} µs with everything; ` +
  `they take ${percent(share)} of it (95 % confidence interval ${percent(low)} to ${percent(high)}), at most ${percent(mark)} allowed`;
