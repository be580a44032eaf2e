import { proposalsInternal } from '@open-banking/spec';
import { Command } from 'commander';
import { internalCall, expectSuccess } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';

interface Proposal {
  readonly proposalId: string;
  readonly operation: string;
  readonly subject: string;
  readonly request: object | null;
  readonly state: string;
  readonly proposedBy: string;
  readonly decidedBy: string | null;
}
type Row = (typeof proposalsInternal)[keyof typeof proposalsInternal];

const request = async <T>(command: Command, row: Row, body?: unknown, proposalId = ''): Promise<T> =>
  expectSuccess<T>('proposal', await internalCall(new BankConnection(command).running, 'ais-pis', row, body, { proposalId }));

const line = ({ proposalId, operation, subject, request, state, proposedBy, decidedBy }: Proposal): string =>
  `${proposalId}  ${operation} ${subject}${request ? ` ${JSON.stringify(request)}` : ''}  ${state}  proposed by ${proposedBy}${decidedBy ? `, decided by ${decidedBy}` : ''}`;

const decide = (verb: string, description: string, row: Row): Command =>
  withBankOptions(new Command(verb))
    .description(description)
    .argument('<proposal>', 'The proposalId')
    .option('--json')
    .action(async (proposalId: string, { json }: { json?: true }, command: Command) => {
      const decided = await request<Proposal>(command, row, undefined, proposalId);
      if (json) return printJson(decided);
      print(line(decided));
    });

const list = withBankOptions(new Command('list'))
  .description('Lists proposals, newest first')
  .option('--state <state>', 'PROPOSED, DONE or REFUSED')
  .option('--json')
  .action(async ({ state, json }: { state?: string; json?: true }, command: Command) => {
    const all: Proposal[] = [];
    for (let after: string | undefined; ;) {
      const page = await request<{ proposals: readonly Proposal[]; next?: string }>(command, proposalsInternal.listProposals, {
        ...(state !== undefined && { state }),
        ...(after !== undefined && { after }),
      });
      all.push(...page.proposals);
      if (page.next === undefined) break;
      after = page.next;
    }
    if (json) return printJson(all);
    if (all.length === 0) print('There are no such proposals.');
    for (const one of all) print(line(one));
  });

export const proposal = new Command('proposal')
  .description('Approves or refuses what another operator proposed, such as erasing a customer')
  .addCommand(decide('approve', 'Approves and does what another operator proposed', proposalsInternal.approveProposal))
  .addCommand(decide('refuse', 'Refuses a proposal; its proposer may withdraw it this way', proposalsInternal.refuseProposal))
  .addCommand(list);
