import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { collect as collectUnder } from '@open-banking/sandbox/third-party';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';

interface Given {
  readonly amount: string;
  readonly currency: string;
  readonly id?: string;
  readonly remittance?: string;
  readonly json?: true;
}

/** Exists in the sandbox only: elsewhere collections come from clearing. */
export const collect = withBankOptions(new Command('collect'))
  .description("presents a collection under a mandate, as its creditor's bank would; booked, or returned with a reason")
  .argument('<mandate>', 'its resourceId')
  .requiredOption('--amount <amount>', 'such as 12.00')
  .option('--currency <currency>', 'ISO 4217', 'EUR')
  .option('--id <uuid>', "the collection's own id: presented again, it is the same collection (default: a new one)")
  .option('--remittance <text>', 'what it is for')
  .option('--json')
  .action(async (resourceId: string, { amount, currency, id, remittance, json }: Given, command: Command) => {
    const collection = await collectUnder(new BankConnection(command).running, resourceId, {
      collectionId: id ?? randomUUID(),
      amount: { currency, amount },
      ...(remittance !== undefined && { remittance }),
    });
    if (json) return printJson(collection);
    const { collectionId, state, bookedOn, reason, text } = collection;
    const said = {
      booked: `booked on ${bookedOn}`,
      returned: `returned: ${reason} ${text}`,
      accepted: 'accepted; the books have not answered yet',
    }[state];
    print(`${collectionId} ${amount} ${currency}: ${said}`);
  });
