import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings, ServiceSettings } from '@open-banking/config';
import { exchange, runningBank, type HttpResponse, type ConsentedCaller, type Seal } from '@open-banking/testing';
import { compileCacheOf, trustFiles } from '@open-banking/testing/bank';
import { RequestSignatureGuard } from '@open-banking/pipeline';
import { services } from '@open-banking/spec';

const program = fileURLToPath(new URL('../../apps/cards/dist/bundle/main.js', import.meta.url));
const codeIn = ({ status, body }: HttpResponse): string =>
  `${status} ${(body as { tppMessages?: { code: string }[] }).tppMessages?.map(({ code }) => code).join() ?? ''}`;

describe('A service with a policy for signed requests', () => {
  const bank = runningBank(services);
  const folder = mkdtempSync(join(tmpdir(), 'signature-policy-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  let permitted: ConsentedCaller;
  let seal: Seal;

  beforeAll(async () => {
    const client = await bank.client();
    [seal, permitted] = await Promise.all([bank.sealOf(client), client.consentedBy(bank.demo)]);
  });

  /** Another process of the cards service over the same database, with these settings. */
  async function started(settings: NodeJS.ProcessEnv) {
    const child = fork(program, [], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        NODE_COMPILE_CACHE: compileCacheOf('cards'),
        DATABASE_URL: bank.facts.ownerUrls.cards,
        KEYS_DIR: join(bank.caFolder, '../keys'),
        BASE_URL: bank.baseUrl,
        SANDBOX: '1',
        DRAIN_MS: '0',
        AIS_PIS_INTERNAL_URL: `http://127.0.0.1:${bank.facts.internal['ais-pis'].internalPort}`,
        ...settings,
      },
    });
    let said = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const ended = once(child, 'close').then(() => said);
    const first = await Promise.race([once(child, 'message').then(([{ port }]) => port as number), ended]);
    return {
      first,
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }

  async function answers(settings: NodeJS.ProcessEnv, ...asked: (() => Record<string, string>)[]): Promise<string[]> {
    const { first, stop } = await started(settings);
    const found: string[] = [];
    const ask = (headers: Record<string, string>) =>
      exchange(`http://127.0.0.1:${first}/v1.7/cards`, {
        headers: { authorization: `Bearer ${permitted.token}`, accept: 'application/json', ...headers },
      });
    try {
      // A new process may be too slow for its first requests.
      while ((await ask(plain())).status === 503);
      for (const headers of asked) found.push(codeIn(await ask(headers())));
    } finally {
      await stop();
    }
    return found;
  }

  const plain = () => ({ 'x-request-id': randomUUID(), 'consent-id': permitted.consentId, 'psu-ip-address': '192.0.2.1' });
  const signed = () => seal.sign({ headers: plain() });
  const broken = () => ({ ...signed(), digest: 'SHA-256=AAAA' });

  it('requires them and refuses all other requests', async () => {
    const { anchors } = trustFiles(bank.caFolder);
    expect(await answers({ SIGNED_REQUESTS: 'required', TRUST_ANCHORS_FILE: anchors }, signed, plain, broken)).toEqual([
      '200 ',
      '401 SIGNATURE_MISSING',
      '401 SIGNATURE_INVALID',
    ]);
  });

  it('does not verify them if they are ignored', async () => {
    expect(await answers({ SIGNED_REQUESTS: 'off' }, signed, plain, broken)).toEqual(['200 ', '200 ', '200 ']);
  });

  it('verifies signed requests by default; without trusted authorities no certificate is accepted', async () => {
    expect(await answers({}, signed, plain)).toEqual(['401 CERTIFICATE_INVALID', '200 ']);
  });

  it('accepts no signature while a revocation list cannot be read', async () => {
    const { anchors, revoked } = trustFiles(bank.caFolder);
    const list = join(folder, 'revoked.pem');
    copyFileSync(revoked, list);
    const spoil = () => {
      writeFileSync(list, 'not a list');
      return signed();
    };
    const mend = () => {
      copyFileSync(revoked, list);
      return signed();
    };
    expect(await answers({ TRUST_ANCHORS_FILE: anchors, REVOCATION_LIST_FILES: list }, signed, spoil, plain, mend)).toEqual([
      '200 ',
      '503 SERVICE_UNAVAILABLE',
      '200 ',
      '200 ',
    ]);
  });

  it.each<[settings: NodeJS.ProcessEnv, says: RegExp]>([
    [{ SIGNED_REQUESTS: 'sometimes' }, /SIGNED_REQUESTS must be off or verify-if-present or required/],
    [{ SIGNED_REQUESTS: 'required' }, /TRUST_ANCHORS_FILE is not set/],
    [{ TRUST_ANCHORS_FILE: '/nowhere/ca.pem' }, /\/nowhere\/ca\.pem/],
  ])('does not start with %j, and says why', (settings, says) => {
    const begun = (given: NodeJS.ProcessEnv) => {
      const { ownerUrls } = bank.facts;
      const environment = { DATABASE_URL: ownerUrls.cards, KEYS_DIR: join(bank.caFolder, '../keys'), BASE_URL: bank.baseUrl, ...given };
      new RequestSignatureGuard(readSettings(ServiceSettings, environment)).onModuleInit();
    };
    expect(() => begun(settings)).toThrow(says);
    expect(() => begun({})).not.toThrow();
  });

  it('ends as a process that says why it does not start', async () => {
    const { first, stop } = await started({ SIGNED_REQUESTS: 'required' });
    if (typeof first === 'number') await stop();
    expect(first).toMatch(/TRUST_ANCHORS_FILE is not set/);
  });
});
