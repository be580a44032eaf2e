import { Command } from 'commander';
import { moveClock, readClock, type ClockShown } from '@open-banking/sandbox/third-party';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';

function tell({ now, today, offsetMs }: ClockShown, json?: true): void {
  const seconds = Math.round(offsetMs / 1_000);
  if (json) return printJson({ now, today, offsetSeconds: seconds });
  print(`It is ${now}; the bank's day is ${today}. The clock was moved by ${seconds} seconds in all.`);
}

const show = withBankOptions(new Command('show'))
  .description('how late it is in the bank')
  .option('--json')
  .action(async ({ json }: { json?: true }, command: Command) => {
    tell(await readClock(new BankConnection(command).running), json);
  });

const advance = withBankOptions(new Command('advance'))
  .description('moves the clock forward, and does what becomes due')
  .argument('<duration>', 'ISO 8601, such as PT24H or P7D')
  .option('--json')
  .action(async (by: string, { json }: { json?: true }, command: Command) => {
    tell(await moveClock(new BankConnection(command).running, by), json);
  });

/** Exists in the sandbox only. */
export const clock = new Command('clock').description("the sandbox's clock: it goes forward only").addCommand(show).addCommand(advance);
