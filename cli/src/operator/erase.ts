import type { ErasureCheck, ErasureRow, ErasureStepRow } from '@open-banking/contracts';
import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { askErasure, checkErasure, listErasures, readErasure } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { jsonIn } from '../named-file.js';
import { printErasure, printErasureCheck } from './erased-rows.js';
import { waits } from './waiting-proposal.js';

interface Options {
  readonly check?: true;
  readonly list?: true;
  readonly from?: string;
  readonly yes?: true;
  readonly json?: true;
}
type Bank = BankConnection['running'];
type Connection = Pick<BankConnection, 'running' | 'withdraw'>;

const pollMs = 500;

export const erase = withBankOptions(new Command('erase'))
  .description('Erases the personal data of a customer in all services, for good; amounts, dates and ids stay, so that the books add up')
  .argument('[psuId]', "The customer's id")
  .option('--check', 'Only shows what would be erased, and what stands in the way')
  .option('--list', 'Lists erasures with their state')
  .option('--from <file>', 'Erases again whom a file of --list --json names: after a backup was restored')
  .option('--yes', 'Does not ask')
  .option('--json')
  .action(async (psuId: string | undefined, options: Options, command: Command) => {
    if ([psuId, options.list, options.from].filter((given) => given !== undefined).length !== 1)
      throw new Error('Name one customer, or use --list or --from.');
    if (options.check && psuId === undefined) throw new Error('--check looks at one customer: name them, without --list and --from.');
    const bank = new BankConnection(command);
    if (options.list) return list(bank.running, options);
    if (options.from !== undefined) return eraseAgain(bank, listedIn(options.from), options);
    return eraseOne(bank, psuId!, options);
  });

async function list(bank: Bank, { json }: Options): Promise<void> {
  const erasures = await listErasures(bank);
  if (json) return printJson(erasures);
  if (erasures.length === 0) print('Nobody was erased.');
  for (const { psuId, askedAt, askedBy, endedAt, steps } of erasures) {
    print(
      `${psuId}  asked by ${askedBy} on ${askedAt.slice(0, 10)}  ${endedAt === null ? 'not ended' : `ended on ${endedAt.slice(0, 10)}`}`,
    );
    for (const step of steps) if (step.state !== 'done') print(`  ${stepText(step)}`);
  }
}

async function eraseOne(bank: Connection, psuId: string, options: Options): Promise<void> {
  const found = await checkErasure(bank.running, psuId);
  const clear = isClear(found);
  if (options.check) {
    if (!clear) process.exitCode = 1;
    return options.json ? printJson({ psuId, ok: clear, ...found }) : printErasureCheck(psuId, found);
  }
  if (!options.json || !clear) printErasureCheck(psuId, found);
  if (!clear) throw new Error('Nothing was erased.');
  await confirmed(`Erase ${psuId} for good?`, options);
  await eraseNow(bank, psuId, options);
}

async function eraseNow(bank: Connection, psuId: string, options: Options): Promise<void> {
  const asked = await askErasure(bank.running, psuId);
  if (!asked) throw new Error(`${psuId} is unknown to this bank: nothing was erased.`);
  if ('proposalId' in asked) return options.json ? printJson(asked) : print(waits(asked.proposalId));
  const ended = await carriedOut(bank, psuId);
  return options.json ? printJson(ended) : printErasure(ended);
}

type ErasedCustomers = readonly Pick<ErasureRow, 'psuId'>[];

function listedIn(file: string): ErasedCustomers {
  const listed = jsonIn<unknown>(file, '--from');
  if (!Array.isArray(listed) || !listed.every((one: unknown) => typeof (one as Partial<ErasureRow> | null)?.psuId === 'string'))
    throw new Error(`--from: ${file} is no list of erasures, as openbank erase --list --json prints it.`);
  return listed as ErasedCustomers;
}

async function eraseAgain(bank: Connection, listed: ErasedCustomers, { json, ...options }: Options): Promise<void> {
  await confirmed(`Erase ${listed.length} customers again?`, options);
  const ended: ErasureRow[] = [];
  for (const { psuId } of listed)
    try {
      const erasure = await erasedAgain(bank, psuId, json ? report : print);
      if (!erasure) continue;
      ended.push(erasure);
      if (!json) print(`${psuId}  erased`);
    } catch (error) {
      process.exitCode = 1;
      report(`openbank: ${psuId}: ${error instanceof Error ? error.message : String(error)}`);
    }
  if (json) printJson(ended);
}

/** A backup may be older than a customer who was erased later: of whom the restored database does not know, it holds nothing. */
async function erasedAgain(bank: Connection, psuId: string, say: (line: string) => void): Promise<ErasureRow | undefined> {
  const asked = await askErasure(bank.running, psuId);
  if (asked && !('proposalId' in asked)) return carriedOut(bank, psuId);
  if (asked) report(`${psuId}  ${waits(asked.proposalId)}`);
  say(`${psuId}  ${asked ? 'proposed' : 'unknown to this bank: nothing to erase'}`);
  return undefined;
}

const report = (line: string): void => void process.stderr.write(`${line}\n`);

async function confirmed(question: string, { yes }: Options): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new Error('This cannot be undone. Confirm it with --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} This cannot be undone. Type yes: `);
  terminal.close();
  if (answer.trim() !== 'yes') throw new Error('Nothing was erased.');
}

/** Waits for the services. Then the demo bank's list of who can sign in names the customer no longer. */
async function carriedOut(bank: Connection, psuId: string): Promise<ErasureRow> {
  const erasure = await erasedEverywhere(bank.running, psuId);
  const file = bank.withdraw(psuId);
  if (file !== undefined) report(`Taken out of ${file} too: ${psuId}`);
  return erasure;
}

/** Waits until no service has anything left that it may erase now. The bank goes on by itself if this is interrupted. */
async function erasedEverywhere(bank: Bank, psuId: string): Promise<ErasureRow> {
  const reported = new Set<string>();
  for (;;) {
    const erasure = await readErasure(bank, psuId);
    const due = erasure.steps.filter(({ state }) => state === 'due');
    if (due.length === 0) return erasure;
    for (const step of due) {
      const waiting = stepText(step);
      if ((step.problem !== null || step.obstacles.length > 0) && !reported.has(waiting)) process.stderr.write(`Waiting: ${waiting}\n`);
      reported.add(waiting);
    }
    await pause(pollMs);
  }
}

const isClear = ({ services, unavailable }: ErasureCheck): boolean =>
  unavailable.length === 0 && services.every(({ obstacles }) => obstacles.length === 0);

function stepText({ service, state, keptUntil, obstacles, problem }: ErasureStepRow): string {
  if (state === 'kept') return `${service}: the law makes the bank keep the rest until ${keptUntil}`;
  const [obstacle] = obstacles;
  if (obstacle) return `${service}: ${obstacle.what} ${obstacle.id} must ${obstacle.must}`;
  return `${service}: ${problem ?? 'is being erased'}`;
}
