// `npm run generate -- examples`: calls every operation at a demo bank of a fixed seed and day, and writes docs/openapi/examples/, which
// `npm run generate` puts into the OpenAPI documents. Run it when requests or answers have changed. `--check` compares instead of writing.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@open-banking/database/migration-folders';
import { exampleBank } from '@open-banking/sandbox/example-calls';
import { openExampleBank } from './examples/example-bank.js';
import { ExampleCalls } from './examples/examples.js';

const folder = join(root, 'docs/openapi/examples');
const from = `Written by \`npm run generate -- examples\` from a demo bank (seed ${exampleBank.seed}, ${exampleBank.today}). Change that, not this.`;

/** The files by name. */
async function exampleFiles(): Promise<ReadonlyMap<string, string>> {
  const bank = await openExampleBank();
  try {
    const examples = await new ExampleCalls(bank).all();
    return new Map(
      examples.map(({ id, ...example }) => [`${id}.json`, `${JSON.stringify({ 'x-generated': from, ...example }, null, 2)}\n`]),
    );
  } finally {
    await bank.close();
  }
}

/** The names of files that differ, are missing or are no example of an operation. */
function staleAmong(files: ReadonlyMap<string, string>): string[] {
  const standing = new Set(readdirSync(folder));
  const changed = [...files].filter(([name, text]) => !standing.has(name) || readFileSync(join(folder, name), 'utf8') !== text);
  return [...changed.map(([name]) => name), ...[...standing].filter((name) => !files.has(name))];
}

function write(files: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

try {
  const files = await exampleFiles();
  const stale = process.argv.includes('--check') ? staleAmong(files) : [];
  if (stale.length > 0) throw new Error(`npm run generate -- examples changes ${stale.join(', ')}: run it, and npm run generate.`);
  if (process.argv.includes('--check')) process.stdout.write(`${files.size} operations have the examples that the bank answers with.\n`);
  else {
    write(files);
    process.stdout.write(`${files.size} operations have examples; \`npm run generate\` puts them into the documents.\n`);
  }
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
