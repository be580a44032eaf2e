import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cards } from '@open-banking/spec';
import { handledOperations, type DocumentedHandler } from '../src/handlers.js';
import { openApiFiles } from '../src/openapi/document.js';
import { writeFiles } from '../src/write-files.js';

describe('npm run generate', () => {
  const root = mkdtempSync(join(tmpdir(), 'generate-'));
  let handled: ReadonlyMap<string, DocumentedHandler>;
  beforeAll(async () => {
    handled = await handledOperations();
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const run = async (served: ReadonlyMap<string, DocumentedHandler>, check: boolean) => {
    const lines: string[] = [];
    const line = (text: string): void => void lines.push(text);
    const code = await writeFiles(
      () => Promise.resolve().then(() => openApiFiles(served)),
      root,
      { check },
      { print: line, complain: line },
    );
    return { code, lines };
  };

  it.each([true, false])('says in one sentence which row no handler serves (only checking: %s)', async (check) => {
    const served = new Map([...handled].filter(([id]) => id !== cards.readCardBalances.id));
    expect(await run(served, check)).toEqual({
      code: 1,
      lines: [
        'No handler serves readCardBalances (GET /v1.7/cards/{card-id}/balances): add one to a controller in apps/cards, with @Serves, or take its row out of libs/spec.',
      ],
    });
  });

  it('writes the documents where every row is served, and then finds nothing stale', async () => {
    const { code, lines } = await run(handled, false);
    expect({ code, written: lines.includes('docs/openapi/cards.json') }).toEqual({ code: 0, written: true });
    expect(await run(handled, true)).toEqual({ code: 0, lines: [] });
  });

  it('does not hide a fault of its own', async () => {
    const broken = () => Promise.reject(new TypeError('a bug'));
    await expect(writeFiles(broken, root, { check: true }, { print: () => undefined, complain: () => undefined })).rejects.toThrow('a bug');
  });
});
