import { findFault, reportOf, runChanged, runStory } from '../src/interleave/explore.js';
import { InterleaveBank } from '../src/interleave/world/interleave-bank.js';
import { plantedRaces } from '../src/interleave/planted-races.js';
import { stories } from '../src/interleave/stories/index.js';
import { World } from '../src/interleave/world/world.js';

const startMs = 400_000;
const seedsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at + 1));
/** Of each story so many runs, always the same: `npm run campaign -- interleave` has new ones. */
const storySeeds = 2;
/** A planted race that these do not find is not found. */
const maxSeeds = 30;

describe('what races', () => {
  let bank: InterleaveBank;
  let world: World;
  beforeAll(async () => {
    bank = await InterleaveBank.open();
    world = new World(bank);
  }, startMs);
  afterAll(() => bank.close(), startMs);

  it.each(stories.map((story) => ({ name: story.name, story })))(
    '$name is right in whatever order its statements come',
    async ({ story }) => {
      for (const seed of seedsOf(storySeeds)) {
        const run = await runStory(world, story, seed);
        expect(run.faults.length === 0 ? '' : reportOf(run)).toBe('');
        expect(run.steps.length).toBeGreaterThan(story.steps / 4);
      }
    },
  );

  it.each(plantedRaces.map((race) => ({ name: race.name, race })))(
    'the race is found, and found again by its seed: $name',
    async ({ race }) => {
      const found = await findFault(world, race.story, seedsOf(maxSeeds), race.changes);
      expect(found?.faults).toBeDefined();
      const again = await runChanged(world, race.story, found!.seed, race.changes);
      expect({ faults: again.faults, steps: again.steps }).toEqual({ faults: found!.faults, steps: found!.steps });
      // It is the change that makes it.
      expect((await runStory(world, race.story, found!.seed)).faults).toEqual([]);
    },
  );

  it('a change whose text the statement no longer has fails', async () => {
    const [{ story, changes }] = plantedRaces as [(typeof plantedRaces)[number]];
    const stale = changes.map((change) => ({ ...change, from: 'for no such update' }));
    await expect(runChanged(world, story, '1', stale)).rejects.toThrow(
      /is not in consents\.lock exactly once any more: for no such update/,
    );
  });
});
