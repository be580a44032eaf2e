import { randomUUID } from 'node:crypto';
import { adjustmentsInternal } from '@open-banking/spec';
import { Command } from 'commander';
import { internalCall, expectSuccess } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { chosenId } from '../chosen-id.js';

interface Adjustment {
  readonly adjustmentId: string;
  readonly iban: string;
  readonly amount: { readonly currency: string; readonly amount: string };
  readonly reason: string;
  readonly state: string;
  readonly proposedBy: string;
  readonly decidedBy?: string;
  readonly bookedOn?: string;
}
interface ProposeOptions {
  readonly iban: string;
  readonly amount: string;
  readonly currency: string;
  readonly reason: string;
  readonly valueDate?: string;
  readonly id?: string;
  readonly json?: true;
}
type Row = (typeof adjustmentsInternal)[keyof typeof adjustmentsInternal];

const request = async <T>(command: Command, row: Row, body?: unknown, adjustmentId = ''): Promise<T> =>
  expectSuccess<T>('adjustment', await internalCall(new BankConnection(command).running, 'ais-pis', row, body, { adjustmentId }));

const line = ({ adjustmentId, iban, amount: { amount, currency }, reason, state, proposedBy, decidedBy }: Adjustment): string =>
  `${adjustmentId}  ${iban}  ${amount} ${currency}  ${state}  proposed by ${proposedBy}${decidedBy ? `, decided by ${decidedBy}` : ''}: ${reason}`;

const propose = withBankOptions(new Command('propose'))
  .description('Proposes a balance correction; nothing is booked until another operator approves it')
  .requiredOption('--iban <iban>', 'The account to correct')
  .requiredOption('--amount <amount>', 'Such as 12.00, or -12.00 for a debit')
  .option('--currency <currency>', 'ISO 4217', 'EUR')
  .requiredOption('--reason <text>', 'Shown to the customer on the statement')
  .option('--value-date <date>', 'YYYY-MM-DD (default: the booking date)')
  .option('--id <uuid>', 'The adjustmentId; proposing again with the same id has no further effect (default: a new id)', chosenId)
  .option('--json')
  .action(async ({ iban, amount, currency, reason, valueDate, id = randomUUID(), json }: ProposeOptions, command: Command) => {
    const proposed = await request<Adjustment>(
      command,
      adjustmentsInternal.proposeAdjustment,
      { iban, amount: { currency, amount }, reason, ...(valueDate !== undefined && { valueDate }) },
      id,
    );
    if (json) return printJson(proposed);
    print(line(proposed));
  });

const decide = (verb: string, description: string, row: Row): Command =>
  withBankOptions(new Command(verb))
    .description(description)
    .argument('<adjustment>', 'The adjustmentId')
    .option('--json')
    .action(async (adjustmentId: string, { json }: { json?: true }, command: Command) => {
      const decided = await request<Adjustment>(command, row, undefined, adjustmentId);
      if (json) return printJson(decided);
      print(line(decided));
    });

const list = withBankOptions(new Command('list'))
  .description('Lists adjustments, newest first')
  .option('--state <state>', 'PROPOSED, BOOKED or REFUSED')
  .option('--json')
  .action(async ({ state, json }: { state?: string; json?: true }, command: Command) => {
    const all: Adjustment[] = [];
    for (let after: string | undefined; ;) {
      const page = await request<{ adjustments: readonly Adjustment[]; next?: string }>(command, adjustmentsInternal.listAdjustments, {
        ...(state !== undefined && { state }),
        ...(after !== undefined && { after }),
      });
      all.push(...page.adjustments);
      if (page.next === undefined) break;
      after = page.next;
    }
    if (json) return printJson(all);
    if (all.length === 0) print('There are no such adjustments.');
    for (const one of all) print(line(one));
  });

export const adjustment = new Command('adjustment')
  .description('Corrects balances: one operator proposes, another approves')
  .addCommand(propose)
  .addCommand(decide('approve', 'Approves and books an adjustment; its proposer cannot approve it', adjustmentsInternal.approveAdjustment))
  .addCommand(
    decide(
      'refuse',
      'Rejects an adjustment without booking it; its proposer may withdraw it this way',
      adjustmentsInternal.refuseAdjustment,
    ),
  )
  .addCommand(list);
