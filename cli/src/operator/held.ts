import { heldPaymentsContracts, type HeldPayment, type HeldPaymentPage } from '@open-banking/contracts';
import { Command } from 'commander';
import { internalCall, expectSuccess } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { waits } from './waiting-proposal.js';

type Row = (typeof heldPaymentsContracts)[keyof typeof heldPaymentsContracts];

const request = async <T>(command: Command, row: Row, body: unknown, paymentId = ''): Promise<T> =>
  expectSuccess<T>('held', await internalCall(new BankConnection(command).running, 'ais-pis', row, body, { paymentId }));

const line = ({
  paymentId,
  product,
  amount,
  currency,
  transactionStatus,
  heldSince,
  heldBy,
  note,
  endsBy,
  contradictedBy,
}: HeldPayment): string =>
  [
    `${paymentId}  ${product}  ${amount} ${currency}  ${transactionStatus}  held since ${heldSince} by ${heldBy}`,
    ...(endsBy === null ? [] : [`refused at ${endsBy}`]),
    ...(note === null ? [] : [note]),
    ...(contradictedBy === null ? [] : [`has since been answered ${contradictedBy}`]),
  ].join(': ');

const list = withBankOptions(new Command('list'))
  .description('Lists payments that wait for a person, the oldest first')
  .option('--json')
  .action(async ({ json }: { json?: true }, command: Command) => {
    const all: HeldPayment[] = [];
    for (let after: string | undefined; ;) {
      const page: HeldPaymentPage = await request(command, heldPaymentsContracts.listHeldPayments, {
        ...(after !== undefined && { after }),
      });
      all.push(...page.payments);
      if (page.next === undefined) break;
      after = page.next;
    }
    if (json) return printJson(all);
    if (all.length === 0) print('No payments are held.');
    for (const one of all) print(line(one));
  });

const decide = (command: Command, row: Row): Command =>
  command
    .argument('<payment>', 'The paymentId')
    .requiredOption('--note <text>', "Why, for the bank's records")
    .option('--json')
    .action(async (paymentId: string, { note, reason, json }: { note: string; reason?: string; json?: true }, self: Command) => {
      const proposal = await request<{ proposalId: string }>(self, row, { note, ...(reason !== undefined && { reason }) }, paymentId);
      if (json) return printJson(proposal);
      print(waits(proposal.proposalId));
    });

export const held = new Command('held')
  .description('Releases or refuses payments that were held for a person: one operator proposes, another approves')
  .addCommand(list)
  .addCommand(
    decide(
      withBankOptions(new Command('release')).description('Proposes to execute a held payment'),
      heldPaymentsContracts.releaseHeldPayment,
    ),
  )
  .addCommand(
    decide(
      withBankOptions(new Command('refuse'))
        .description('Proposes to reject a held payment')
        .option('--reason <code>', 'ISO 20022 code that the third party is shown (default: MS03, no reason given)'),
      heldPaymentsContracts.refuseHeldPayment,
    ),
  );
