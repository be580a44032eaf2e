// `npm run chaos`: payments and collections while services and PostgreSQL are killed, hung and stopped and the clock moves, five rounds.
// Ends with 1 where anything was lost or doubled.
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { storm, type Weather } from './chaos/storm.js';
import { TroubledBank } from './chaos/troubled-bank.js';

const whole = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('must be a whole number.');
  return Number(text);
};
const { rounds, payments, seconds, payers } = new Command('chaos')
  .description(
    'makes payments and collections while a service or PostgreSQL is killed, hung or stopped every one to two seconds, and judges what is left',
  )
  .option('--rounds <number>', 'how often', whole, 5)
  .option('--payments <number>', 'acknowledged in each round, at least', whole, 500)
  .option('--seconds <number>', 'a round ends then at the latest', whole, 900)
  .option('--payers <number>', 'third parties at a time', whole, 8)
  .parse()
  .opts<{ rounds: number; payments: number; seconds: number; payers: number }>();

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const folder = mkdtempSync(join(tmpdir(), 'open-banking-chaos-'));
// PostgreSQL runs as another user where this is root.
chmodSync(folder, 0o755);
const bank = await TroubledBank.open({ folder, fleet: { 'ais-pis': 2, mandates: 1 }, say });
let good = true;
try {
  for (let round = 1; round <= rounds; round += 1) {
    const weather = await storm(bank, { payments, seconds, payers });
    good &&= isGood(weather);
    say(`round ${round}: ${told(weather)}`);
  }
} finally {
  await bank.close();
}
say(good ? 'Nothing was lost and nothing doubled.' : `Not everything is as it should be. What is left lies in ${folder}`);
if (good) rmSync(folder, { recursive: true, force: true });
process.exit(good ? 0 : 1);

function isGood({ lost, doubled, wrong, unfinished, ledger, audit }: Weather): boolean {
  return [lost, doubled, wrong, unfinished].every((list) => list.length === 0) && ledger === undefined && audit === undefined;
}

function told({ deeds, retries, troubles, settledAfterMs, lost, doubled, wrong, unfinished, ledger, audit }: Weather): string {
  const done = Object.entries(deeds)
    .map(([name, times]) => `${times} ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`)
    .join(', ');
  const met = Object.entries(troubles)
    .map(
      ([name, kinds]) =>
        `${name}: ${Object.entries(kinds)
          .map(([kind, times]) => `${kind} ${times}`)
          .join(' ')}`,
    )
    .join(', ');
  const bad = [...lost, ...doubled, ...wrong, ...unfinished].slice(0, 3).join(' ');
  return (
    `${done}; ${met}; ${retries} retries, all final ${(settledAfterMs / 1_000).toFixed(1)} s after the last start, ` +
    `lost ${lost.length}, doubled ${doubled.length}, wrong ${wrong.length}, unfinished ${unfinished.length}${bad && ` (${bad})`}, ledger ${ledger ?? 'right'}, audit ${audit ?? 'right'}`
  );
}
