// `npm run campaign -- interleave`: runs the stories that race, with new seeds for so many minutes, or one story with one seed again.
// Exits with 1 if anything was wrong.
import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { reportOf, runStory } from './interleave/explore.js';
import { InterleaveBank } from './interleave/world/interleave-bank.js';
import { stories } from './interleave/stories/index.js';
import { World } from './interleave/world/world.js';

const positive = (text: string): number => {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('it must be a number above 0.');
  return Number(text);
};
const { minutes, story, seed } = new Command('interleave')
  .description(
    'lets requests and jobs go on one statement at a time, in an order drawn from a seed, and checks what must hold whatever comes first',
  )
  .option('--minutes <number>', 'how long', positive, 1)
  .addOption(new Option('--story <name>', 'only this story').env('INTERLEAVE_STORY').choices(stories.map(({ name }) => name)))
  .addOption(new Option('--seed <seed>', 'only this run, with all its turns').env('INTERLEAVE_SEED'))
  .parse()
  .opts<{ minutes: number; story?: string; seed?: string }>();

const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const selected = stories.filter(({ name }) => story === undefined || name === story);
const bank = await InterleaveBank.open(log);
const world = new World(bank);
let runs = 0;
let found = 0;
let unprepared = 0;

async function run(one: (typeof stories)[number], by: string): Promise<void> {
  const done = await runStory(world, one, by).catch((error: unknown) => {
    if (seed !== undefined) throw error;
    log(`${one.name}, seed ${by}: did not come to its end: ${error instanceof Error ? error.stack : String(error)}`);
  });
  if (!done) {
    unprepared += 1;
    return;
  }
  runs += 1;
  found += done.faults.length > 0 ? 1 : 0;
  if (done.faults.length > 0 || seed !== undefined) log(reportOf(done));
}

const began = performance.now();
try {
  if (seed !== undefined) for (const one of selected) await run(one, seed);
  else
    for (const until = began + minutes * 60_000; performance.now() < until;)
      for (const one of selected) await run(one, String(randomInt(2 ** 40)));
} finally {
  await bank.close();
}
const seconds = (performance.now() - began) / 1_000;
log(
  `${runs} runs of ${selected.length} stories in ${seconds.toFixed(0)} s (${(runs / seconds).toFixed(1)} a second), ${found} of them with faults${unprepared > 0 ? `; ${unprepared} more did not come to their end` : ''}.`,
);
process.exit(found + unprepared === 0 ? 0 : 1);
