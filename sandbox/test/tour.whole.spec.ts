import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runningBank } from '@open-banking/testing';
import { services } from '@open-banking/spec';

const script = fileURLToPath(new URL('../dist/tour.js', import.meta.url));

describe.each(['baseline', 'fapi2'] as const)('npm run tour, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });

  it('runs the whole story against the running bank and succeeds', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      script,
      '--base-url',
      bank.baseUrl,
      '--operator-file',
      bank.facts.operatorFile,
    ]);
    expect(stdout).toMatch(/The tour succeeded: all 4\d responses/);
    for (const said of ['<- booked', '<- returned: SL13', '"mandateStatus": "CANC"']) expect(stdout).toContain(said);
    expect(stdout).not.toMatch(/<- 5\d\d/);
    expect(stdout).not.toContain('\x1b');
    expect(stdout).toMatch(/^4\. Accounts +5 {2}5 × 200 +\d+\.\d$/m);
    expect(stdout).toMatch(/^Together +4\d {2}\d+ × 200, .*1 × 401, 1 × 404 +\d+\.\d$/m);
    expect(stdout).toContain(profile === 'fapi2' ? 'a DPoP token for AIS:' : 'a Bearer token for AIS:');
  });
});

describe('npm run tour', () => {
  const bank = runningBank(services);
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-tour-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('waits for Enter between chapters with --step, and writes a page with --html', async () => {
    const page = join(folder, 'tour.html');
    const args = [script, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile, '--step', '--html', page];
    const tour = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let said = '';
    const asked = () => said.split('[Enter] goes on.').length - 1;
    const asks = async (times: number) => {
      while (asked() < times) await once(tour.stdout, 'data');
    };
    tour.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const ended = once(tour, 'close');
    await asks(1);
    expect(said).toContain('1. A client');
    expect(said).not.toContain('2. A consent');
    tour.stdin.write('\n');
    await asks(2);
    expect(said).toContain('2. A consent');
    expect(said).not.toContain('3. The customer');
    // The tour goes on by itself when its input ends.
    tour.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(asked()).toBe(2);
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('The tour succeeded: all ');
    expect(html.match(/<section /g)).toHaveLength(14);
    expect(html).toContain('-&gt; GET /v1.7/accounts?withBalance=true');
    expect(html).not.toMatch(/<script|src=|\x1b/);
  });

  it('reports a page that cannot be written before it begins', async () => {
    const args = [script, '--base-url', bank.baseUrl, '--html', join(folder, 'nowhere', 'tour.html')];
    const failed = await promisify(execFile)(process.execPath, args).catch(
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );
    expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--html: ') });
  });
});
