import { execFile } from 'node:child_process';
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
    expect(stdout).toContain(profile === 'fapi2' ? 'a DPoP token for AIS:' : 'a Bearer token for AIS:');
  });
});
