import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = join(root, 'docs/openapi');

/** Redocly's judgement by the structure of the version that a document names. Returns the exit code and the report. */
function judged(...files: string[]): { readonly status: number | null; readonly report: string } {
  const args = [join(root, 'node_modules/.bin/redocly'), 'lint', '--config', join(root, 'build/redocly.yaml'), ...files];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  return { status, report: stdout + stderr };
}

describe('the documents of OpenAPI 3.0.3', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-versions-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are documents of that version', () => {
    const copies = readdirSync(documents).filter((name) => name.endsWith('-3.0.json'));
    expect(copies.length).toBe(8);
    expect(judged(...copies.map((name) => join(documents, name)))).toMatchObject({ status: 0 });
  });

  it('are not those of 3.1 under another number', () => {
    const file = join(folder, 'cards.json');
    const document = JSON.parse(readFileSync(join(documents, 'cards.json'), 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...document, openapi: '3.0.3' }));
    const { status, report } = judged(file);
    expect(status).toBe(1);
    expect(report).toMatch(/`const` is not expected here/);
    expect(report).toMatch(/`identifier` is not expected here/);
  });
});
