// `npm run generate -- examples`: calls every operation at a demo bank of a fixed seed and day, and writes docs/openapi/examples/, which
// `npm run generate` puts into the OpenAPI documents. Run it when requests or answers have changed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@open-banking/database/migration-folders';
import { exampleBank } from '@open-banking/sandbox/example-calls';
import { openExampleBank } from './examples/example-bank.js';
import { ExampleCalls } from './examples/examples.js';

const folder = join(root, 'docs/openapi/examples');
const from = `Written by \`npm run generate -- examples\` from a demo bank (seed ${exampleBank.seed}, ${exampleBank.today}). Change that, not this.`;

try {
  const bank = await openExampleBank();
  try {
    const examples = await new ExampleCalls(bank).all();
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const { id, ...example } of examples)
      writeFileSync(join(folder, `${id}.json`), `${JSON.stringify({ 'x-generated': from, ...example }, null, 2)}\n`);
    process.stdout.write(`${examples.length} operations have examples; \`npm run generate\` puts them into the documents.\n`);
  } finally {
    await bank.close();
  }
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
