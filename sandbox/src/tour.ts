// `npm run tour`: the story of tour/story.ts, told at the bank that runs. The script plays the customer too;
// `npm run tour -- --browser` leaves the bank's pages to you.
import { Command } from 'commander';
import { withBankOptions, BankConnection } from './bank-connection.js';
import { callsMade, journey, setOut } from './tour/journey.js';
import { visit } from './tour/visit.js';

const command = withBankOptions(new Command('tour'))
  .option('--yes', 'the script answers as the demo customer (default)')
  .option('--browser', 'you answer, in a browser')
  .parse();
const { browser = false } = command.opts<{ browser?: boolean }>();

try {
  const { baseUrl, file } = new BankConnection(command);
  const { operator, leave } = await visit(baseUrl, file);
  try {
    await setOut(operator, browser);
    await import('./tour/story.js');
    journey().page.close();
  } finally {
    await leave();
  }
  process.stdout.write(`\nThe tour ends well: ${callsMade()} answers, each as it should be.\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`\nThe tour ends badly: ${(error as Error).message}\n`);
  process.exit(1);
}
