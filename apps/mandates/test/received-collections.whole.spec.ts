import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { internalCall, runningBank } from '@open-banking/testing';
import { anotherService } from '@open-banking/testing/bank';
import { mandatesInternal } from '@open-banking/spec';
import { aDebtor, receivedMandate } from './a-debtor.js';
import { active } from './an-active-mandate.js';

const row = mandatesInternal.receiveCollection;
const creditorId = 'DE98ZZZ09999999999';
const eur = (amount: string) => ({ currency: 'EUR', amount });
const slowMs = 300_000;
const program = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

describe("a collection that a creditor's bank presents", () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const present = (body: object, collectionId: string = randomUUID()) =>
    internalCall(bank.operator, 'mandates', row, body, { collectionId });
  /** What a creditor's bank knows of a mandate: its identifiers and the debtor's account. */
  const collectionRequest = async ({ resourceId, account }: { resourceId: string; account: { iban: string } }, besides: object = {}) => {
    const { rows } = await bank
      .database('mandates')
      .query<{ id: string }>('select mandate_id as id from mandate where resource_id = $1', [resourceId]);
    return {
      creditorId,
      mandateId: rows[0]!.id,
      scheme: 'CORE',
      debtorAccount: { iban: account.iban },
      amount: eur('12.00'),
      endToEndId: 'E2E-1',
      remittance: 'Power, November',
      ...besides,
    };
  };
  const balance = async (accountId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [accountId])
    ).rows[0]!.booked;

  it('is matched to its mandate by the identifiers and booked', async () => {
    const mandate = await active(bank);
    expect(await present(await collectionRequest(mandate))).toAnswer(200, {
      resourceId: mandate.resourceId,
      state: 'booked',
      amount: eur('12.00'),
    });
    expect(await balance(mandate.account.accountId)).toBe('88.00');
  });

  it('is returned with a reason if the mandate does not allow it', async () => {
    const mandate = await active(bank);
    expect(await present(await collectionRequest(mandate, { amount: eur('60.01') }))).toAnswer(200, {
      state: 'returned',
      reason: 'SL14',
      text: expect.any(String),
    });
    expect(await present(await collectionRequest(mandate, { scheme: 'B2B' }))).toAnswer(200, { state: 'returned', reason: 'AG02' });
    const waiting = await receivedMandate(bank);
    expect(await present(await collectionRequest({ ...waiting, account: mandate.account }))).toAnswer(200, {
      state: 'returned',
      reason: 'MD01',
    });
    expect(await present(await collectionRequest(mandate))).toAnswer(200, { state: 'booked' });
  });

  it("is returned with a reason if no mandate matches or the account is not the mandate's", async () => {
    const mandate = await active(bank);
    const other = await aDebtor(bank);
    for (const besides of [
      { mandateId: 'unknown' },
      { creditorId: 'DE98ZZZ01111111111' },
      { debtorAccount: { iban: other.account.iban } },
    ]) {
      expect(await present(await collectionRequest(mandate, besides))).toAnswer(200, {
        state: 'returned',
        reason: 'MD01',
        amount: eur('12.00'),
      });
    }
    expect([await balance(mandate.account.accountId), await balance(other.account.accountId)]).toEqual(['100.00', '100.00']);
    expect(await present(await collectionRequest(mandate))).toAnswer(200, { state: 'booked' });
  });

  it('gets the same answer when presented again, even if the missing mandate was approved meanwhile', async () => {
    const debtor = await aDebtor(bank);
    const mandateId = randomUUID().slice(0, 30);
    const body = { creditorId, mandateId, scheme: 'CORE', debtorAccount: { iban: debtor.account.iban }, amount: eur('12.00') };
    const collectionId = randomUUID();
    const first = await present(body, collectionId);
    expect(first).toAnswer(200, { state: 'returned', reason: 'MD01' });
    await active(bank, { mandateId }, debtor);
    expect((await present(body, collectionId)).body).toEqual(first.body);
    const copies = await Promise.all(
      Array.from(
        { length: 10 },
        (
          (id) => () =>
            present(body, id)
        )(randomUUID()),
      ),
    );
    expect(new Set(copies.map((copy) => JSON.stringify(copy.body))).size).toBe(1);
    expect(copies[0]).toAnswer(200, { state: 'booked' });
    expect(await balance(debtor.account.accountId)).toBe('88.00');
    expect(await present({ ...body, amount: eur('11.00') }, collectionId)).toAnswer(409, {
      tppMessages: [{ code: 'STATUS_INVALID', path: '/collectionId' }],
    });
    expect(await present({ ...body, mandateId: 'unknown' }, (copies[0]!.body as { collectionId: string }).collectionId)).toAnswer(409);
  });

  it('is refused with every fault if malformed', async () => {
    const mandate = await active(bank);
    const wrong = [
      [{ scheme: 'CARD' }, '/scheme'],
      [{ debtorAccount: { iban: 'BAD' } }, '/debtorAccount/iban'],
      [{ amount: eur('0.00') }, '/amount/amount'],
      [{ mandateId: '' }, '/mandateId'],
    ] as const;
    for (const [besides, path] of wrong)
      expect(await present(await collectionRequest(mandate, besides))).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path }] });
    expect(await present(await collectionRequest(mandate), 'one')).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path: 'collectionId' }],
    });
    expect(await present(await collectionRequest(mandate))).toAnswer(200, { state: 'booked' });
  });

  it(
    'can be presented on the command line',
    async () => {
      const mandate = await active(bank);
      const file = join(mkdtempSync(join(tmpdir(), 'collection-')), 'collection.json');
      writeFileSync(file, JSON.stringify(await collectionRequest(mandate)));
      const out = await new Promise<string>((settle) => {
        execFile(
          process.execPath,
          [
            program('cli/bin/openbank.mjs'),
            'receive',
            'collection',
            file,
            '--id',
            randomUUID(),
            '--base-url',
            bank.baseUrl,
            '--operator-file',
            bank.facts.operatorFile,
          ],
          (_, stdout, stderr) => {
            settle(stdout + stderr);
          },
        );
      });
      expect(out).toMatch(/ booked on \d{4}-\d{2}-\d{2}\n$/);
    },
    slowMs,
  );

  it(
    "is accepted outside the sandbox, where the sandbox's own endpoint for collections does not exist",
    async () => {
      const mandate = await active(bank);
      const outside = await anotherService(bank, 'mandates', {
        settings: { APPROVAL_CODE_URL: 'http://127.0.0.1:9/' },
        overrides: { SANDBOX: '0' },
      });
      const there = { ...bank.operator, internal: { mandates: outside.internalUrl } };
      expect(
        await internalCall(
          there,
          'mandates',
          mandatesInternal.presentCollection,
          { collectionId: randomUUID(), amount: eur('1.00') },
          { resourceId: mandate.resourceId },
        ),
      ).toAnswer(404);
      expect(await internalCall(there, 'mandates', row, await collectionRequest(mandate), { collectionId: randomUUID() })).toAnswer(200, {
        state: 'booked',
      });
      await outside.stop();
    },
    slowMs,
  );
});
