import { isDate } from '@open-banking/messages';
import { clearingInternal } from '@open-banking/spec';
import { Command, Option } from 'commander';
import { internalCall, succeeded } from '@open-banking/sandbox/third-party';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';

interface Instruction {
  readonly instructionId: string;
  readonly paymentId: string;
  readonly product: string;
  readonly currency: string;
  readonly amount: string;
  readonly state: string;
  readonly reason: string | null;
  readonly settlementDate: string;
  readonly answerBy: string;
  readonly late: boolean;
}
interface Total {
  readonly product: string;
  readonly currency: string;
  readonly state: string;
  readonly count: number;
  readonly amount: string;
}
interface Page {
  readonly date?: string;
  readonly totals?: readonly Total[];
  readonly instructions: readonly Instruction[];
  readonly next?: string;
}
interface Rule {
  readonly ruleId: string;
  readonly answer: string;
  readonly reason: string | null;
  readonly afterSeconds: number;
  readonly product: string | null;
  readonly creditor: string | null;
  readonly amountFrom: string | null;
}
interface About {
  readonly after?: string;
  readonly product?: string;
  readonly creditor?: string;
  readonly amountFrom?: string;
  readonly reason?: string;
}

/** `clearing` itself knows the option too, and takes it wherever it stands. */
const asJson = (command: Command): boolean => command.optsWithGlobals<{ json?: true }>().json === true;

const ask = async <T>(
  command: Command,
  row: (typeof clearingInternal)[keyof typeof clearingInternal],
  body?: unknown,
  params?: Readonly<Record<string, string>>,
): Promise<T> => succeeded<T>('clearing', await internalCall(new BankConnection(command).running, 'ais-pis', row, body, params));

/** All pages of a question about instructions. */
async function listed(command: Command, question: { readonly of: string; readonly product?: string }): Promise<Omit<Page, 'next'>> {
  const instructions: Instruction[] = [];
  let first: Page | undefined;
  for (let after: string | undefined; ;) {
    const page: Page = await ask(command, clearingInternal.listInstructions, { ...question, ...(after !== undefined && { after }) });
    instructions.push(...page.instructions);
    first ??= page;
    if (page.next === undefined) return { date: first.date, totals: first.totals, instructions };
    after = page.next;
  }
}

const line = ({
  instructionId,
  paymentId,
  product,
  currency,
  amount,
  state,
  reason,
  settlementDate,
  answerBy,
  late,
}: Instruction): string =>
  `${instructionId}  payment ${paymentId}  ${product}  ${amount} ${currency}  ${state}${reason ? ` ${reason}` : ''}  settles ${settlementDate}${late ? `  late since ${answerBy}` : ''}`;

const report = withBankOptions(new Command('report'))
  .description('tells the bank what became of an instruction; the same report again changes nothing')
  .argument('<instruction-id>')
  .argument('<answer>', 'accepted, rejected or returned')
  .option('--reason <code>', 'ISO 20022, such as AC04; of rejected and returned')
  .option('--json')
  .action(async (instructionId: string, answer: string, { reason }: { reason?: string }, command: Command) => {
    const { state } = await ask<{ state: string }>(
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
    'ends the investigation of an instruction that clearing is late to answer; repeated after clearing has said otherwise, says that this is settled',
  )
  .argument('<instruction-id>')
  .argument('<answer>', 'accepted: the other bank has the money; rejected: it is given back')
  .option('--reason <code>', 'ISO 20022, such as AC04; of rejected')
  .requiredOption('--note <text>', 'how you know, for the record')
  .option('--json')
  .action(async (instructionId: string, answer: string, { reason, note }: { reason?: string; note: string }, command: Command) => {
    const { state } = await ask<{ state: string }>(
      command,
      clearingInternal.resolveInstruction,
      { answer, note, ...(reason !== undefined && { reason }) },
      { instructionId },
    );
    if (asJson(command)) return printJson({ instructionId, state });
    print(`${instructionId} is resolved as ${state}.`);
  });

const answers = { accept: 'accepted', reject: 'rejected', return: 'returned' } as const;
const ruleOf = (verb: keyof typeof answers, description: string): Command => {
  const command = withBankOptions(new Command(verb))
    .description(description)
    .option('--after <duration>', 'ISO 8601, such as PT30S or P2D: how long that takes')
    .option('--product <product>', 'of payments of this product only')
    .option('--creditor <account>', 'of payments to this account only: an IBAN, or as the payment names it')
    .option('--amount-from <amount>', 'of payments of at least this amount only')
    .option('--json');
  if (verb !== 'accept') command.addOption(new Option('--reason <code>', 'ISO 20022').default('MS03'));
  return command.action(async ({ after, product, creditor, amountFrom, reason }: About, self: Command) => {
    const { ruleId } = await ask<{ ruleId: string }>(self, clearingInternal.addClearingRule, {
      answer: answers[verb],
      after,
      product,
      creditor,
      amountFrom,
      reason,
    });
    if (asJson(self)) return printJson({ ruleId });
    print(`Rule ${ruleId} counts for every instruction without an answer that it fits, until it is removed.`);
  });
};

const list = withBankOptions(new Command('list'))
  .description('the rules; the first that fits counts')
  .option('--json')
  .action(async (_: object, command: Command) => {
    const rules = await ask<readonly Rule[]>(command, clearingInternal.listClearingRules);
    if (asJson(command)) return printJson(rules);
    for (const { ruleId, answer, reason, afterSeconds, product, creditor, amountFrom } of rules) {
      const about = [product, creditor && `to ${creditor}`, amountFrom && `from ${amountFrom}`].filter(Boolean).join(', ');
      print(`${ruleId}  ${answer}${reason ? ` ${reason}` : ''} after ${afterSeconds} s: ${about || 'everything'}`);
    }
    print(rules.length === 0 ? 'No rules: everything is accepted within a second.' : 'Everything else is accepted within a second.');
  });

const remove = withBankOptions(new Command('remove'))
  .description('takes a rule away')
  .argument('<rule>', 'its number, or all')
  .action(async (ruleId: string, _: object, command: Command) => {
    await ask(command, clearingInternal.removeClearingRule, undefined, { ruleId });
    print(ruleId === 'all' ? 'No rule is left.' : `Rule ${ruleId} is removed.`);
  });

/** How the simulated clearing answers: exists in the sandbox only. */
export const clearingRule = new Command('rule')
  .description("how the sandbox's clearing answers: newer rules before older ones")
  .addCommand(ruleOf('accept', 'accepts, but later'))
  .addCommand(ruleOf('reject', 'rejects'))
  .addCommand(ruleOf('return', 'accepts, and sends back later'))
  .addCommand(list)
  .addCommand(remove);

function parseDay(date = 'today'): string {
  if (date === 'today' || isDate(date)) return date;
  throw new Error(`--date: "${date}" is not a day that exists, as YYYY-MM-DD`);
}

interface Unanswered {
  readonly open?: true;
  readonly late?: true;
}

function questionOf(date: string | undefined, { open, late }: Unanswered): string {
  if (late) return 'late';
  return open ? 'unanswered' : parseDay(date);
}

function nothingIn({ date }: Omit<Page, 'next'>, { open, late }: Unanswered): string {
  if (late) return 'Nothing is late.';
  return open ? 'Everything has an answer.' : `Nothing was sent on ${date!}.`;
}

export const clearing = withBankOptions(new Command('clearing'))
  .description('payments to other banks: the file of a day, what has no answer, and answers')
  .option('--date <date>', "the bank's day, YYYY-MM-DD (default: today)")
  .option('--scheme <product>', 'of this product only')
  .option('--open', 'what clearing has not answered, of any day')
  .option('--late', "what clearing has not answered in its scheme's time, of any day")
  .option('--json')
  .action(
    async (
      { date, scheme, open, late, json }: { date?: string; scheme?: string; open?: true; late?: true; json?: true },
      command: Command,
    ) => {
      const found = await listed(command, { of: questionOf(date, { open, late }), ...(scheme !== undefined && { product: scheme }) });
      if (json) return printJson(found);
      for (const instruction of found.instructions) print(line(instruction));
      for (const { product, currency, state, count, amount } of found.totals ?? [])
        print(`${product}  ${state}: ${count}, ${amount} ${currency}`);
      if (found.instructions.length === 0) print(nothingIn(found, { open, late }));
    },
  )
  .addCommand(report)
  .addCommand(resolve);
