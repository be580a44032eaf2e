import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogFile } from '../src/bank/log-file.js';

describe('a log file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-file-'));
  const file = join(folder, 'cards.log');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('continues the file of an earlier run in whole lines and keeps a bounded number of full files', async () => {
    const limits = { maxBytes: 100, oldFiles: 2 };
    const first = new LogFile(file, limits);
    first.write('{"line":1}\n{"li');
    first.line('{"line":"of another"}');
    first.write('ne":2}\n');
    await first.close();
    expect(read('cards.log')).toBe('{"line":1}\n{"line":"of another"}\n{"line":2}\n');

    const second = new LogFile(file, limits);
    second.write('{"line":3}\n');
    await second.close();
    expect(read('cards.log')).toMatch(/^\{"line":1\}\n[^]*\{"line":3\}\n$/);

    const third = new LogFile(file, limits);
    for (let line = 4; line < 60; line += 1) third.line(`{"line":${line}}`);
    await third.close();
    expect(readdirSync(folder).sort()).toEqual(['cards.log', 'cards.log.1', 'cards.log.2']);
    for (const name of readdirSync(folder)) expect(read(name).length).toBeLessThanOrEqual(100);
    expect(`${read('cards.log.2')}${read('cards.log.1')}${read('cards.log')}`).toMatch(/^(\{"line":\d+\}\n)+$/);
    expect(read('cards.log')).toMatch(/\{"line":59\}\n$/);
  });
});
