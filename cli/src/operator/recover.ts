import { readFileSync } from 'node:fs';
import { clearingInternal, recoveryInternal } from '@open-banking/spec';
import { Command } from 'commander';
import { internalCall, succeeded } from '@open-banking/sandbox/third-party';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';

type Running = BankConnection['running'];
interface State {
  readonly state: 'none' | 'open';
  readonly reason?: string;
  readonly detectedAt?: string;
  readonly recovered?: number;
  readonly problems?: number;
}
interface Instruction {
  readonly instructionId: string;
  readonly paymentId: string;
  readonly product: string;
  readonly instructedOn: string;
  readonly instructedAt: string;
  readonly message: object;
}
interface Taken {
  readonly instructionId: string;
  readonly paymentId: string;
  readonly outcome: 'known' | 'recovered' | 'problem';
  readonly problem?: string;
}
interface Given {
  readonly file?: string;
  readonly keepOpen?: true;
  readonly despiteProblems?: true;
  readonly json?: true;
}

const stateOf = async (bank: Running): Promise<State> =>
  succeeded('recover', await internalCall(bank, 'ais-pis', recoveryInternal.readRecovery));

/** One instruction a line, as `openbank clearing --json` lists them. */
function instructionsIn(file: string): Instruction[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      try {
        return line.trim() === '' ? [] : [JSON.parse(line) as Instruction];
      } catch (error) {
        throw new Error(`${file}, line ${at + 1}: ${(error as Error).message}`, { cause: error });
      }
    });
}

/** What the sandbox's clearing received; outside the sandbox there is none to ask. */
async function receivedBySimulator(bank: Running): Promise<Instruction[]> {
  if (bank.sandbox === false)
    throw new Error('--file: name the file of what clearing received, one instruction a line (docs/when-things-go-wrong.md).');
  const all: Instruction[] = [];
  for (;;) {
    const page = succeeded<readonly Instruction[]>(
      'recover',
      await internalCall(bank, 'ais-pis', clearingInternal.listReceived, { from: all.length }),
    );
    if (page.length === 0) return all;
    all.push(...page);
  }
}

async function takenIn(bank: Running, instructions: readonly Instruction[]): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const { instructionId, paymentId, product, instructedOn, instructedAt, message } of instructions) {
    const answer = await internalCall(
      bank,
      'ais-pis',
      recoveryInternal.takeInstruction,
      { paymentId, product, instructedOn, instructedAt, message },
      { instructionId },
    );
    taken.push(succeeded<Taken>(`recover ${instructionId}`, answer));
  }
  return taken;
}

const status = withBankOptions(new Command('status'))
  .description('whether a restored database is being recovered, and how it was noticed')
  .option('--json')
  .action(async (_: object, command: Command) => {
    const found = await stateOf(new BankConnection(command).running);
    if (command.optsWithGlobals<{ json?: true }>().json) return printJson(found);
    print(
      found.state === 'none'
        ? 'Nothing is being recovered.'
        : `Since ${found.detectedAt} no money moves. ${found.reason} ${found.recovered} payments taken in, ${found.problems} problems.`,
    );
  });

export const recover = withBankOptions(new Command('recover'))
  .description('after a backup was restored: takes in what clearing had received, and lets money move again')
  .option('--file <file>', 'what clearing received, one instruction a line (in the sandbox: its simulator is asked)')
  .option('--keep-open', 'takes in, and ends nothing yet')
  .option('--despite-problems', 'ends although instructions could not be taken in')
  .option('--json')
  .action(async ({ file, keepOpen, despiteProblems, json }: Given, command: Command) => {
    const bank = new BankConnection(command).running;
    if ((await stateOf(bank)).state === 'none') return json ? printJson({ state: 'none' }) : print('Nothing is to be recovered.');
    const taken = await takenIn(bank, file === undefined ? await receivedBySimulator(bank) : instructionsIn(file));
    const of = (outcome: Taken['outcome']) => taken.filter((one) => one.outcome === outcome);
    if (!json) {
      for (const { instructionId, paymentId, problem } of of('problem')) print(`${instructionId}  payment ${paymentId}: ${problem}`);
      print(`${of('known').length} instructions were known, ${of('recovered').length} are taken in, ${of('problem').length} could not be.`);
    }
    const ended = keepOpen
      ? await stateOf(bank)
      : succeeded<State>(
          'recover',
          await internalCall(bank, 'ais-pis', recoveryInternal.endRecovery, { despiteProblems: despiteProblems ?? false }),
        );
    if (json) return printJson({ ...ended, known: of('known').length, recovered: of('recovered').length, problems: of('problem') });
    print(ended.state === 'none' ? 'The recovery has ended: money moves again.' : 'The recovery is still open: no money moves.');
  })
  .addCommand(status);
