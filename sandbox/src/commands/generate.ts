import { Command, InvalidArgumentError } from 'commander';
import { parseCount } from '@open-banking/cli/count';
import { withBankOptions, print, printJson } from '@open-banking/cli/bank-connection';
import { makeFolder } from '@open-banking/cli/named-file';
import { progress } from '@open-banking/cli/progress';

const day = (text: string): string => {
  const date = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text))
    throw new InvalidArgumentError('it must be a valid date of the form YYYY-MM-DD.');
  return text;
};

interface Options {
  customers: number;
  seed: string;
  until?: string;
  out: string;
  json?: true;
}

export const generate = withBankOptions(new Command('generate'))
  .description('Writes a demo bank as load files; the same seed and day give identical files')
  .option('--customers <number>', 'Number of customers', parseCount, 200)
  .option('--seed <text>', 'Seed of the random data', '1')
  .option('--until <day>', "The bank's current date, at which the history ends (default: today)", day)
  .requiredOption('--out <folder>', 'Output folder')
  .option('--json')
  .action(async ({ customers, seed, until, out, json }: Options) => {
    makeFolder(out, '--out');
    const [demoBank, { BankClock }] = await Promise.all([import('../demo-bank/index.js'), import('@open-banking/database/bank-clock')]);
    const bar = progress('customers');
    const made = await demoBank
      .generate({
        customers,
        seed,
        until: until ?? new BankClock(process.env['TIME_ZONE'] ?? 'Asia/Jerusalem').today(),
        out,
        onProgress: ({ done, total }) => {
          bar.at(done, total);
        },
      })
      .finally(() => {
        bar.end();
      });
    if (json)
      return printJson({
        customers: made.customers.length,
        transactions: made.transactions,
        files: made.files,
        customersFile: made.customersFile,
      });
    print(`${made.customers.length} customers, ${made.transactions} transactions:`);
    for (const file of [...Object.values(made.files), made.customersFile]) print(`  ${file}`);
  });
