import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runningBank } from '@open-banking/sandbox/testing';

const script = fileURLToPath(new URL('../dist/tour.js', import.meta.url));

describe('npm run tour', () => {
  const bank = runningBank();

  it('tells the whole story at the bank that runs, and ends well', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile]);
    expect(stdout).toMatch(/The tour ends well: 3\d answers/);
    expect(stdout).not.toMatch(/<- 5\d\d/);
  }, 60_000);
});
