import type { RecoveryOutcome, RecoveryState } from '@open-banking/contracts';
import { clearingInternal, recoveryInternal } from '@open-banking/spec';
import { Command } from 'commander';
import { internalCall, expectSuccess } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { textIn } from '../named-file.js';

type RunningBank = BankConnection['running'];
interface Instruction {
  readonly instructionId: string;
  readonly paymentId: string;
  readonly product: string;
  readonly instructedOn: string;
  readonly instructedAt: string;
  readonly message: object;
}
interface RecoverOptions {
  readonly file?: string;
  readonly keepOpen?: true;
  readonly despiteProblems?: true;
  readonly json?: true;
}

const recoveryState = async (bank: RunningBank): Promise<RecoveryState> =>
  expectSuccess('recover', await internalCall(bank, 'ais-pis', recoveryInternal.readRecovery));

/** Reads one instruction per line, in the form of `openbank clearing --json`. */
function instructionsIn(file: string): Instruction[] {
  return textIn(file, '--file')
    .split('\n')
    .flatMap((line, at) => {
      try {
        return line.trim() === '' ? [] : [JSON.parse(line) as Instruction];
      } catch (error) {
        throw new Error(`${file}, line ${at + 1}: ${(error as Error).message}`, { cause: error });
      }
    });
}

/** The instructions that the sandbox's clearing simulator received. Other banks have no simulator. */
async function receivedBySimulator(bank: RunningBank): Promise<Instruction[]> {
  if (bank.sandbox === false)
    throw new Error('--file is required: the instructions that clearing received, one per line (docs/when-things-go-wrong.md).');
  const all: Instruction[] = [];
  for (;;) {
    const page = expectSuccess<readonly Instruction[]>(
      'recover',
      await internalCall(bank, 'ais-pis', clearingInternal.listReceived, { from: all.length }),
    );
    if (page.length === 0) return all;
    all.push(...page);
  }
}

async function importInstructions(bank: RunningBank, instructions: readonly Instruction[]): Promise<RecoveryOutcome[]> {
  const imported: RecoveryOutcome[] = [];
  for (const { instructionId, paymentId, product, instructedOn, instructedAt, message } of instructions) {
    const answer = await internalCall(
      bank,
      'ais-pis',
      recoveryInternal.takeInstruction,
      { paymentId, product, instructedOn, instructedAt, message },
      { instructionId },
    );
    imported.push(expectSuccess<RecoveryOutcome>(`recover ${instructionId}`, answer));
  }
  return imported;
}

const status = withBankOptions(new Command('status'))
  .description('Shows whether a recovery is in progress and how the restored database was detected')
  .option('--json')
  .action(async (_: object, command: Command) => {
    const found = await recoveryState(new BankConnection(command).running);
    if (command.optsWithGlobals<{ json?: true }>().json) return printJson(found);
    print(
      found.state === 'none'
        ? 'No recovery is in progress.'
        : `Money movement has been stopped since ${found.detectedAt}. ${found.reason} ${found.recovered} payments recovered, ${found.problems} problems.`,
    );
  });

export const recover = withBankOptions(new Command('recover'))
  .description('Recovers the payments that clearing had received after a backup was restored, then lets money move again')
  .option('--file <file>', 'Instructions that clearing received, one per line (default in the sandbox: read from the simulator)')
  .option('--keep-open', 'Recovers payments but leaves the recovery open')
  .option('--despite-problems', 'Ends the recovery although some instructions could not be recovered')
  .option('--json')
  .action(async ({ file, keepOpen, despiteProblems, json }: RecoverOptions, command: Command) => {
    const bank = new BankConnection(command).running;
    if ((await recoveryState(bank)).state === 'none') return json ? printJson({ state: 'none' }) : print('There is nothing to recover.');
    const imported = await importInstructions(bank, file === undefined ? await receivedBySimulator(bank) : instructionsIn(file));
    const of = (outcome: RecoveryOutcome['outcome']) => imported.filter((one) => one.outcome === outcome);
    if (!json) {
      for (const { instructionId, paymentId, problem } of of('problem')) print(`${instructionId}  payment ${paymentId}: ${problem}`);
      print(
        `${of('known').length} instructions were already known, ${of('recovered').length} were recovered, ${of('problem').length} could not be recovered.`,
      );
    }
    const ended = keepOpen
      ? await recoveryState(bank)
      : expectSuccess<RecoveryState>(
          'recover',
          await internalCall(bank, 'ais-pis', recoveryInternal.endRecovery, { despiteProblems: despiteProblems ?? false }),
        );
    if (json) return printJson({ ...ended, known: of('known').length, recovered: of('recovered').length, problems: of('problem') });
    print(
      ended.state === 'none'
        ? 'The recovery has ended: money movement has resumed.'
        : 'The recovery is still open: money movement remains stopped.',
    );
  })
  .addCommand(status);
