import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runningBank, type ConsentedCaller, type TestClient } from '@open-banking/testing';
import { addOwnClient } from '@open-banking/testing/bank';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** Node is always available; a shell with openssl and curl only on some machines. */
const foreign: [name: string, command: string[]][] = [
  ['Node alone', [process.execPath, at('./foreign-client.mjs')]],
  ...(isThere('sh', '-c', 'exit 0') && isThere('openssl', 'version') && isThere('curl', '--version')
    ? [['a shell with openssl and curl', ['sh', at('./foreign-client.sh')]] satisfies [string, string[]]]
    : []),
];

const run = ([program, ...args]: readonly string[]): Promise<string> =>
  new Promise((settle, fail) => {
    execFile(program!, args, (error, out, err) => {
      if (error) fail(new Error(err || error.message));
      else settle(out);
    });
  });

describe.each(foreign)('A client made of %s', (_, command) => {
  const bank = runningBank(['ais-pis']);
  const folder = mkdtempSync(join(tmpdir(), 'foreign-client-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  let client: TestClient;
  let permitted: ConsentedCaller;

  const openbank = (...args: string[]): Promise<string> =>
    run([
      process.execPath,
      at('../../../cli/bin/openbank.mjs'),
      ...args,
      '--base-url',
      bank.baseUrl,
      '--operator-file',
      bank.facts.operatorFile,
    ]);
  const asks = (method: string, path: string, { body = '', token = permitted.token!, baseUrl = bank.baseUrl } = {}): Promise<string> =>
    run([...command, folder, method, baseUrl + path, token, permitted.consentId, ...(body ? [body] : [])]);

  beforeAll(async () => {
    client = await bank.client({ name: 'Foreign & Söhne, "Ltd"' });
    addOwnClient(bank.facts.operatorFile, client.client);
    permitted = await client.consentedBy(bank.demo);
    await openbank('ca', 'issue', '--client', client.clientId, '--roles', 'PSP_AI,PSP_PI', '--out', folder);
  });

  it('signs with the files written by openbank ca issue, and is accepted', async () => {
    expect(await asks('GET', '/v1.7/accounts')).toMatch(/^200 \{"accounts":\[\{/);
    expect(await asks('GET', `/v1.7/consents/${permitted.consentId}/status`)).toBe('200 {"consentStatus":"valid"}');
  });

  /** Stands between the client and the bank, and replaces a text of each request with another of the same length. */
  async function relay(from: string, to: string): Promise<{ baseUrl: string; close: () => void }> {
    const server = createServer((socket) => {
      const onward = connect(Number(new URL(bank.baseUrl).port), '127.0.0.1');
      socket.on('data', (sent) => onward.write(Buffer.from(sent.toString('latin1').replace(from, to), 'latin1')));
      onward.pipe(socket);
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
      onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
  }

  it('signs a body, of which no byte may change', async () => {
    const path = '/v1.7/consents';
    const { token } = await client.withClientToken('consents', 'AIS');
    const created = async (from: string, to: string): Promise<string> => {
      const { baseUrl, close } = await relay(from, to);
      const answer = await asks('POST', path, { body: '{"frequencyPerDay":1}', token, baseUrl });
      close();
      return answer;
    };
    // With a valid signature the request is refused for what its body lacks.
    expect(await created('PerDay":1', 'PerDay":1')).toMatch(/^400 .*"FORMAT_ERROR"/);
    expect(await created('PerDay":1', 'PerDay":2')).toMatch(/^401 .*"SIGNATURE_INVALID"/);
    expect(await asks('DELETE', `${path}/${permitted.consentId}`)).toMatch(/^204/);
    permitted = await client.consentedBy(bank.demo);
  });

  it('is refused with a certificate of another client, or once its own is revoked', async () => {
    const stranger = await bank.sealOf(await bank.client());
    for (const name of ['key.pem', 'certificate.pem', 'certificate.base64']) copyFileSync(join(folder, name), join(folder, `own-${name}`));
    writeFileSync(join(folder, 'key.pem'), stranger.privateKey);
    writeFileSync(join(folder, 'certificate.pem'), stranger.certificate);
    writeFileSync(join(folder, 'certificate.base64'), stranger.der);
    expect(await asks('GET', '/v1.7/accounts')).toMatch(/^401 .*"CERTIFICATE_INVALID"/);
    for (const name of ['key.pem', 'certificate.pem', 'certificate.base64']) copyFileSync(join(folder, `own-${name}`), join(folder, name));
    expect(await asks('GET', '/v1.7/accounts')).toMatch(/^200/);
    await openbank('ca', 'revoke', join(folder, 'certificate.pem'));
    expect(await asks('GET', '/v1.7/accounts')).toMatch(/^401 .*"CERTIFICATE_REVOKED"/);
  });
});
