import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@open-banking/testing';

const run = promisify(execFile);
const compiled = new URL('../dist/operator-file.js', import.meta.url).href;

describe('the operator file', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  it('keeps every client that commands add at the same time', async () => {
    const file = join(folder.path, 'operator.json');
    writeFileSync(file, JSON.stringify({ baseUrl: 'http://127.0.0.1:8080', operatorKey: {}, clients: [] }));
    const program = `
      const { addOwnClient } = await import(${JSON.stringify(compiled)});
      const [file, by] = process.argv.slice(1);
      for (let at = 0; at < 50; at++) addOwnClient(file, { name: '', clientId: by + '-' + at, roles: [], redirectUri: '' });`;
    const commands = ['a', 'b', 'c', 'd'];
    await Promise.all(commands.map((by) => run(process.execPath, ['--input-type=module', '-e', program, file, by])));
    const { clients } = JSON.parse(readFileSync(file, 'utf8')) as { clients: readonly { readonly clientId: string }[] };
    const expected = commands.flatMap((by) => Array.from({ length: 50 }, (_, at) => `${by}-${at}`));
    expect(clients.map(({ clientId }) => clientId).sort()).toEqual(expected.sort());
  });
});
