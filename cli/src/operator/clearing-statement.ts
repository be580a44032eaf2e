import { reconciliationInternal } from '@open-banking/spec';
import { Command } from 'commander';
import { expectSuccess, internalCall } from '@open-banking/operator-client';
import { BankConnection, print, withBankOptions } from '../bank-connection.js';
import { writeTo } from '../named-file.js';

interface Options {
  readonly day?: string;
  readonly out?: string;
  readonly leaveOut?: readonly string[];
  readonly double?: readonly string[];
  readonly otherAmount?: readonly string[];
  readonly settle?: readonly string[];
  readonly charge?: string;
  readonly closingOff?: string;
}

/** The statement of the simulated clearing. Exists in the sandbox only. */
export const clearingStatement = withBankOptions(new Command('statement'))
  .description(
    "Writes the camt.053 statement of the sandbox's settlement accounts of a day, for openbank reconcile; with faults where they are asked for",
  )
  .option('--day <day>', "The bank's day, YYYY-MM-DD (default: today)")
  .option('--out <file>', 'Writes it into this file (default: standard output)')
  .option('--leave-out <id...>', 'Without these payments, transfers or collections')
  .option('--double <id...>', 'With these twice')
  .option('--other-amount <id...>', 'With one unit of the currency more in these')
  .option('--settle <payment-id...>', 'With these payments, whatever was answered')
  .option('--charge <amount>', 'With a charge of clearing')
  .option('--closing-off <amount>', 'Closes with so much more than its entries make')
  .action(async (_: object, command: Command) => {
    const { out, day, leaveOut, double, otherAmount, settle, charge, closingOff } = command.opts<Options>();
    const body = { day, leaveOut, double, otherAmount, settle, charge, closingOff };
    const answer = await internalCall(new BankConnection(command).running, 'ais-pis', reconciliationInternal.writeStatement, body);
    const { day: written, document } = expectSuccess<{ day: string; document: string }>('clearing statement', answer);
    if (out === undefined) process.stdout.write(document);
    else {
      writeTo(out, document, '--out');
      print(`The statement of ${written} is in ${out}.`);
    }
  });
