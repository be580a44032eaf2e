import { cpSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asAdmin } from '@open-banking/database';
import { exchange, runningBank, temporaryFolder, type HttpResponse } from '@open-banking/testing';
import { forkedService, Relay, type ForkedService } from '@open-banking/testing/bank';
import { SandboxCa } from '@open-banking/testing/sandbox';
import { freshDatabase } from '@open-banking/testing/database';
import { services } from '@open-banking/spec';

const withinMs = 200_000;
const dayMs = 86_400_000;

async function until<T>(read: () => Promise<T>, met: (value: T) => boolean): Promise<T> {
  for (const end = performance.now() + withinMs; ; await pause(50)) {
    const value = await read();
    if (met(value) || performance.now() > end) return value;
  }
}

describe('the readiness of a service', () => {
  const bank = runningBank(services);
  const folder = temporaryFolder();
  const running: ForkedService[] = [];
  const relays: Relay[] = [];
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  /** A service with the usual settings, which reaches ais-pis and PostgreSQL through relays. Each test leaves it ready. */
  let usual: ForkedService;
  let issuer: Relay;
  let postgres: Relay;

  beforeAll(async () => {
    database = await freshDatabase('cards');
    const url = new URL(database.serviceUrl);
    [issuer, postgres] = [await relayTo(bank.facts.internal['ais-pis'].internalPort), await relayTo(Number(url.port))];
    url.port = String(postgres.port);
    usual = await begin({ DATABASE_URL: url.href, AIS_PIS_INTERNAL_URL: `http://127.0.0.1:${issuer.port}` });
  });
  afterAll(async () => {
    await Promise.all(running.map((one) => one.stop()));
    await Promise.all(relays.map((one) => one.close()));
    await database.close();
    folder.remove();
  });

  const begin = async (settings: Readonly<Record<string, string>> = {}): Promise<ForkedService> => {
    const service = await forkedService('cards', {
      DATABASE_URL: database.serviceUrl,
      KEYS_DIR: bank.facts.keysDir,
      AIS_PIS_INTERNAL_URL: internalOf('ais-pis'),
      ...settings,
    });
    running.push(service);
    return service;
  };
  const relayTo = async (port: number): Promise<Relay> => {
    const relay = await Relay.to(port);
    relays.push(relay);
    return relay;
  };
  const internalOf = (service: 'ais-pis' | 'cards'): string => `http://127.0.0.1:${bank.facts.internal[service].internalPort}`;
  const ready = ({ baseUrl }: ForkedService): Promise<HttpResponse> => exchange(`${baseUrl}/health/ready`);
  const untilStatus = (service: ForkedService, status: string): Promise<HttpResponse> =>
    until(
      () => ready(service),
      ({ body }) => body.status === status,
    );
  /** The first answer of a new process that is not that ais-pis was too slow, which it may be on a busy machine. */
  const settled = (service: ForkedService): Promise<HttpResponse> =>
    until(
      () => ready(service),
      ({ text }) => !text.includes('no answer within'),
    );
  const problem = (path: string, text: RegExp) => ({
    tppMessages: [{ code: 'SERVICE_UNAVAILABLE', path, text: expect.stringMatching(text) }],
  });
  const withoutToken = (service: ForkedService): Promise<HttpResponse> =>
    exchange(`${service.baseUrl}/v1.7/cards`, { headers: { authorization: 'Bearer unknown', 'x-request-id': crypto.randomUUID() } });

  /** The issuer may be too slow for a request, too. */
  const untilAnswered = (service: ForkedService): Promise<HttpResponse> =>
    until(
      () => withoutToken(service),
      ({ status }) => status === 401,
    );

  it('is given if the issuer accepts its key; with a key that the issuer does not accept, it is refused with the reason', async () => {
    expect((await settled(usual)).text).toBe('{"status":"ready"}');

    const keys = join(folder.path, 'keys');
    cpSync(bank.facts.keysDir, keys, { recursive: true });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(keys, 'cards.private.jwk.json'), JSON.stringify(privateKey.export({ format: 'jwk' })));
    const withOtherKey = await begin({ KEYS_DIR: keys });
    const refused = await settled(withOtherKey);
    expect(refused).toAnswer(
      503,
      problem('ais-pis', /^ais-pis refuses this service's key: cards\.private\.jwk\.json in KEYS_DIR must belong to/),
    );
    expect(refused.headers['retry-after']).toBe('1');
    expect(await withoutToken(withOtherKey)).toAnswer(503);

    writeFileSync(join(keys, 'cards.private.jwk.json'), '{}');
    const withoutKey = await begin({ KEYS_DIR: keys });
    expect(await settled(withoutKey)).toAnswer(503, problem('ais-pis', /^KEYS_DIR: cards\.private\.jwk\.json cannot be used/));
  });

  it('is refused with an address at which ais-pis has never answered, or at which something else answers', async () => {
    const gone = await relayTo(bank.facts.internal['ais-pis'].internalPort);
    await gone.close();
    const nowhere = await begin({ AIS_PIS_INTERNAL_URL: `http://127.0.0.1:${gone.port}` });
    expect(await settled(nowhere)).toAnswer(503, problem('ais-pis', /^ais-pis does not answer at AIS_PIS_INTERNAL_URL \(ECONNREFUSED\)/));
    const elsewhere = await begin({ AIS_PIS_INTERNAL_URL: internalOf('cards') });
    expect(await settled(elsewhere)).toAnswer(503, problem('ais-pis', /^AIS_PIS_INTERNAL_URL leads to something else/));
  });

  it('stays, reported as degraded, while an issuer that has answered before is away: the service answers 503 itself', async () => {
    expect(await settled(usual)).toAnswer(200, { status: 'ready' });
    expect(await untilAnswered(usual)).toAnswer(401);
    const events = () => usual.logLines().flatMap(({ event }) => (/^ready/.test(String(event)) ? [event] : []));
    const before = events().length;

    await issuer.close();
    const degraded = await untilStatus(usual, 'degraded');
    expect(degraded).toAnswer(200, {
      problems: [{ dependency: 'ais-pis', problem: expect.stringMatching(/^ais-pis does not answer at AIS_PIS_INTERNAL_URL \(/) }],
    });
    // An issuer's answer about a token counts for a second.
    const refused = await until(
      () => withoutToken(usual),
      ({ status }) => status === 503,
    );
    expect(refused).toAnswer(503, { tppMessages: [{ code: 'SERVICE_UNAVAILABLE' }] });

    await issuer.open();
    expect((await untilStatus(usual, 'ready')).text).toBe('{"status":"ready"}');
    const since = await until(
      () => Promise.resolve(events().slice(before)),
      ({ length }) => length > 1,
    );
    expect(since).toEqual(['ready, but degraded', 'ready']);
  });

  it('is refused while the database is away, within a second and with the reason, and comes back with it', async () => {
    expect(await settled(usual)).toAnswer(200, { status: 'ready' });

    await postgres.close();
    const away = await until(
      () => ready(usual),
      ({ status }) => status === 503,
    );
    expect(away).toAnswer(503, problem('database', /^PostgreSQL cannot be queried: /));
    expect(away.text).not.toContain(new URL(database.serviceUrl).password);
    await postgres.open();
    expect(await untilStatus(usual, 'ready')).toAnswer(200);
  });

  it('is refused while the schema is older than the code, and requests are answered 503; both end when the migrations have run', async () => {
    expect(await settled(usual)).toAnswer(200, { status: 'ready' });
    const client = (await (await bank.client()).consentedBy(bank.customers[0]!)).at(usual.baseUrl);
    const cards = (): Promise<HttpResponse> => client.get('/v1.7/cards');
    const untilCards = (status: number): Promise<HttpResponse> => until(cards, (answer) => answer.status === status);
    expect(await untilCards(200)).toAnswer(200);

    const asOwner = (text: string) => asAdmin(database.ownerUrl, (owner) => owner.query(text));
    await asOwner("create table not_run as select * from migration where name like '0001-availability%'");
    await asOwner("delete from migration where name like '0001-availability%'; alter table card rename to card_of_the_next_release");
    const older = await until(
      () => ready(usual),
      ({ status }) => status === 503,
    );
    expect(older).toAnswer(
      503,
      problem('schema', /^The schema of cards is older than this code: run openbank prepare .* 0001-availability-1700000070001$/),
    );
    const refused = await until(cards, ({ headers }) => headers['retry-after'] === '30');
    expect(refused).toAnswer(503, { tppMessages: [{ code: 'SERVICE_UNAVAILABLE' }] });
    expect(refused.headers['retry-after']).toBe('30');

    await asOwner('alter table card_of_the_next_release rename to card; insert into migration select * from not_run');
    expect(await untilStatus(usual, 'ready')).toAnswer(200);
    expect(await untilCards(200)).toAnswer(200);
  });

  it('costs one question to the issuer a second, however many ask', async () => {
    const earlier = issuer.occurrences('POST /internal/introspections');
    const questionsNow = () => issuer.occurrences('POST /internal/introspections') - earlier;
    const began = performance.now();
    // It does not ask what it has heard within the last second.
    await until(
      () => settled(usual),
      ({ status }) => status === 200 && questionsNow() > 0,
    );
    const answers = await Promise.all(Array.from({ length: 200 }, () => ready(usual)));
    const seconds = Math.ceil((performance.now() - began) / 1_000);
    // A slow database is no question to the issuer.
    expect(new Set(answers.filter(({ text }) => !text.includes('no answer within')).map(({ status }) => status))).toEqual(new Set([200]));
    const questions = questionsNow();
    expect(questions).toBeGreaterThan(0);
    expect(questions).toBeLessThanOrEqual(seconds + 1);
    expect(questions).toBeLessThan(100);
  });

  it('names trusted certificates that expire within 30 days, and is refused only if every request must be signed and all have expired', async () => {
    const ca = await SandboxCa.open(join(folder.path, 'ca'));
    const issue = async (name: string, days: number, notBefore?: Date): Promise<string> => {
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const certificate = await ca.issue({ subject: `CN=${name}`, publicKey, days, ...(notBefore && { notBefore }) });
      const file = join(folder.path, `${name}.pem`);
      writeFileSync(file, certificate);
      return file;
    };
    const soon = await issue('soon', 10);
    const long = await issue('long', 200);
    const expired = await issue('expired', 10, new Date(Date.now() - 20 * dayMs));

    const service = await begin({ TRUST_ANCHORS_FILE: soon, TLS_CLIENT_ANCHORS_FILE: long, SIGNED_REQUESTS: 'required' });
    const answer = await settled(service);
    expect(answer).toAnswer(200, {
      status: 'ready',
      certificates: [{ setting: 'TRUST_ANCHORS_FILE', certificate: expect.stringContaining('CN=soon'), daysLeft: 9 }],
    });
    const refused = await begin({ TRUST_ANCHORS_FILE: expired, SIGNED_REQUESTS: 'required' });
    expect(await settled(refused)).toAnswer(503, problem('TRUST_ANCHORS_FILE', /^expired: CN=expired/));
    const optional = await begin({ TRUST_ANCHORS_FILE: expired });
    expect(await settled(optional)).toAnswer(200, {
      status: 'degraded',
      problems: [{ dependency: 'TRUST_ANCHORS_FILE' }],
      certificates: [{ daysLeft: -11 }],
    });
  });

  it('names a list of revoked certificates before it is out of date, and is degraded once it is, or while it cannot be read', async () => {
    const file = join(folder.path, 'revoked.crl.pem');
    const hourMs = 3_600_000;
    const ca = await SandboxCa.open(join(folder.path, 'ca'));
    const write = async (issuedAgoMs: number, validForMs: number) => {
      const [issuedAt, expiresAt] = [new Date(Date.now() - issuedAgoMs), new Date(Date.now() + validForMs)];
      writeFileSync(file, (await ca.revocationList([], { issuedAt, expiresAt })).toString('pem'));
    };
    await write(dayMs, 6 * dayMs);
    const service = await begin({ REVOCATION_LIST_FILES: file });
    expect((await untilStatus(service, 'ready')).body).toEqual({ status: 'ready' });

    await write(6 * dayMs, dayMs + hourMs);
    const named = { setting: 'REVOCATION_LIST_FILES', certificate: 'revoked.crl.pem' };
    expect(
      await until(
        () => ready(service),
        ({ body }) => 'certificates' in body,
      ),
    ).toAnswer(200, { status: 'ready', certificates: [{ ...named, daysLeft: 1 }] });

    await write(8 * dayMs, -dayMs - hourMs);
    expect(await untilStatus(service, 'degraded')).toAnswer(200, {
      status: 'degraded',
      problems: [{ dependency: 'REVOCATION_LIST_FILES', problem: expect.stringMatching(/^out of date: revoked\.crl\.pem; .* 503$/) }],
      certificates: [{ ...named, daysLeft: -2 }],
    });
    await write(0, 6 * dayMs);
    expect((await untilStatus(service, 'ready')).body).toEqual({ status: 'ready' });
    writeFileSync(file, 'nothing');
    expect(await untilStatus(service, 'degraded')).toAnswer(200, {
      problems: [{ dependency: 'REVOCATION_LIST_FILES', problem: 'revoked.crl.pem cannot be read, or holds no list in PEM' }],
    });
  });
});
