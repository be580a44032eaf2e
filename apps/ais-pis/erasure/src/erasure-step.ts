import type { ErasureProgress } from '@open-banking/contracts';

/**
 * The transitions of a step: what one service has to erase of a customer. A step is `kept` until the day until which the law makes the bank
 * keep the rest, and is due then. A further request makes every step due again.
 */
export const transitions = {
  due: ['kept', 'done'],
  kept: ['due'],
  done: ['due'],
} as const satisfies Record<string, readonly string[]>;

export type StepStatus = keyof typeof transitions;

/** The answer of a service, or the problem because of which there is none. */
export type StepProgress = ErasureProgress & { readonly problem: string | null };

/** The status of a due step after this answer. */
export function statusAfter({ done, keptUntil }: Pick<StepProgress, 'done' | 'keptUntil'>): StepStatus {
  if (!done) return 'due';
  return keptUntil === null ? 'done' : 'kept';
}
