import type { ErasureRow } from '@open-banking/contracts';
import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { directoryInternal, services } from '@open-banking/spec';
import {
  Browser,
  completeInteraction,
  exchange,
  inDays,
  internalCall,
  ownAddress,
  killableBank,
  temporaryFolder,
  until,
} from '@open-banking/testing';
import { aWholeCustomer, closed, erasing, placesOf, type WholeCustomer } from './erasure/a-whole-customer.js';

const execFileDone = promisify(execFile);
const program = fileURLToPath(new URL('../../cli/bin/openbank.mjs', import.meta.url));
const slowMs = 600_000;
/** PostgreSQL's own `pg_dump`, of the server's version or later, which no npm package has: where it is given, dumps are looked through too. */
const pgDump = process.env['PG_DUMP'];

interface Ended extends Readonly<Record<'out' | 'err', string>> {
  readonly code: number;
}

describe('openbank erase', () => {
  const bank = killableBank(services);
  const folder = temporaryFolder();
  let person: WholeCustomer;
  let neighbour: WholeCustomer;
  let life: Awaited<ReturnType<typeof lived>>;
  let neighbours: Awaited<ReturnType<typeof lived>>;
  let receipts: string;
  let keys: string;

  const openbank = (...args: string[]): Promise<Ended> =>
    new Promise((settle) => {
      execFile(
        process.execPath,
        [program, ...args, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile],
        (error, out, err) => {
          settle({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
        },
      );
    });
  const isSound = async (): Promise<void> => {
    const { checks } = JSON.parse((await openbank('ledger', 'check', '--json')).out) as { checks: { ok: boolean }[] };
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(JSON.parse((await openbank('audit', 'verify', '--json')).out)).toMatchObject({ ok: true });
    expect(await openbank('receipts', 'verify', receipts, '--keys', keys)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^ok/) as string,
    });
  };

  /** What they do at the bank: a consent with a read, a payment of all they have, and a mandate. */
  const lived = async (who: WholeCustomer, to: WholeCustomer) => {
    const client = await bank.client();
    const reader = await client.consentedBy(who, { accounts: [{ iban: who.iban }], balances: [{ iban: who.iban }] });
    expect(await reader.paced.get(`/v1.7/accounts/${who.accountId}/balances`)).toAnswer(200);
    const payer = (await client.withClientToken('payments', 'PIS')).paced;
    const paid = await payer.post(
      '/v1.7/payments/sepa-credit-transfers',
      {
        instructedAmount: { currency: 'EUR', amount: '100.00' },
        debtorAccount: { iban: who.iban },
        creditorAccount: { iban: to.iban },
        creditorName: to.text,
        endToEndIdentification: who.text,
        remittanceInformationUnstructured: who.text,
      },
      { headers: { 'psu-ip-address': '203.0.113.77' } },
    );
    expect(paid).toAnswer(201);
    const payment = `/v1.7/payments/sepa-credit-transfers/${paid.body.paymentId}`;
    await client.approvedBy(who, 'payments', `PIS:${paid.body.paymentId}`);
    await until('the payment is booked', async () =>
      ['ACSC', 'ACCC'].includes((await payer.get(`${payment}/status`)).body.transactionStatus as string),
    );
    const creditor = (await client.withClientToken('mandates', 'MANDATE')).paced;
    const mandate = await creditor.post('/v2/mandates', {
      mandateId: randomUUID().slice(0, 35),
      mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
      occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH' },
      maximumAmount: { currency: 'EUR', amount: '60.00' },
      creditor: { name: 'City Power' },
      creditorSchemeIdentification: 'DE98ZZZ09999999999',
      creditorAccount: { iban: 'DE89370400440532013000' },
      debtor: { name: who.text },
      debtorAccount: { iban: who.iban },
      reason: { proprietary: who.text },
    });
    expect(mandate).toAnswer(201);
    const { resourceId } = mandate.body as { resourceId: string };
    await client.approvedBy(who, 'mandates', `MANDATE:${resourceId}`);
    const cancel = async () => {
      expect(await creditor.delete(`/v2/mandates/${resourceId}`)).toAnswer(202);
      await client.approvedBy(who, 'cancellation', `MANDATE-CANCEL:${resourceId}`);
    };
    return { client, reader, payer, payment, creditor, mandate: `/v2/mandates/${resourceId}`, cancel };
  };

  /** Which of these texts stand in dumps of the services' databases. */
  const inDumps = async (program: string, texts: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const service of erasing) {
      const { stdout } = await execFileDone(program, ['--dbname', bank.facts.ownerUrls[service]!], { maxBuffer: 2 ** 30 });
      expect(stdout).toContain('PostgreSQL database dump complete');
      const dump = stdout.toLowerCase();
      found.push(...texts.filter((text) => dump.includes(text.toLowerCase())).map((text) => `${service}: ${text}`));
    }
    return found;
  };
  const signsIn = async ({ login, password }: WholeCustomer): Promise<void> => {
    const client = await bank.client();
    const { url } = await client.startAuthorization('consents', `AIS:${await client.createConsent('allPsd2')}`);
    await completeInteraction(url, { login, password, from: ownAddress() });
  };

  beforeAll(async () => {
    [person, neighbour] = [await aWholeCustomer(bank), await aWholeCustomer(bank)];
    const other = await aWholeCustomer(bank);
    life = await lived(person, other);
    neighbours = await lived(neighbour, other);
    keys = join(folder.path, 'jwks.json');
    writeFileSync(keys, (await exchange(`${bank.baseUrl}/v1.7/oauth/consents/jwks`)).text);
    receipts = join(folder.path, 'receipts.json');
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open('/customer');
    await browser.press('sign-in', { login: person.login, password: person.password });
    const day = inDays(0, new Date((await bank.clock()).now));
    await until('the receipts', async () => {
      await browser.open(`/customer/receipts/${day}`);
      writeFileSync(receipts, browser.response.text);
      return (JSON.parse(browser.response.text) as { receipts: unknown[] }).receipts.length >= 2;
    });
    await isSound();
  }, slowMs);
  afterAll(() => {
    folder.remove();
  });

  it('erases nobody while a service knows of something open, and names it', async () => {
    const check = await openbank('erase', person.psuId, '--check');
    expect(check.code).toBe(1);
    for (const found of [
      `ais-pis: account ${person.accountId} must be closed`,
      `cards: card ${person.cardId} must be closed`,
      `mandates: mandate ${life.mandate.slice(-36)} must be cancelled`,
    ])
      expect(check.out).toContain(found);
    expect((await openbank('erase', person.psuId, '--yes')).code).toBe(1);
    expect(await internalCall(bank.operator, 'ais-pis', directoryInternal.erasePsu, undefined, { customerId: person.psuId })).toAnswer(409);
    expect(await placesOf(bank, person.canaries)).not.toEqual([]);
    await signsIn(person);

    expect(await openbank('customers', '--login', person.login)).toMatchObject({
      code: 0,
      out: expect.stringContaining(person.psuId) as string,
    });
    await life.cancel();
    await closed(bank, person);
    expect(await openbank('erase', person.psuId, '--check')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ais-pis .*psu \(sign-in\) 1, .*account 1.*card_transaction 4/s) as string,
    });
  });

  it('needs a confirmation where nobody can be asked', async () => {
    expect(await openbank('erase', person.psuId)).toMatchObject({ code: 1, err: expect.stringContaining('--yes') as string });
    await signsIn(person);
  });

  it(
    'erases in all services, one of which is killed and comes back later',
    async () => {
      const all = await placesOf(bank, person.canaries);
      for (const service of erasing) expect(all.some((place) => place.startsWith(`${service}:`))).toBe(true);
      const before = await placesOf(bank, neighbour.canaries);

      const asked = openbank('erase', person.psuId, '--yes');
      process.kill(bank.facts.pids.cards!, 'SIGKILL');
      const ended = await Promise.race([
        asked,
        until('all but cards are done', async () => {
          const { out } = await openbank('erase', '--list');
          return out.includes(person.psuId) && !/ {2}(ais-pis|savings-loans|mandates|securities|loan-services):/.test(out);
        }),
      ]);
      await bank.restart('cards');
      // The command may have been refused, as cards did not answer any more: then nobody was erased yet.
      if (ended && ended.code !== 0) expect(await openbank('erase', person.psuId, '--yes')).toMatchObject({ code: 0 });
      else expect(await asked).toMatchObject({ code: 0 });

      expect(await placesOf(bank, person.canaries)).toEqual([]);
      expect(await placesOf(bank, neighbour.canaries)).toEqual(before);
      expect((await openbank('erase', '--list')).out).toMatch(new RegExp(`^${person.psuId} .* ended on `, 'm'));
      await isSound();
    },
    slowMs,
  );

  if (pgDump !== undefined) {
    it(
      'leaves nothing in dumps, which hold what the neighbour has',
      async () => {
        expect(await inDumps(pgDump, person.canaries)).toEqual([]);
        const places = await inDumps(pgDump, neighbour.canaries);
        for (const service of erasing) expect(places.some((place) => place.startsWith(`${service}: `))).toBe(true);
      },
      slowMs,
    );
  }

  it('leaves nobody who can sign in, and no access; another customer has both', async () => {
    await signsIn(neighbour);
    await expect(signsIn(person)).rejects.toThrow();
    const balances = ({ accountId }: WholeCustomer) => `/v1.7/accounts/${accountId}/balances`;
    expect(await neighbours.reader.paced.get(balances(neighbour))).toAnswer(200);
    expect(await life.reader.paced.get(balances(person))).toAnswer(401);
    expect(await neighbours.payer.get(neighbours.payment)).toAnswer(200);
    expect((await life.payer.get(life.payment)).status).toBeLessThan(500);
    expect(await life.payer.get(`${life.payment}/status`)).toAnswer(200, { transactionStatus: expect.stringMatching(/AC[SC]C/) as string });
    expect(await life.creditor.get(life.mandate)).toAnswer(200, { mandateStatus: 'CANC', debtor: { name: 'erased' } });
    expect(await neighbours.creditor.get(neighbours.mandate)).toAnswer(200, { debtor: { name: neighbour.text } });
  });

  it('erases again whom a list names, for a bank that was restored from a backup', async () => {
    const list = join(folder.path, 'erased.json');
    const listed = async () => (await openbank('erase', '--list', '--json')).out;
    const cardsOf = (text: string) =>
      (JSON.parse(text) as ErasureRow[])[0]!.steps.find(({ service }) => service === 'cards')!.erased['card'];
    writeFileSync(list, await listed());
    const [first] = JSON.parse(readFileSync(list, 'utf8')) as [ErasureRow];
    expect(first).toMatchObject({ psuId: person.psuId });
    // As the backup has it: the card of before.
    await bank
      .database('cards')
      .query('update card set owner_name = $2, masked_pan = $3 where card_id = $1', [person.cardId, person.text, person.maskedPan]);
    expect(await placesOf(bank, person.canaries)).not.toEqual([]);
    // Two operators at once.
    const [again, beside] = await Promise.all([openbank('erase', '--from', list, '--yes'), openbank('erase', person.psuId, '--yes')]);
    expect(again).toMatchObject({ code: 0, out: `${person.psuId}  erased\n` });
    expect(beside).toMatchObject({ code: 0, out: expect.stringContaining(`${person.psuId} is erased.`) as string });
    expect(await placesOf(bank, person.canaries)).toEqual([]);
    // Who asked first, and when, is still known; rows of both are counted together.
    expect(JSON.parse(await listed())).toEqual([expect.objectContaining({ askedAt: first.askedAt, askedBy: first.askedBy })]);
    expect(cardsOf(await listed())).toBe(cardsOf(readFileSync(list, 'utf8'))! + 1);
    await isSound();
  });

  it('answers an id of nobody as unknown, and goes on where a list names one whom the backup did not have yet', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    const { code, err } = await openbank('erase', nobody, '--yes');
    expect([code, err]).toEqual([1, expect.stringContaining('404')]);

    const list = join(folder.path, 'later.json');
    writeFileSync(list, JSON.stringify([{ psuId: nobody }, { psuId: person.psuId }]));
    const unknown = `${nobody}  unknown to this bank: nothing to erase\n`;
    expect(await openbank('erase', '--from', list, '--yes')).toEqual({ code: 0, out: `${unknown}${person.psuId}  erased\n`, err: '' });
    const asJson = await openbank('erase', '--from', list, '--yes', '--json');
    expect(asJson).toMatchObject({ code: 0, err: unknown });
    expect(JSON.parse(asJson.out)).toEqual([expect.objectContaining({ psuId: person.psuId })]);

    // What is refused for another reason is an error still.
    writeFileSync(list, JSON.stringify([{ psuId: neighbour.psuId }, { psuId: nobody }]));
    const open = await openbank('erase', '--from', list, '--yes');
    expect(open).toMatchObject({ code: 1, out: unknown, err: expect.stringContaining(`${neighbour.psuId}: erase: the bank answered 409`) });
  });
});
