import { setTimeout as pause } from 'node:timers/promises';
import { announced, type RunningBank } from '@open-banking/installation/addresses';
import { holderOf } from '@open-banking/installation/claim';
import type { DataFolder } from '@open-banking/installation/data-folder';
import type { TerminalLine } from './terminal-lines.js';

/** A part running in this process. `ended` resolves with the reason if it ends unexpectedly. */
export interface RunningPart {
  readonly ended: Promise<string | undefined>;
  stop(): Promise<unknown>;
}

export const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
/** Logs what is shown of a line. */
export const logThrough =
  (shown: TerminalLine) =>
  (line: string): void => {
    const text = shown(line);
    if (text !== undefined) log(text);
  };
export const never = new Promise<never>(() => undefined);

/** Resolves when the signal is aborted. */
export const whenAborted = (signal: AbortSignal): Promise<undefined> =>
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

const pollMs = 100;

/** Polls until a condition holds. Other processes change it, and their files are the only thing to watch. */
export async function waitUntil(isSo: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isSo()) await pause(pollMs, undefined, { signal });
}

/** The bank of this folder, as soon as its databases exist. */
export async function waitForBank(folder: DataFolder, signal: AbortSignal): Promise<RunningBank> {
  let bank: RunningBank | undefined;
  await waitUntil(() => {
    bank = announced(folder);
    return bank !== undefined && bank.by === holderOf(folder, 'database');
  }, signal);
  return bank!;
}
