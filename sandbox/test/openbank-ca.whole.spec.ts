import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sealingCertificate } from '@open-banking/access/signature';
import { SandboxCa } from '@open-banking/simulators/sandbox-ca';
import { makeTrustFiles } from '@open-banking/simulators/make-trust-files';
import { trustFiles } from '@open-banking/simulators/trust-files';

const program = fileURLToPath(new URL('../../cli/bin/openbank.mjs', import.meta.url));

describe('openbank ca', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openbank-ca-'));
  const [ca, out, file] = [join(folder, 'ca'), join(folder, 'seal'), join(folder, 'operator.json')];
  const client = (clientId: string, organization?: string) => ({
    name: `Name of ${clientId}`,
    clientId,
    roles: [],
    redirectUri: '',
    ...(organization && { organization }),
  });
  const operatorFile = (content: object): void => {
    writeFileSync(file, JSON.stringify({ baseUrl: '', operatorKey: {}, clients: [], caFolder: ca, ...content }));
  };
  const openbank = (...args: string[]): Promise<string> =>
    new Promise((settle) => {
      execFile(process.execPath, [program, 'ca', ...args, '--operator-file', file], (_, stdout, stderr) => {
        settle(stdout + stderr);
      });
    });
  const issued = () => sealingCertificate(new X509Certificate(readFileSync(join(out, 'certificate.pem'))).raw);

  beforeAll(() => makeTrustFiles(ca));
  beforeEach(() => {
    operatorFile({ clients: [client('first'), client('last')] });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('issues to the client last added, to a named client, and with the organization of a client that has one', async () => {
    expect(JSON.parse(await openbank('issue', '--roles', 'PSP_AI,PSP_PI', '--out', out, '--json'))).toMatchObject({
      client_id: 'last',
      organizationIdentifier: 'last',
    });
    expect(issued()).toMatchObject({ organization: 'last', roles: ['PSP_PI', 'PSP_AI'], signs: true });
    await openbank('issue', '--roles', 'PSP_AI', '--client', 'first', '--out', out);
    expect(issued()).toMatchObject({ organization: 'first', roles: ['PSP_AI'] });
    operatorFile({ clients: [client('first', 'PSDIL-BOI-1')] });
    await openbank('issue', '--roles', 'PSP_AI', '--out', out, '--from', '2020-01-01', '--days', '30');
    expect(issued().organization).toBe('PSDIL-BOI-1');
    expect(new Date(issued().x509.validTo)).toEqual(new Date('2020-01-31'));
  });

  it('writes the key, the certificate as PEM and as header value, and the CA certificate', async () => {
    await openbank('issue', '--roles', 'PSP_AI', '--organization', 'PSDIL-BOI-2', '--out', out);
    const certificate = issued().x509;
    const read = (name: string): string => readFileSync(join(out, name), 'utf8');
    expect(certificate.checkPrivateKey(createPrivateKey(read('key.pem')))).toBe(true);
    expect(read('certificate.base64').trim()).toBe(certificate.raw.toString('base64'));
    expect(certificate.verify(new X509Certificate(read('ca.pem')).publicKey)).toBe(true);
  });

  it('lists a blocked certificate once, and revokes only certificates it issued', async () => {
    await openbank('issue', '--roles', 'PSP_AI', '--out', out);
    const path = join(out, 'certificate.pem');
    const { fingerprint256, serialNumber } = issued().x509;
    for (let times = 0; times < 2; times += 1) expect(await openbank('block', path)).toContain('is blocked');
    expect(readFileSync(trustFiles(ca).blocked, 'utf8')).toBe(`${fingerprint256}\n`);
    expect(await openbank('revoke', path)).toBe(`${serialNumber} is revoked\n`);
    const stranger = await (await SandboxCa.open(join(folder, 'another'))).clientCertificate('CN=x');
    writeFileSync(path, stranger.certificate);
    expect(await openbank('revoke', path)).toContain("was not issued by this sandbox's authority");
  });

  it.each<[args: string[], says: string]>([
    [['issue', '--roles', 'PSP_XX', '--out', 'x'], 'PSP_XX is not one of PSP_AI'],
    [['issue', '--roles', 'PSP_AI', '--out', 'x', '--client', 'nobody'], 'was not added from this machine'],
    [['issue', '--roles', 'PSP_AI', '--out', 'x', '--from', 'soon'], 'must be a date or date-time'],
    [['issue', '--roles', 'PSP_AI', '--out', 'x', '--days', '0'], 'must be a whole number'],
    [['revoke', program], 'is not a readable certificate'],
  ])('names the error in %j', async (args, says) => {
    expect(await openbank(...args)).toContain(says);
  });

  it('reports a missing certificate authority and a missing client', async () => {
    operatorFile({ caFolder: undefined });
    expect(await openbank('issue', '--roles', 'PSP_AI', '--out', out)).toContain('has no certificate authority of its own');
    operatorFile({});
    expect(await openbank('issue', '--roles', 'PSP_AI', '--out', out)).toContain('add one first');
  });
});
