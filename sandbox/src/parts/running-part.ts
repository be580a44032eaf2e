import { setTimeout as pause } from 'node:timers/promises';
import { announced, type RunningBank } from '../bank/addresses.js';
import { holderOf } from '../bank/claim.js';
import type { DataFolder } from '../bank/data-folder.js';

/** A part that runs in this process. `ended` settles with the reason when it ends without having been told to. */
export interface RunningPart {
  readonly ended: Promise<string | undefined>;
  stop(): Promise<unknown>;
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
export const never = new Promise<never>(() => undefined);

/** Settles when whoever started this wants its end. */
export const toldToStop = (signal: AbortSignal): Promise<undefined> =>
  new Promise((settle) => {
    if (signal.aborted) settle(undefined);
    else
      signal.addEventListener(
        'abort',
        () => {
          settle(undefined);
        },
        { once: true },
      );
  });

const everyMs = 100;

/** Waits until something is so; other processes make it so, and leave nothing to listen to but their files. */
export async function becomes(isSo: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isSo()) await pause(everyMs, undefined, { signal });
}

/** The bank of this folder, as soon as its databases are there. */
export async function bankOf(folder: DataFolder, signal: AbortSignal): Promise<RunningBank> {
  let bank: RunningBank | undefined;
  await becomes(() => {
    bank = announced(folder);
    return bank !== undefined && bank.by === holderOf(folder, 'database');
  }, signal);
  return bank!;
}
