// `npm run campaign -- chaos`: five rounds of payments and collections while services and PostgreSQL are killed, hung and stopped and the
// clock moves. Exits with 1 if anything was lost or doubled.
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { runChaos, type ChaosReport } from './chaos/chaos-run.js';
import { ChaosBank } from './chaos/chaos-bank.js';

const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('it must be a whole number from 1 to 9999999.');
  return Number(text);
};
const { rounds, payments, seconds, payers, core, misbehaviour, seed } = new Command('chaos')
  .description(
    'makes payments and collections while a service or PostgreSQL is killed, hung or stopped every one to two seconds, then checks the data',
  )
  .option('--rounds <number>', 'number of rounds', wholeNumber, 5)
  .option('--payments <number>', 'acknowledged payments that end a round', wholeNumber, 500)
  .option('--seconds <number>', 'maximum length of a round', wholeNumber, 900)
  .option('--payers <number>', 'number of concurrent third parties', wholeNumber, 8)
  .option('--core', 'the core keeps the books: the reference core and its connector are killed and hung too, and the core misbehaves')
  .option(
    '--misbehaviour <shares>',
    'of how many instructions the core goes wrong in which way',
    'slow:0.1,twice:0.1,late:0.15,lost:0.1,dies:0.02',
  )
  .option('--seed <text>', 'what is killed when, and how the core misbehaves, is drawn from it', String(Date.now()))
  .parse()
  .opts<{ rounds: number; payments: number; seconds: number; payers: number; core?: true; misbehaviour: string; seed: string }>();

const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const folder = mkdtempSync(join(tmpdir(), 'open-banking-chaos-'));
// If this process is root, PostgreSQL runs as another user, which needs access to the folder.
chmodSync(folder, 0o755);
const bank = await ChaosBank.open({ folder, fleet: { 'ais-pis': 2, mandates: 1 }, log, ...(core && { core: { misbehaviour, seed } }) });
log(`seed ${seed}`);
let passed = true;
try {
  for (let round = 1; round <= rounds; round += 1) {
    const report = await runChaos(bank, { payments, seconds, payers, seed: `${seed} ${round}` });
    passed &&= isConsistent(report);
    log(`round ${round}: ${summaryOf(report)}`);
  }
} finally {
  await bank.close();
}
log(passed ? 'Nothing was lost and nothing doubled.' : `The data is inconsistent. The bank's files are in ${folder}`);
if (passed) rmSync(folder, { recursive: true, force: true });
process.exit(passed ? 0 : 1);

function isConsistent({ lost, doubled, wrong, unfinished, ledger, core: books, audit }: ChaosReport): boolean {
  return (
    [lost, doubled, wrong, unfinished].every((list) => list.length === 0) && [ledger, books, audit].every((fault) => fault === undefined)
  );
}

function summaryOf({
  activity,
  retries,
  faults,
  settledAfterMs,
  lost,
  doubled,
  wrong,
  unfinished,
  ledger,
  core: books,
  audit,
}: ChaosReport): string {
  const activityText = Object.entries(activity)
    .map(([name, times]) => `${times} ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`)
    .join(', ');
  const faultText = Object.entries(faults)
    .map(
      ([name, kinds]) =>
        `${name}: ${Object.entries(kinds)
          .map(([kind, times]) => `${kind} ${times}`)
          .join(' ')}`,
    )
    .join(', ');
  const bad = [...lost, ...doubled, ...wrong, ...unfinished].slice(0, 3).join(' ');
  return (
    `${activityText}; ${faultText}; ${retries} retries, all final ${(settledAfterMs / 1_000).toFixed(1)} s after the last start, ` +
    `lost ${lost.length}, doubled ${doubled.length}, wrong ${wrong.length}, unfinished ${unfinished.length}${bad && ` (${bad})`}, ledger ${ledger ?? 'right'}, core ${books ?? 'agrees'}, audit ${audit ?? 'right'}`
  );
}
