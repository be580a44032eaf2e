import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { issuerHomes, issuerRows, issuers } from '@open-banking/spec';
import { addClient, completeInteraction, exchange, inDays, ThirdParty } from '@open-banking/testing';
import { preparedFolder } from '@open-banking/testing/bank';
import { freePorts } from '@open-banking/installation/ports';
import { SandboxCa } from '@open-banking/simulators/sandbox-ca';
import { readOperatorFile } from '@open-banking/installation/operator-file';
import { npmStart, opened, type Started } from './npm-start.js';

const run = promisify(execFile);

/** A TLS terminator as banks have one: it tells the gateway whose request it is, after whatever the client said. */
async function tlsFront(
  port: number,
  gatewayPort: number,
  { certificate: cert, privateKey: key }: { certificate: string; privateKey: string },
) {
  const server = createServer({ cert, key }, (request, response) => {
    const before = request.headers['x-forwarded-for'];
    const from = (request.socket.remoteAddress ?? '').replace('::ffff:', '');
    const headers = { ...request.headers, 'x-forwarded-for': [before, from].filter(Boolean).join(', '), 'x-forwarded-proto': 'https' };
    const onwards = forward({ port: gatewayPort, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onwards.once('error', () => response.writeHead(502).end());
    request.pipe(onwards);
  }).listen(port);
  await once(server, 'listening');
  return server;
}

describe('npm start behind a TLS front, with an https BASE_URL and PROFILE=fapi2', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-front-'));
  let bank: Started;
  let front: Server | undefined;
  let baseUrl: string;
  let command: string;
  let party: ThirdParty;
  const trusted = getCACertificates('default');
  const customer = () => {
    const [, login, password] = /Demo customer {2}(\S+), password (\S+)/.exec(bank.said())!;
    return { login: login!, password: password! };
  };

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    const [port, frontPort] = (await freePorts([undefined, undefined])) as [number, number];
    baseUrl = `https://localhost:${frontPort}`;
    await preparedFolder(join(folder, 'data'));
    bank = npmStart({
      HOME: folder,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      BASE_URL: baseUrl,
      PROFILE: 'fapi2',
      TRUSTED_PROXIES: '127.0.0.1',
      TLS_PORT: '0',
      CLIENT_CERT_PROXIES: '127.0.0.1',
      CLIENT_CERT_FORM: 'escaped-pem',
    });
    // The front is not there yet, and nobody has told this machine to trust it.
    command = await opened(bank);
    const authority = await SandboxCa.open(join(folder, 'front'));
    writeFileSync(join(folder, 'front.pem'), authority.certificate);
    setDefaultCACertificates([...trusted, authority.certificate]);
    front = await tlsFront(frontPort, port, await authority.newServerCertificate());
    const operator = readOperatorFile(join(folder, '.openbank', `${frontPort}.json`))!;
    party = new ThirdParty(
      baseUrl,
      await addClient(operator, { name: 'Behind a front', roles: ['PSP_AI', 'PSP_PI'], redirectUri: 'https://tpp.example/back' }),
    );
  }, 300_000);
  afterAll(async () => {
    bank.process.kill('SIGTERM');
    await bank.ended;
    front?.close();
    front?.closeAllConnections();
    setDefaultCACertificates(trusted);
  }, 60_000);

  it('opens before the front does, and prints a call that works through it', async () => {
    expect(bank.said()).toContain(`The bank is open at ${baseUrl}`);
    expect(command).not.toContain('--cacert');
    const { stdout } = await run('sh', ['-c', command], { env: { ...process.env, CURL_CA_BUNDLE: join(folder, 'front.pem') } });
    expect(JSON.parse(stdout)).toMatchObject({ accounts: [{ balances: expect.any(Array) as unknown }] });
  });

  it('publishes https addresses of the front at every issuer', async () => {
    for (const issuer of issuers) {
      const { path } = issuerHomes[issuer];
      const { body } = await exchange(`${baseUrl}/.well-known/oauth-authorization-server${path}`);
      expect(body).toMatchObject({ issuer: baseUrl + path });
      const addresses = Object.entries(body as Record<string, unknown>).filter(([name]) => /_(endpoint|uri)$/.test(name));
      expect(addresses.length).toBeGreaterThanOrEqual(5);
      for (const [name, address] of addresses)
        expect({ name, address }).toEqual({ name, address: expect.stringContaining(`${baseUrl}/`) as string });
    }
  });

  it('leads a customer through its pages, with cookies for https alone, and back to the client; proofs and links are for the front', async () => {
    const { access_token: own } = await party.clientToken('consents', 'AIS');
    const created = await party.call('POST', '/v1.7/consents', {
      token: own,
      headers: { 'psu-ip-address': '127.0.0.1' },
      body: {
        access: { allPsd2: 'allAccounts' },
        recurringIndicator: true,
        validUntil: inDays(30),
        frequencyPerDay: 4,
        combinedServiceIndicator: false,
      },
    });
    expect(created).toAnswer(201);
    const { consentId, _links: links } = created.body as { consentId: string; _links: Record<string, { href: string }> };
    expect(links['scaOAuth']!.href).toContain(`${baseUrl}/`);

    const authorization = await party.startAuthorization('consents', `AIS:${consentId}`);
    expect(authorization.url).toContain(`${baseUrl}/`);
    const begun = await exchange(authorization.url, { headers: { accept: 'text/html' } });
    const cookies = [begun.headers['set-cookie'] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie.toLowerCase()).toContain('; secure');
    expect(new URL(String(begun.headers['location']), baseUrl).origin).toBe(baseUrl);
    const signIn = await exchange(`${baseUrl}/customer`, { headers: { accept: 'text/html' } });
    for (const cookie of [signIn.headers['set-cookie'] ?? []].flat()) expect(cookie.toLowerCase()).toContain('; secure');

    const back = new URL(
      await completeInteraction((await party.startAuthorization('consents', `AIS:${consentId}`)).url, { ...customer(), refuse: false }),
    );
    expect(back.origin + back.pathname).toBe('https://tpp.example/back');
    expect(back.searchParams.get('iss')).toBe(`${baseUrl}${issuerHomes.consents.path}`);
  });

  it('takes proofs for the address of the front only', async () => {
    const { access_token: token } = await party.clientToken('consents', 'AIS');
    const { path } = issuerRows('consents').readTokenStatus;
    const by = async (htu: string) =>
      exchange(baseUrl + path, { headers: { authorization: `DPoP ${token}`, dpop: await party.proofKey.proof('GET', htu, token) } });
    expect(await by(baseUrl + path)).toAnswer(204);
    expect(await by(baseUrl.replace('https:', 'http:') + path)).toAnswer(401);
  });

  it('authenticates a client by the certificate that the front forwards, in the form of CLIENT_CERT_FORM only', async () => {
    const operator = readOperatorFile(join(folder, '.openbank', `${new URL(baseUrl).port}.json`))!;
    const redirectUri = 'https://tpp.example/back';
    const { clientId, tls } = await addClient(operator, {
      name: 'By certificate',
      roles: ['PSP_AI'],
      redirectUri,
      auth: 'tls_client_auth',
    });
    const pem = tls!.certificate!;
    const token = (clientCert: string) =>
      exchange(`${baseUrl}${issuerHomes.consents.path}/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'client-cert': clientCert },
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId }).toString(),
      });
    expect(await token(encodeURIComponent(pem))).toAnswer(200, { token_type: 'Bearer' });
    for (const other of [`:${new X509Certificate(pem).raw.toString('base64')}:`, pem.replaceAll('\n', ' ').trim(), '(null)'])
      expect(await token(other)).toAnswer(401, { error: 'invalid_client' });
  });

  it('charges what has no client to the address that the front names, whatever the client says before it', async () => {
    const left = async (from: string, said = ''): Promise<number> => {
      const { headers } = await exchange(`${baseUrl}/.well-known/oauth-authorization-server${issuerHomes.payments.path}`, {
        from,
        headers: { 'x-forwarded-for': said },
      });
      return Number(/"day";r=(\d+)/.exec(String(headers['ratelimit']))![1]);
    };
    const first = await left('127.9.0.1');
    expect(await left('127.9.0.2')).toBe(first);
    expect(await left('127.9.0.1')).toBe(first - 1);
    expect(await left('127.9.0.1', '203.0.113.7')).toBe(first - 2);
  });
});
