import { readdirSync, readFileSync } from 'node:fs';
import { exchange, runningBank } from '@open-banking/testing';

const folder = new URL('../../../docs/clients/', import.meta.url);

describe('the programs for generated clients', () => {
  const bank = runningBank(['portal']);

  it('are files to save, and the page of the commands links to each', async () => {
    const programs = readdirSync(folder);
    expect(programs).toContain('FiveCalls.java');
    const { status, text: page } = await exchange(`${bank.baseUrl}/docs/clients`, { headers: { accept: 'text/html' } });
    expect(status).toBe(200);
    for (const program of programs) {
      expect(page).toContain(`href="/guides/${program}"`);
      const file = await exchange(`${bank.baseUrl}/guides/${program}`);
      expect([file.status, file.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(file.text).toBe(readFileSync(new URL(program, folder), 'utf8'));
    }
    expect((await exchange(`${bank.baseUrl}/guides/SixCalls.java`)).status).toBe(404);
  });
});
