// `npm run tour` runs the story in tour/story.ts against the running bank. The script also acts as the customer;
// with `npm run tour -- --browser` you answer the bank's pages yourself. `npm run tour -- --core` tells another story: of a bank with its own systems.
import { Command } from 'commander';
import { withBankOptions, BankConnection } from '@open-banking/cli/bank-connection';
import { repeatingWhileBusy } from '@open-banking/operator-client';
import { callsMade, journey, startJourney } from './tour/journey.js';
import { openTourBank } from './tour/tour-bank.js';

const command = withBankOptions(new Command('tour'))
  .option('--yes', 'the script answers as the demo customer (default)')
  .option('--browser', 'you answer in a browser')
  .option('--core', 'a bank of its own, whose core, login and approval app are other processes; the core is killed in the middle')
  .parse();
const { browser = false, core = false } = command.opts<{ browser?: boolean; core?: boolean }>();

async function runConnectedTour(): Promise<void> {
  const { openConnectedBank } = await import('./tour/connected-bank.js');
  const connected = await openConnectedBank((line) => process.stdout.write(`${line}\n`));
  try {
    await startJourney(connected.operator, browser);
    await import('./tour/connected-story.js');
    journey().page.close();
  } finally {
    await connected.close();
  }
}

async function runTour(): Promise<void> {
  const { baseUrl, file } = new BankConnection(command);
  const { operator, close } = await openTourBank(baseUrl, file);
  try {
    await startJourney(operator, browser);
    await import('./tour/story.js');
    journey().page.close();
  } finally {
    await close();
  }
}

try {
  await repeatingWhileBusy(
    (line) => process.stdout.write(`${line}\n`),
    () => (core ? runConnectedTour() : runTour()),
  );
  process.stdout.write(`\nThe tour succeeded: all ${callsMade()} responses were as expected.\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`\nThe tour failed: ${(error as Error).message}\n`);
  process.exit(1);
}
