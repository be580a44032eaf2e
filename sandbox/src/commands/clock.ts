import { Command } from 'commander';
import { moveClock, readClock, type ClockShown } from '../third-party/move-clock.js';
import { asked, Operator, print, printJson } from './operator.js';

function tell({ now, today, offsetMs }: ClockShown, json?: true): void {
  const seconds = Math.round(offsetMs / 1_000);
  if (json) return printJson({ now, today, offsetSeconds: seconds });
  print(`It is ${now}; the bank's day is ${today}. The clock was moved by ${seconds} seconds in all.`);
}

const show = asked(new Command('show'))
  .description('how late it is in the bank')
  .option('--json')
  .action(async ({ json }: { json?: true }, command: Command) => {
    tell(await readClock(new Operator(command).running), json);
  });

const advance = asked(new Command('advance'))
  .description('moves the clock forward, and does what becomes due')
  .argument('<duration>', 'ISO 8601, such as PT24H or P7D')
  .option('--json')
  .action(async (by: string, { json }: { json?: true }, command: Command) => {
    tell(await moveClock(new Operator(command).running, by), json);
  });

/** Exists in the sandbox only. */
export const clock = new Command('clock').description("the sandbox's clock: it goes forward only").addCommand(show).addCommand(advance);
