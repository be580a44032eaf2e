import { fileURLToPath } from 'node:url';
import { packageFolders } from '../../build/sources.mjs';

/** The rings of tests, from the fastest to the slowest, and the npm script that runs each. */
export const rings = { test: 'npm test', whole: 'npm run test:whole', campaign: 'npm run campaign' };

/** The ring of a test file, by its name: `start.whole.spec.ts` belongs to `whole`, a name without a ring to `test`. */
export const ringOf = (file) => /\.(whole|campaign)\.spec\.ts$/.exec(file)?.[1] ?? 'test';

const folders = packageFolders(fileURLToPath(new URL('../..', import.meta.url))).map((folder) => `${folder}/test`);
const suffixes = { test: '!(*.whole|*.campaign).spec.ts', whole: '*.whole.spec.ts', campaign: '*.campaign.spec.ts', all: '*.spec.ts' };

/**
 * The `testMatch` of jest for a ring (`all`: every ring), and for the files that a command line names: those run whatever their ring is.
 * A folder in the command line runs its files of the ring.
 */
export function testMatch(ring, args) {
  if (!Object.hasOwn(suffixes, ring)) throw new Error(`TEST_RING is one of ${Object.keys(suffixes).join(', ')}; it is ${ring}`);
  const named = args.filter((arg) => arg.endsWith('.spec.ts')).map((arg) => `**/*${arg.replace(/^.*\//, '')}`);
  return [...folders.map((folder) => `<rootDir>/${folder}/**/${suffixes[ring]}`), ...named];
}
