// `npm run tour` runs the story in tour/story.ts against the running bank. The script also acts as the customer;
// with `npm run tour -- --browser` you answer the bank's pages yourself. `npm run tour -- --core` tells another story: of a bank with its own systems.
// `--step` waits for Enter between chapters, and `--html tour.html` keeps the tour as a page.
import { Command } from 'commander';
import { withBankOptions, BankConnection } from '@open-banking/cli/bank-connection';
import { writeTo } from '@open-banking/cli/named-file';
import { repeatingWhileBusy } from '@open-banking/operator-client';
import { callsMade, journey, startJourney } from './tour/journey.js';
import { printSummary, transcript, waitBetweenChapters } from './tour/output.js';
import { openTourBank } from './tour/tour-bank.js';

const command = withBankOptions(new Command('tour'))
  .description('Makes the calls of a third party for a demo customer, from a consent to a payment and a mandate, and prints each of them.')
  .option('--yes', 'The script answers as the demo customer (default)')
  .option('--browser', 'You answer in a browser')
  .option('--core', 'A bank of its own, whose core, login and approval app are other processes; the core is killed in the middle')
  .option('--step', 'Waits for Enter between chapters')
  .option('--html <file>', 'Writes the tour into this file, as a page')
  .helpOption('-h, --help', 'Prints this help')
  .parse();
const { browser = false, core = false, step = false, html } = command.opts<Options>();

interface Options {
  readonly browser?: boolean;
  readonly core?: boolean;
  readonly step?: boolean;
  readonly html?: string;
}

/** Ends the tour with this sentence, also in the page that was asked for. */
function endWith(sentence: string): void {
  if (transcript.chapters.length > 0) printSummary();
  if (html !== undefined) {
    writeTo(html, transcript.html(sentence), '--html');
    process.stdout.write(`\nThe page is in ${html}.\n`);
  }
}

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
  // Before the tour: a file that cannot be written is reported at once.
  if (html !== undefined) writeTo(html, '', '--html');
  if (step) waitBetweenChapters();
  await repeatingWhileBusy(
    (line) => process.stdout.write(`${line}\n`),
    () => (core ? runConnectedTour() : runTour()),
  );
  const sentence = `The tour succeeded: all ${callsMade()} responses were as expected.`;
  endWith(sentence);
  process.stdout.write(`\n${sentence}\n`);
  process.exit(0);
} catch (error) {
  const sentence = `The tour failed: ${(error as Error).message}`;
  endWith(sentence);
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}
