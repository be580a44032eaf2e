import { Command } from 'commander';
import type { ReceiptCheck, ReceiptDay } from '@open-banking/verification/receipts';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { jsonIn } from '../named-file.js';

interface Options {
  readonly head?: readonly string[];
  readonly keys?: string;
  readonly json?: true;
}

function keysOf(file: string): NonNullable<ReceiptCheck['keys']> {
  const { keys } = jsonIn<{ readonly keys?: NonNullable<ReceiptCheck['keys']> }>(file, '--keys');
  if (!Array.isArray(keys)) throw new Error(`${file} is no JWK Set: it has no "keys".`);
  return keys;
}

const receiptDayLine = ({ day, ok, leaves, heads, fault }: ReceiptDay): string =>
  `${ok ? 'ok   ' : 'WRONG'} ${day} ${leaves} leaves, ${heads} heads${ok ? '' : `: ${fault}`}`;

export const receiptsCheck = withBankOptions(new Command('check'))
  .description('Compares the log of receipts with every head that was signed over it, and reports the first fault of each day')
  .option('--head <jws...>', 'Heads of /receipt-heads that were kept elsewhere')
  .option('--keys <file>', "The bank's JWK Set, from /v1.7/oauth/consents/jwks: every head must be signed with one of its keys")
  .option('--json')
  .action(async ({ head, keys, json }: Options, command: Command) => {
    const url = new BankConnection(command).running.databases['ais-pis'];
    const { checkReceiptLog } = await import('@open-banking/verification/receipts');
    const report = await checkReceiptLog(url!, { ...(head && { kept: head }), ...(keys !== undefined && { keys: keysOf(keys) }) });
    if (!report.ok) process.exitCode = 1;
    if (json) return printJson(report);
    if (report.days.length === 0) print('The log has no receipts.');
    for (const day of report.days) print(receiptDayLine(day));
  });
