import type { Story } from './world/story.js';
import { listOf, type Step } from './scheduler/interleaving.js';
import type { StatementChange } from './scheduler/gate-protocol.js';
import { turnsOf } from './scheduler/turns.js';
import { failedAnswers } from './world/failed-answers.js';
import type { World } from './world/world.js';

/** One run of a story. */
export interface Run {
  readonly story: string;
  readonly seed: string;
  readonly steps: readonly Step[];
  readonly faults: readonly string[];
}

/** Runs a story by the turns that the seed stands for. */
export async function runStory(world: World, story: Story, seed: string): Promise<Run> {
  const { interleaving } = world.bank;
  const { roles, faults } = await story.perform(world);
  failedAnswers();
  const steps = await interleaving.run(roles, (actors) => turnsOf(`${story.name} ${seed}`, actors, story.steps));
  return { story: story.name, seed, steps, faults: [...failedAnswers(), ...(await faults())] };
}

/** Runs a story with changed statements. The changes are gone afterwards. */
export async function runChanged(world: World, story: Story, seed: string, changes: readonly StatementChange[]): Promise<Run> {
  const { gate } = world.bank;
  await gate.change(changes);
  try {
    return await runStory(world, story, seed);
  } finally {
    await gate.change([]);
  }
}

/** The first run of these seeds that has faults. */
export async function findFault(
  world: World,
  story: Story,
  seeds: readonly string[],
  changes: readonly StatementChange[],
): Promise<Run | undefined> {
  for (const seed of seeds) {
    const run = await runChanged(world, story, seed, changes);
    if (run.faults.length > 0) return run;
  }
  return undefined;
}

/** A run for people: what is wrong, how to see it again, and who went when. */
export const reportOf = ({ story, seed, faults, steps }: Run): string =>
  [
    `${story}, seed ${seed}: ${faults.length === 0 ? 'right' : faults.join('; ')}`,
    `INTERLEAVE_STORY=${story} INTERLEAVE_SEED=${seed} npm run campaign -- interleave`,
    listOf(steps),
  ].join('\n');
