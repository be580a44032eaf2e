import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { products } from '@open-banking/spec';
import { generatedFiles } from '../src/files.js';
import { page, type GeneratedFile } from '../src/generated-file.js';
import { staleAmong } from '../src/stale.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

let files: GeneratedFile[];
// All services are loaded for their schemas.
beforeAll(async () => {
  files = await generatedFiles();
});

describe('a generated file', () => {
  it('begins with a sentence that names its command and its source', () => {
    // JSON of a foreign format has it in a property, some lines further down.
    for (const { content } of files)
      expect(content.split('\n').slice(0, 5).join(' ')).toMatch(/[Ww]ritten by `npm run generate` from .*[Cc]hange that, not this/);
  });

  it('is committed in its current form', () => {
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'docs/operations.md',
        'docs/errors.md',
        'docs/disclosure.md',
        'docs/openapi-findings.md',
        'docs/settings.md',
        'docs/licences.md',
        'gateway/haproxy/haproxy.cfg',
        'gateway/haproxy/routes.map',
        ...products.map(({ product }) => `docs/openapi/${product.id}.json`),
      ]),
    );
    expect(staleAmong(files, root).map(({ path }) => path)).toEqual([]);
  });

  it('is reported as stale if it is missing or was edited, and not otherwise', () => {
    const folder = mkdtempSync(join(tmpdir(), 'generated-'));
    const file = page('page.md', 'the table', ['# Page']);
    expect(staleAmong([file], folder)).toEqual([file]);
    writeFileSync(join(folder, file.path), file.content);
    expect(staleAmong([file], folder)).toEqual([]);
    writeFileSync(join(folder, file.path), `${file.content}One more line.\n`);
    expect(staleAmong([file], folder)).toEqual([file]);
  });
});
