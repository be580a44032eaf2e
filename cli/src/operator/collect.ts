import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { collect as collectUnder } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { chosenId } from '../chosen-id.js';

interface CollectOptions {
  readonly amount: string;
  readonly currency: string;
  readonly id?: string;
  readonly remittance?: string;
  readonly json?: true;
}

/** Exists in the sandbox only. Elsewhere collections come from clearing. */
export const collect = withBankOptions(new Command('collect'))
  .description("Presents a collection under a mandate as the creditor's bank would: booked, or returned with a reason")
  .argument('<mandate>', 'The resourceId of the mandate')
  .requiredOption('--amount <amount>', 'Such as 12.00')
  .option('--currency <currency>', 'ISO 4217', 'EUR')
  .option('--id <uuid>', 'The collectionId; presenting it again has no further effect (default: a new id)', chosenId)
  .option('--remittance <text>', 'Remittance information')
  .option('--json')
  .action(async (resourceId: string, { amount, currency, id, remittance, json }: CollectOptions, command: Command) => {
    const collection = await collectUnder(new BankConnection(command).running, resourceId, {
      collectionId: id ?? randomUUID(),
      amount: { currency, amount },
      ...(remittance !== undefined && { remittance }),
    });
    if (json) return printJson(collection);
    const { collectionId, state, bookedOn, reason, text } = collection;
    const outcome = {
      booked: `booked on ${bookedOn}`,
      returned: `returned: ${reason} ${text}`,
      accepted: 'accepted, not yet booked',
    }[state];
    print(`${collectionId} ${amount} ${currency}: ${outcome}`);
  });
