import type { ClearingRule, Instruction, InstructionPage } from '@open-banking/contracts';
import { isDate } from '@open-banking/messages/dates';
import { clearingInternal } from '@open-banking/spec';
import { Command, Option } from 'commander';
import { internalCall, expectSuccess } from '@open-banking/operator-client';
import { waits } from './waiting-proposal.js';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';

interface RuleOptions {
  readonly after?: string;
  readonly product?: string;
  readonly creditor?: string;
  readonly amountFrom?: string;
  readonly reason?: string;
}

/** `--json` is also an option of `clearing` itself, which consumes it wherever it appears. */
const asJson = (command: Command): boolean => command.optsWithGlobals<{ json?: true }>().json === true;

const request = async <T>(
  command: Command,
  row: (typeof clearingInternal)[keyof typeof clearingInternal],
  body?: unknown,
  params?: Readonly<Record<string, string>>,
): Promise<T> => expectSuccess<T>('clearing', await internalCall(new BankConnection(command).running, 'ais-pis', row, body, params));

/** Reads all pages of a list of instructions. */
async function listInstructions(
  command: Command,
  filter: { readonly of: string; readonly product?: string },
): Promise<Omit<InstructionPage, 'next'>> {
  const instructions: Instruction[] = [];
  let first: InstructionPage | undefined;
  for (let after: string | undefined; ;) {
    const page: InstructionPage = await request(command, clearingInternal.listInstructions, {
      ...filter,
      ...(after !== undefined && { after }),
    });
    instructions.push(...page.instructions);
    first ??= page;
    if (page.next === undefined) return { date: first.date, totals: first.totals, instructions };
    after = page.next;
  }
}

const aboutText = ({ paymentId, collectionId }: Instruction): string =>
  paymentId === undefined ? `collection ${collectionId}` : `payment ${paymentId}`;

/** Messages to the core other than payments have a kind in place of a product. */
const line = (instruction: Instruction): string => {
  const { instructionId, product, currency, amount, state, reason, settlementDate, answerBy, late } = instruction;
  return [
    `${instructionId}  ${aboutText(instruction)}  ${product}  ${amount} ${currency}  ${state}${reason ? ` ${reason}` : ''}`,
    ...(settlementDate === undefined ? [] : [`settles ${settlementDate}`]),
    ...(late ? [`late since ${answerBy}`] : []),
  ].join('  ');
};

const report = withBankOptions(new Command('report'))
  .description('Reports the outcome of an instruction to the bank; repeating a report has no effect')
  .argument('<instruction-id>')
  .argument('<answer>', 'One of accepted, rejected and returned')
  .option('--reason <code>', 'ISO 20022 reason code such as AC04, for rejected and returned')
  .option('--json')
  .action(async (instructionId: string, answer: string, { reason }: { reason?: string }, command: Command) => {
    const { state } = await request<{ state: string }>(
      command,
      clearingInternal.answerInstruction,
      { answer, ...(reason !== undefined && { reason }) },
      { instructionId },
    );
    if (asJson(command)) return printJson({ instructionId, state });
    print(`${instructionId} is ${state}.`);
  });

const resolve = withBankOptions(new Command('resolve'))
  .description(
    'Ends the investigation of an instruction that clearing has not answered in time; after a contradicting answer from clearing, repeat it to confirm that the contradiction is settled',
  )
  .argument('<instruction-id>')
  .argument('<answer>', 'One of accepted (the other bank has the money) and rejected (the money is returned to the payer)')
  .option('--reason <code>', 'ISO 20022 reason code such as AC04, for rejected')
  .requiredOption('--note <text>', 'The evidence for this outcome, kept in the record')
  .option('--json')
  .action(async (instructionId: string, answer: string, { reason, note }: { reason?: string; note: string }, command: Command) => {
    const { state, proposalId } = await request<{ state: string; proposalId?: string }>(
      command,
      clearingInternal.resolveInstruction,
      { answer, note, ...(reason !== undefined && { reason }) },
      { instructionId },
    );
    if (asJson(command)) return printJson({ instructionId, state, ...(proposalId !== undefined && { proposalId }) });
    if (proposalId !== undefined) return print(waits(proposalId));
    print(`${instructionId} is resolved as ${state}.`);
  });

const answers = { accept: 'accepted', reject: 'rejected', return: 'returned' } as const;
const ruleOf = (verb: keyof typeof answers, description: string): Command => {
  const command = withBankOptions(new Command(verb))
    .description(description)
    .option('--after <duration>', 'Delay before the answer (ISO 8601, such as PT30S or P2D)')
    .option('--product <product>', 'Applies only to payments of this product')
    .option('--creditor <account>', 'Applies only to payments to this account: an IBAN, or the identification used in the payment')
    .option('--amount-from <amount>', 'Applies only to payments of at least this amount')
    .option('--json');
  if (verb !== 'accept') command.addOption(new Option('--reason <code>', 'ISO 20022 reason code').default('MS03'));
  return command.action(async ({ after, product, creditor, amountFrom, reason }: RuleOptions, self: Command) => {
    const { ruleId } = await request<{ ruleId: string }>(self, clearingInternal.addClearingRule, {
      answer: answers[verb],
      after,
      product,
      creditor,
      amountFrom,
      reason,
    });
    if (asJson(self)) return printJson({ ruleId });
    print(`Rule ${ruleId} applies to every matching unanswered instruction until it is removed.`);
  });
};

const list = withBankOptions(new Command('list'))
  .description('Lists the rules; the first match applies')
  .option('--json')
  .action(async (_: object, command: Command) => {
    const rules = await request<readonly ClearingRule[]>(command, clearingInternal.listClearingRules);
    if (asJson(command)) return printJson(rules);
    for (const { ruleId, answer, reason, afterSeconds, product, creditor, amountFrom } of rules) {
      const conditions = [product, creditor && `to ${creditor}`, amountFrom && `from ${amountFrom}`].filter(Boolean).join(', ');
      print(`${ruleId}  ${answer}${reason ? ` ${reason}` : ''} after ${afterSeconds} s: ${conditions || 'everything'}`);
    }
    print(rules.length === 0 ? 'No rules: everything is accepted within a second.' : 'Everything else is accepted within a second.');
  });

const remove = withBankOptions(new Command('remove'))
  .description('Removes a rule')
  .argument('<rule>', 'Rule number, or all')
  .action(async (ruleId: string, _: object, command: Command) => {
    await request(command, clearingInternal.removeClearingRule, undefined, { ruleId });
    print(ruleId === 'all' ? 'All rules are removed.' : `Rule ${ruleId} is removed.`);
  });

/** Sets how the simulated clearing answers. Exists in the sandbox only. */
export const clearingRule = new Command('rule')
  .description("Sets how the sandbox's clearing answers; newer rules take precedence")
  .addCommand(ruleOf('accept', 'Accepts after a delay'))
  .addCommand(ruleOf('reject', 'Rejects payments'))
  .addCommand(ruleOf('return', 'Accepts, and returns the money later'))
  .addCommand(list)
  .addCommand(remove);

function parseDay(date = 'today'): string {
  if (date === 'today' || isDate(date)) return date;
  throw new Error(`--date: "${date}" is not a valid date of the form YYYY-MM-DD`);
}

interface StateFilter {
  readonly open?: true;
  readonly late?: true;
}

function selectionOf(date: string | undefined, { open, late }: StateFilter): string {
  if (late) return 'late';
  return open ? 'unanswered' : parseDay(date);
}

function emptyMessage({ date }: Omit<InstructionPage, 'next'>, { open, late }: StateFilter): string {
  if (late) return 'No answers are overdue.';
  return open ? 'All instructions are answered.' : `Nothing was sent on ${date!}.`;
}

export const clearing = withBankOptions(new Command('clearing'))
  .description("Shows a day's payments to other banks and the unanswered ones, and reports outcomes")
  .option('--date <date>', "The bank's day, YYYY-MM-DD (default: today)")
  .option('--scheme <product>', 'Shows only payments of this product')
  .option('--open', 'Shows unanswered instructions of all days')
  .option('--late', "Shows instructions of all days that clearing has not answered within its scheme's time limit")
  .option('--json')
  .action(
    async (
      { date, scheme, open, late, json }: { date?: string; scheme?: string; open?: true; late?: true; json?: true },
      command: Command,
    ) => {
      const result = await listInstructions(command, {
        of: selectionOf(date, { open, late }),
        ...(scheme !== undefined && { product: scheme }),
      });
      if (json) return printJson(result);
      for (const instruction of result.instructions) print(line(instruction));
      for (const { product, currency, state, count, amount } of result.totals ?? [])
        print(`${product}  ${state}: ${count}, ${amount} ${currency}`);
      if (result.instructions.length === 0) print(emptyMessage(result, { open, late }));
    },
  )
  .addCommand(report)
  .addCommand(resolve);
