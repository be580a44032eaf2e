import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { services } from '@open-banking/spec';
import { newCustomer, leasedBank, temporaryFolder } from '@open-banking/testing';

const execFileDone = promisify(execFile);
const program = fileURLToPath(new URL('../../cli/bin/openbank.mjs', import.meta.url));

describe('the list of demo customers', () => {
  const bank = leasedBank(services);
  const folder = temporaryFolder();
  const [customersFile, operatorFile] = [join(folder.path, 'customers.json'), join(folder.path, 'operator.json')];
  const openbank = (...args: string[]) =>
    execFileDone(process.execPath, [program, ...args, '--base-url', bank.baseUrl, '--operator-file', operatorFile]);
  const listed = async () => (JSON.parse((await openbank('customers', '--json')).stdout) as { login: string }[]).map(({ login }) => login);
  const written = () => JSON.parse(readFileSync(customersFile, 'utf8')) as { psuId: string }[];
  afterAll(() => {
    folder.remove();
  });

  it('names a customer no longer who is erased, in the file neither, and still names the others', async () => {
    const [person, another, neighbour] = [await newCustomer(bank), await newCustomer(bank), await newCustomer(bank)];
    const all = [person, another, neighbour].map((customer) => ({ ...customer, name: 'A Name', language: 'en', accounts: [] }));
    writeFileSync(customersFile, JSON.stringify(all), { mode: 0o600 });
    writeFileSync(operatorFile, JSON.stringify({ ...JSON.parse(readFileSync(bank.facts.operatorFile, 'utf8')), customersFile }));
    expect(await listed()).toEqual(all.map(({ login }) => login));

    const { stderr } = await openbank('erase', person.psuId, '--yes');
    expect(stderr).toContain(customersFile);
    expect(written()).toEqual(all.slice(1));
    expect(statSync(customersFile).mode & 0o777).toBe(0o600);
    expect(await listed()).toEqual([another.login, neighbour.login]);

    // A customer whom another machine has erased is still in this one's file.
    writeFileSync(customersFile, JSON.stringify(all), { mode: 0o600 });
    expect(await listed()).toEqual([another.login, neighbour.login]);
    // Asked again, the file loses them.
    await openbank('erase', person.psuId, '--yes');
    expect(written()).toEqual(all.slice(1));
  });
});
