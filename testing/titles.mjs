// Prints the title of every test with its ring and file, without running one: `node testing/titles.mjs`. Rows of `each` are one title, its
// template; what is only known when tests run is shown as its expression. `--ring test` prints one ring, `--json` a list.
// `--against <commit>` compares with the titles of a commit instead: it prints those that are missing now and those that another file has,
// and exits with 1 if one is missing. The ring in a file's name does not count: a file may move from ring to ring.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ringOf } from './jest/rings.mjs';
import { DeclaredTitles } from './titles/declared-titles.mjs';
import { sourcesOf } from './titles/sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { against: { type: 'string' }, ring: { type: 'string' }, json: { type: 'boolean', default: false } },
});

/** Each test of the working tree, or of a commit: its ring, file and title. */
function titlesOf(commit) {
  const sources = sourcesOf(root, commit);
  const declared = new DeclaredTitles(sources);
  return [...sources.keys()]
    .filter((file) => file.endsWith('.spec.ts'))
    .sort()
    .flatMap((file) => declared.of(file).map((title) => ({ ring: ringOf(file), file, title })));
}

const withoutRing = (file) => file.replace(/\.(whole|campaign)\.spec\.ts$/, '.spec.ts');

/** Compares two lists: how often each file declares each title. */
function compare(before, now) {
  const count = (tests, keyOf) => tests.reduce((counts, test) => counts.set(keyOf(test), (counts.get(keyOf(test)) ?? 0) + 1), new Map());
  const own = ({ file, title }) => `${withoutRing(file)}\n${title}`;
  const left = count(now, own);
  // By title; Node 20, with which this may run, has no Map.groupBy.
  const elsewhere = new Map();
  for (const test of now) elsewhere.set(test.title, [...(elsewhere.get(test.title) ?? []), test]);
  const gone = before.filter((test) => {
    const times = left.get(own(test)) ?? 0;
    left.set(own(test), times - 1);
    return times < 1;
  });
  const moved = gone.filter(({ title }) => elsewhere.has(title));
  for (const { file, title } of moved)
    console.log(`moved    ${file}: ${title}\n         is now in ${[...new Set(elsewhere.get(title).map((test) => test.file))].join(', ')}`);
  const missing = gone.filter(({ title }) => !elsewhere.has(title));
  for (const { file, title } of missing) console.log(`missing  ${file}: ${title}`);
  console.log(
    `${before.length} titles at ${values.against}, ${now.length} now; ${moved.length} in another file, ${missing.length} missing`,
  );
  return missing.length === 0;
}

const tests = titlesOf();
if (values.against) process.exitCode = compare(titlesOf(values.against), tests) ? 0 : 1;
else {
  const shown = tests.filter(({ ring }) => values.ring === undefined || ring === values.ring);
  if (values.json) console.log(JSON.stringify(shown, undefined, 2));
  else for (const { ring, file, title } of shown) console.log(`${ring.padEnd(8)}  ${file}  ${title}`);
}
