import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { InternalCalls, InternalSigner } from '@open-banking/access';
import { mandatesContracts } from '@open-banking/contracts';
import { collect, killableBank, presentCollection, type TestCustomer } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import type { Service } from '@open-banking/spec';
import { receivedMandate } from './a-debtor.js';

const preload = new URL('../../../testing/dist/kill-at-point.js', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'open-banking-kill-'));
const file = join(folder, 'point');
const killMs = 150_000;

/** The fault points between storing a collection and completing it, and between requesting a refund and completing it. */
const points: readonly (readonly [Service, string])[] = [
  ['mandates', 'collection accepted'],
  ['mandates', 'before commit of collection decided'],
  ['mandates', 'collection decided'],
  ['ais-pis', 'before commit of collection booked'],
  ['ais-pis', 'collection booked'],
];
const refundPoints: readonly (readonly [Service, string])[] = [
  ['mandates', 'refund accepted'],
  ['mandates', 'before commit of refund noted'],
  ['ais-pis', 'before commit of collection refunded'],
  ['ais-pis', 'collection refunded'],
];

describe('a collection, if either service is killed', () => {
  const bank = killableBank(['ais-pis', 'mandates'], { NODE_OPTIONS: `--import ${preload}`, KILL_AT_FILE: file });
  let customer: TestCustomer;
  let resourceId: string;

  beforeAll(async () => {
    customer = bank.demo;
    const iban = customer.accounts.find(({ kind, currency, approval }) => kind === 'account' && currency === 'EUR' && approval !== 'both')!
      .reference['iban'];
    const mandate = await receivedMandate(bank, { occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' }, debtorAccount: { iban } });
    ({ resourceId } = mandate);
    await mandate.client.approvedBy(customer, 'mandates', mandate.scope);
  }, 2 * killMs);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const presented = (collectionId: string) => ({
    collectionId,
    amount: { currency: 'EUR', amount: '1.00' },
    endToEndId: collectionId.slice(0, 30),
  });
  const entries = async (collectionId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ amount: string }>('select amount::text from entry where end_to_end_id = $1 order by entry_reference', [
          collectionId.slice(0, 30),
        ])
    ).rows.map(({ amount }) => amount);
  const stored = async (collectionId: string) =>
    (
      await bank
        .database('mandates')
        .query<{ state: string; refunded: boolean }>(
          'select state, refunded_on is not null as refunded from collection where collection_id = $1',
          [collectionId],
        )
    ).rows[0];
  const until = async (what: () => boolean | Promise<boolean>) => {
    for (const end = performance.now() + killMs; !(await what()); await pause(50))
      if (performance.now() > end) throw new Error(`not within ${killMs / 1_000} s`);
  };
  /** Kills the service at this fault point of `work`, then restarts it as an operator's supervisor would. */
  const killed = async (service: Service, point: string, work: () => Promise<unknown>) => {
    writeFileSync(file, point);
    // Again where it was refused before it came to the point, as on a machine that stood still.
    for (const end = performance.now() + killMs; existsSync(file);) {
      if (performance.now() > end) throw new Error(`the service has not come to ${point}`);
      await work().catch(() => undefined);
      for (let waits = 0; existsSync(file) && waits < 400; waits += 1) await pause(50);
    }
    await bank.restart(service);
  };

  it(
    'has no effect if it was not stored, and is debited once when presented again',
    async () => {
      const collectionId = randomUUID();
      await killed('mandates', 'before commit of collection accepted', () =>
        presentCollection(bank.operator, resourceId, presented(collectionId)),
      );
      expect(await stored(collectionId)).toBeUndefined();
      expect(await collect(bank.operator, resourceId, presented(collectionId))).toMatchObject({ state: 'booked' });
      expect(await entries(collectionId)).toEqual(['-1.00']);
    },
    2 * killMs,
  );

  it.each(points)(
    'is debited once if %s is killed at "%s", whether or not it is presented again',
    async (service, point) => {
      const collectionId = randomUUID();
      await killed(service, point, () => presentCollection(bank.operator, resourceId, presented(collectionId)));
      await until(async () => (await stored(collectionId))?.state === 'booked');
      expect(await entries(collectionId)).toEqual(['-1.00']);
      expect(await collect(bank.operator, resourceId, presented(collectionId))).toMatchObject({ state: 'booked' });
      expect(await entries(collectionId)).toEqual(['-1.00']);
    },
    2 * killMs,
  );

  it.each(refundPoints)(
    'is refunded once if %s is killed at "%s"',
    async (service, point) => {
      const { collectionId } = await collect(bank.operator, resourceId, presented(randomUUID()));
      const calls = new InternalCalls(new InternalSigner('ais-pis', bank.facts.keysDir), {
        mandates: [`http://127.0.0.1:${bank.facts.internal.mandates!.internalPort}`],
      });
      const claim = () =>
        calls.call('mandates', mandatesContracts.claimRefund, { params: { collectionId }, body: { psuId: customer.psuId } });
      await killed(service, point, claim);
      await until(async () => (await stored(collectionId))?.refunded === true);
      expect(await entries(collectionId)).toEqual(['-1.00', '1.00']);
      expect(await claim()).toEqual({ done: false });
      expect(await entries(collectionId)).toEqual(['-1.00', '1.00']);
    },
    2 * killMs,
  );

  it(
    'leaves the ledger and the mandates consistent',
    async () => {
      const { ok, checks } = await ledgerCheck(bank.facts.ownerUrls as never);
      expect(checks.filter((check) => !check.ok)).toEqual([]);
      expect(checks.find(({ name }) => name === 'mandates and books know the same collections')).toMatchObject({
        ok: true,
        checked: 1 + points.length + refundPoints.length,
      });
      expect(ok).toBe(true);
    },
    killMs,
  );
});
