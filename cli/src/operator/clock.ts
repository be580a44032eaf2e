import type { ClockState } from '@open-banking/contracts';
import { Command } from 'commander';
import { moveClock, readClock } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';

function printClock({ now, today, offsetMs }: ClockState, json?: true): void {
  const seconds = Math.round(offsetMs / 1_000);
  if (json) return printJson({ now, today, offsetSeconds: seconds });
  print(`It is ${now}; the bank's day is ${today}. The clock has been moved forward by ${seconds} seconds in total.`);
}

const show = withBankOptions(new Command('show'))
  .description("Prints the bank's current time")
  .option('--json')
  .action(async ({ json }: { json?: true }, command: Command) => {
    printClock(await readClock(new BankConnection(command).running), json);
  });

const advance = withBankOptions(new Command('advance'))
  .description('Moves the clock forward and runs the jobs that become due')
  .argument('<duration>', 'ISO 8601, such as PT24H or P7D')
  .option('--json')
  .action(async (by: string, { json }: { json?: true }, command: Command) => {
    printClock(await moveClock(new BankConnection(command).running, by), json);
  });

/** Exists in the sandbox only. */
export const clock = new Command('clock')
  .description("Reads or advances the sandbox's clock; it cannot go back")
  .addCommand(show)
  .addCommand(advance);
