import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { trustFiles } from '@open-banking/simulators/trust-files';
import { aisPis } from '@open-banking/spec';
import { freezeDatabase } from '@open-banking/testing/database';
import { ownBank, type ConsentedCaller } from '@open-banking/testing';
import { Scrape } from './scrape.js';

const durations = 'openbank_request_duration_seconds_count';
const calls = 'openbank_internal_call_duration_seconds_count';

describe('the metrics of a service', () => {
  const bank = ownBank(['ais-pis', 'cards'], {}, ['ais-pis']);
  const cards = () => Scrape.of(bank, 'cards');
  const aisPisNow = () => Scrape.of(bank, 'ais-pis');
  let consented: ConsentedCaller;
  let clientId: string;

  beforeAll(async () => {
    const client = await bank.client();
    clientId = client.clientId;
    const customer = bank.customerWith('card');
    consented = await client.consentedBy(customer, { accounts: bank.resources(customer, 'card') });
  });

  it('tell requests by their callers: with the customer, without, for the client itself, from a page, from an address', async () => {
    const before = await cards();
    expect((await consented.get('/v1.7/cards')).status).toBe(200);
    for (let read = 0; read < 2; read++)
      expect((await consented.get('/v1.7/cards', { headers: { 'psu-ip-address': '' } })).status).toBe(200);
    const after = await cards();
    const grown = (caller: string) => {
      const labels = { operation: 'listCards', status: '200', caller };
      return (after.sum(durations, labels) ?? 0) - (before.sum(durations, labels) ?? 0);
    };
    expect([grown('attended'), grown('unattended')]).toEqual([1, 2]);

    expect((await bank.anonymous.get('/customer')).status).toBe(200);
    expect((await bank.anonymous.get(aisPis.readConsentsMetadata.path)).status).toBe(200);
    const seen = await aisPisNow();
    expect(seen.sum(durations, { operation: 'showCustomer', caller: 'page' })).toBeGreaterThan(0);
    expect(seen.sum(durations, { operation: 'readConsentsMetadata', status: '200', caller: 'address' })).toBeGreaterThan(0);
    expect(seen.sum(durations, { operation: 'consents.issueToken', status: '200', caller: 'client' })).toBeGreaterThan(0);
    expect(seen.sum(durations, { operation: 'readReadiness' })).toBeUndefined();
  });

  it('count the requests of each client by what became of them', async () => {
    const name = 'openbank_client_requests_total';
    const before = await cards();
    await consented.get('/v1.7/cards');
    await consented.get('/v1.7/cards/nobodys');
    await bank.anonymous.get('/v1.7/cards');
    const after = await cards();
    const grown = (outcome: string) =>
      (after.sum(name, { client: clientId, outcome }) ?? 0) - (before.sum(name, { client: clientId, outcome }) ?? 0);
    expect([grown('answered'), grown('refused'), grown('failed')]).toEqual([1, 1, 0]);
  });

  it('count what a rate limit refuses by the window that is used up', async () => {
    const nobody = bank.anonymous;
    let limited = 0;
    // Forty may be spread over more than a second.
    for (let times = 0; limited === 0 && times < 10; times += 1) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => nobody.get(aisPis.readConsentsMetadata.path)));
      limited += answers.filter(({ status }) => status === 429).length;
    }
    expect(limited).toBeGreaterThan(0);
    const seen = await aisPisNow();
    expect(seen.sum('openbank_limit_refusals_total', { operation: 'readConsentsMetadata', window: 'second' })).toBe(limited);
    expect(seen.sum('openbank_refusals_total', { operation: 'readConsentsMetadata', code: 'ACCESS_EXCEEDED' })).toBe(limited);
  });

  it('measure calls to other services by outcome', async () => {
    const introspections = (scrape: Scrape, outcome: string) => scrape.sum(calls, { operation: 'introspectToken', outcome }) ?? 0;
    await consented.get('/v1.7/cards');
    const before = await cards();
    expect(introspections(before, 'answered')).toBeGreaterThan(0);
    const pid = bank.facts.pids['ais-pis']!;
    process.kill(pid, 'SIGSTOP');
    try {
      while ((await consented.get('/v1.7/cards')).status !== 503);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(introspections(await cards(), 'unreachable')).toBeGreaterThan(introspections(before, 'unreachable'));
  });

  it('name the versions that run, and when the certificates the service trusts expire', async () => {
    const seen = await cards();
    expect(seen.text).toMatch(/^openbank_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+",service="cards"\} 1$/m);
    const [pem] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(
      readFileSync(trustFiles(bank.caFolder).anchors, 'utf8'),
    )!;
    const expiry = Date.parse(new X509Certificate(pem).validTo) / 1_000;
    expect(seen.sum('openbank_certificate_expiry_timestamp_seconds', { source: 'TRUST_ANCHORS_FILE' })).toBe(expiry);
  });

  it('are answered while the database is frozen, without those that only the database knows', async () => {
    const before = await aisPisNow();
    expect(before.sum('openbank_audit_unsealed_seconds')).toBeGreaterThanOrEqual(0);
    expect(before.sum('openbank_database_connections', { state: 'idle' })).toBeGreaterThan(0);
    const thaw = await freezeDatabase(bank.facts.adminUrl);
    try {
      // PostgreSQL answers nothing until this is over: it is not waited for.
      const during = await aisPisNow();
      expect(during.sum('openbank_audit_unsealed_seconds')).toBeUndefined();
      expect(during.sum('openbank_oldest_due_job_seconds')).toBeUndefined();
      expect(during.sum('openbank_database_connection_limit')).toBe(10);
      expect(during.sum('openbank_database_waiting')).toBeGreaterThanOrEqual(0);
    } finally {
      thaw();
    }
  });
});
