import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { interfaceServices } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { firstCall, type BankWithClients } from '../src/first-call.js';

describe('the call to paste that nx serve prints', () => {
  const bank = runningBank();

  it('succeeds as it stands, for each service', async () => {
    const { baseUrl, operatorFile, customersFile } = bank.facts;
    const { profile } = bank;
    const at: BankWithClients = {
      port: Number(new URL(baseUrl).port),
      baseUrl,
      profile,
      operatorFile,
      folder: { demoBank: dirname(customersFile) } as BankWithClients['folder'],
    };
    for (const service of interfaceServices) {
      const call = await firstCall(at, service);
      // The gateway is in the process of the run, which must not wait for curl.
      const { stdout: said } = await promisify(execFile)('sh', ['-c', `${call!.command} -w ' %{http_code}'`]);
      expect({ service, status: / (\d+)$/.exec(said)?.[1] }).toEqual({ service, status: expect.stringMatching(/^20[01]$/) as string });
    }
    expect(await firstCall(at, 'portal')).toBeUndefined();
  });
});
