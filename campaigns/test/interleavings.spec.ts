import { serversFolder } from '@open-banking/postgres-server/testing';
import { findFault, reportOf, runStory } from '../src/interleave/explore.js';
import { plantedRaces } from '../src/interleave/planted-races.js';
import { InterleaveBank } from '../src/interleave/world/interleave-bank.js';
import { World } from '../src/interleave/world/world.js';

const startMs = 400_000;

/** One planted race; interleavings.campaign.spec.ts runs all stories and finds all planted races. */
describe('what races, of one story', () => {
  let bank: InterleaveBank;
  let world: World;
  beforeAll(async () => {
    bank = await InterleaveBank.open(undefined, serversFolder());
    world = new World(bank);
  }, startMs);
  afterAll(() => bank.close(), startMs);

  it('is right in the order in which a consent that is approved without its lock is found wrong', async () => {
    const { story, changes } = plantedRaces.find(({ name }) => name === 'a consent is approved without its lock')!;
    const seeds = Array.from({ length: 30 }, (_, at) => String(at + 1));
    const found = await findFault(world, story, seeds, changes);
    expect(found?.faults.length).toBeGreaterThan(0);
    const run = await runStory(world, story, found!.seed);
    expect(run.faults.length === 0 ? '' : reportOf(run)).toBe('');
    expect(run.steps.length).toBeGreaterThan(story.steps / 4);
  });
});
