import type { BlockedCreditor, CapView } from '@open-banking/contracts';
import { paymentRulesInternal } from '@open-banking/spec';
import { Command } from 'commander';
import { internalCall, expectSuccess } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { textIn } from '../named-file.js';
import { waits } from './waiting-proposal.js';

interface CapOptions {
  readonly customer?: string;
  readonly currency: string;
  readonly perPayment?: string;
  readonly perDay?: string;
}
interface BlockOptions {
  readonly account?: string;
  readonly name?: string;
  readonly reason?: string;
  readonly note?: string;
}
type Row = (typeof paymentRulesInternal)[keyof typeof paymentRulesInternal];

const request = async <T>(command: Command, row: Row, body?: unknown, entryId = ''): Promise<T> =>
  expectSuccess<T>(
    `${command.parent!.name()} ${command.name()}`,
    await internalCall(new BankConnection(command).running, 'ais-pis', row, body, { entryId }),
  );

/** All pages of a list. */
async function listed<One>(command: Command, row: Row, key: string, filter: object = {}): Promise<One[]> {
  const all: One[] = [];
  for (let after: string | undefined; ;) {
    const page: Readonly<Record<string, unknown>> = await request(command, row, { ...filter, ...(after !== undefined && { after }) });
    all.push(...(page[key] as readonly One[]));
    if (page['next'] === undefined) return all;
    after = page['next'] as string;
  }
}

const whose = ({ customer, currency }: Pick<CapOptions, 'customer' | 'currency'>): object => ({
  currency,
  ...(customer !== undefined && { customerId: customer }),
});
const ofWhom = (customer: string | undefined): string =>
  customer === undefined ? 'every customer without a cap of their own' : `customer ${customer}`;

const set = withBankOptions(new Command('set'))
  .description('Sets what a customer may pay at most; without amounts this customer has no cap')
  .option('--customer <id>', 'The customer (default: every customer without a cap of their own)')
  .requiredOption('--currency <currency>', 'ISO 4217')
  .option('--per-payment <amount>', 'Such as 5000.00')
  .option('--per-day <amount>', 'Of all payments of one of the bank’s days')
  .action(async (options: CapOptions, command: Command) => {
    const { customer, currency, perPayment, perDay } = options;
    await request(command, paymentRulesInternal.setPaymentCap, {
      ...whose(options),
      ...(perPayment !== undefined && { perPayment }),
      ...(perDay !== undefined && { perDay }),
    });
    print(`The cap in ${currency} of ${ofWhom(customer)} is set for all payments that are not executed yet.`);
    // Rounded to 15 digits or so, two numbers become equal at most: nothing is said that is not so.
    if (Number(perPayment) > Number(perDay))
      print(`Note: the cap per payment, ${perPayment}, is never reached: the cap per day, ${perDay}, refuses every payment above it.`);
  });

const removeCap = withBankOptions(new Command('remove'))
  .description('Removes a cap; a customer then has that of all customers')
  .option('--customer <id>', 'The customer (default: the cap of all customers)')
  .requiredOption('--currency <currency>', 'ISO 4217')
  .action(async (options: CapOptions, command: Command) => {
    await request(command, paymentRulesInternal.removePaymentCap, whose(options));
    print(`The cap in ${options.currency} of ${ofWhom(options.customer)} is removed.`);
  });

const listCaps = withBankOptions(new Command('list'))
  .description('Lists the caps, that of all customers first')
  .option('--customer <id>')
  .option('--json')
  .action(async ({ customer, json }: { customer?: string; json?: true }, command: Command) => {
    const filter = customer === undefined ? {} : { customerId: customer };
    const caps = await listed<CapView>(command, paymentRulesInternal.listPaymentCaps, 'caps', filter);
    if (json) return printJson(caps);
    if (caps.length === 0) print('There are no caps.');
    for (const { customerId, currency, perPayment, perDay, setBy } of caps)
      print(
        `${customerId ?? 'all customers'}  ${currency}  per payment ${perPayment ?? 'any'}  per day ${perDay ?? 'any'}  set by ${setBy}`,
      );
  });

export const cap = new Command('cap')
  .description('Caps the amounts that customers may pay')
  .addCommand(set)
  .addCommand(removeCap)
  .addCommand(listCaps);

const perCall = 1_000;

const blockAll = async (command: Command, creditors: readonly BlockOptions[]): Promise<number> => {
  let added = 0;
  for (let at = 0; at < creditors.length; at += perCall)
    added += (
      await request<{ added: number }>(command, paymentRulesInternal.blockCreditors, { creditors: creditors.slice(at, at + perCall) })
    ).added;
  return added;
};

const add = withBankOptions(new Command('add'))
  .description('Blocks a creditor: no payment to it is executed')
  .option('--account <iban>', 'An IBAN, or the number by which payments name the account')
  .option('--name <pattern>', 'A name; * stands for any letters')
  .option('--reason <code>', 'ISO 20022 code that the third party is shown (default: MS03, no reason given)')
  .option('--note <text>', "For the bank's records")
  .action(async ({ account, name, reason, note }: BlockOptions, command: Command) => {
    // Said here: the bank would first say what is wrong with a name that is not wanted at all.
    if ((account === undefined) === (name === undefined)) throw new Error('blocked-creditor add: give either --account or --name.');
    const entry = Object.fromEntries(Object.entries({ account, name, reason, note }).filter(([, value]) => value !== undefined));
    const added = await blockAll(command, [entry]);
    print(added === 0 ? 'It is blocked already.' : 'The creditor is blocked.');
  });

const load = withBankOptions(new Command('load'))
  .description('Blocks the creditors of a file: one JSON object a line, with account or name, and reason and note if you like')
  .argument('<file>')
  .action(async (file: string, _: object, command: Command) => {
    const lines = textIn(file)
      .split('\n')
      .filter((line) => line.trim() !== '');
    const creditors = lines.map((line, at) => {
      try {
        return JSON.parse(line) as BlockOptions;
      } catch {
        throw new Error(`${file}: line ${at + 1} is no JSON`);
      }
    });
    const added = await blockAll(command, creditors);
    print(`${added} of ${creditors.length} are new.`);
  });

const unblock = withBankOptions(new Command('remove'))
  .description('Unblocks a creditor')
  .argument('<entry>', 'The entryId')
  .action(async (entryId: string, _: object, command: Command) => {
    const answer = await request<{ proposalId?: string } | undefined>(command, paymentRulesInternal.unblockCreditor, undefined, entryId);
    print(answer?.proposalId === undefined ? 'The creditor is blocked no longer.' : waits(answer.proposalId));
  });

const listBlocked = withBankOptions(new Command('list'))
  .description('Lists blocked creditors')
  .option('--json')
  .action(async ({ json }: { json?: true }, command: Command) => {
    const all = await listed<BlockedCreditor>(command, paymentRulesInternal.listBlockedCreditors, 'creditors');
    if (json) return printJson(all);
    if (all.length === 0) print('No creditors are blocked.');
    for (const { entryId, kind, shown, reason, note, addedBy } of all)
      print(`${entryId}  ${kind} ${shown}  ${reason}  added by ${addedBy}${note === null ? '' : `: ${note}`}`);
  });

export const blockedCreditor = new Command('blocked-creditor')
  .description('Blocks creditors: no payment to them is executed')
  .addCommand(add)
  .addCommand(load)
  .addCommand(unblock)
  .addCommand(listBlocked);
