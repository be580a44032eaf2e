import { randomUUID } from 'node:crypto';
import { hashPassword } from '@open-banking/access';
import { leafOf, receiptText } from '@open-banking/receipts';
import { freshBank, until, type TestClient, type TestCustomer } from '@open-banking/testing';
import { TestErasure } from '@open-banking/testing/erasure';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inReceiptLog } from '@open-banking/ais-pis-testing/a-receipt-log';

describe('a customer who is erased', () => {
  // Nobody listens there: what is to be told waits.
  const bank = freshBank(['ais-pis'], { CUSTOMER_ALERTS_URL: 'http://127.0.0.1:9/alerts' });
  let erasure: TestErasure;
  let client: TestClient;
  beforeAll(async () => {
    erasure = new TestErasure(bank, 'ais-pis');
    client = await bank.client();
  });

  const sql = (text: string, ...values: unknown[]) => bank.database('ais-pis').query(text, values);
  const countCustomerRows = async (table: string, { psuId }: TestCustomer): Promise<number> =>
    (await sql(`select from ${table} where psu_id = $1`, psuId)).rowCount!;
  const erased = async (customer: TestCustomer) => {
    for (;;) {
      const progress = await erasure.progress(customer, 'Test Customer');
      expect(progress.obstacles).toEqual([]);
      if (progress.done) return;
    }
  };
  /** A customer who can be erased at once, though their account is still offered to third parties. */
  const aLeaver = async () => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer], { booked: '0.00', bookedBefore: '0.00' });
    return { customer, account, close: () => sql(`update account set status = 'deleted' where account_id = $1`, account.accountId) };
  };

  type Leaver = Awaited<ReturnType<typeof aLeaver>>;

  it('is told no more of anything, also not that their accesses have ended', async () => {
    const { customer, account, close } = await aLeaver();
    await client.consentedBy(customer, { balances: [{ iban: account.iban }] });
    expect(await countCustomerRows('customer_alert', customer)).toBe(1);
    await close();
    await erased(customer);
    expect(await countCustomerRows('customer_alert', customer)).toBe(0);
  });

  it('has no receipt that reaches the log later: its hash alone is in the tree', async () => {
    const [gone, another] = [await aCustomer(bank), await aCustomer(bank)];
    await erased(gone);
    const process = randomUUID();
    const leaves = [gone, another].map(({ psuId }, number) =>
      leafOf(process, 'a'.repeat(24), { psuId, consentId: randomUUID(), clientId: 'c' }, receiptText(number, 1, 'readCard', '')),
    );
    const batch = { processId: process, service: 'cards', reservedTo: 2, ends: true, first: 0, count: 2, leaves: leaves.join('\n') };
    await inReceiptLog(bank, async (log) => {
      expect(await log.record(batch)).toEqual({ nextNumber: 2 });
    });
    expect([await countCustomerRows('receipt_leaf', gone), await countCustomerRows('receipt_leaf', another)]).toEqual([0, 1]);
  });

  it.each([
    ["the bank's own pages", 'customer_session', () => '/customer'],
    ['an approval', 'journey', (consentId: string) => client.authorization('consents', `AIS:${consentId}`).url],
  ])('is not signed in at %s by a password that was being compared meanwhile', async (_, table, address) => {
    const [gone, another] = [await aCustomer(bank), await aCustomer(bank)];
    // Takes long enough for the customer to be erased meanwhile.
    const slow = await hashPassword(gone.password, 2 ** 16);
    await sql('update psu set password_hash = $1 where psu_id = any($2)', slow, [gone.psuId, another.psuId]);
    const consentId = await client.createConsent({ balances: [], transactions: [] });
    const signIn = async ({ login, password }: TestCustomer, meanwhile?: () => Promise<void>) => {
      const browser = new Browser(bank.baseUrl, client.from);
      await browser.open(address(consentId));
      const tries = async () => (await sql('select sum(failed_passwords) as tries from sign_in_attempt')).rows[0].tries as string | null;
      const before = await tries();
      const signingIn = browser.press('sign-in', { login, password });
      if (meanwhile) {
        await until('the password is compared', async () => (await tries()) !== before);
        await meanwhile();
      }
      return (await signingIn).status;
    };
    expect(await signIn(another)).toBe(200);
    expect(await countCustomerRows(table, another)).toBe(1);
    expect(await signIn(gone, () => erased(gone))).toBeLessThan(500);
    expect(await countCustomerRows(table, gone)).toBe(0);
  });

  it('can approve nothing on a page that is still open, and brings nothing back with it', async () => {
    const { customer, account, close } = await aLeaver();
    const consentId = await client.createConsent({ balances: [{ iban: account.iban }] });
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization('consents', `AIS:${consentId}`).url);
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    const own = new Browser(bank.baseUrl, client.from);
    await own.open('/customer');
    await own.press('sign-in', { login: customer.login, password: customer.password });
    await close();
    await erased(customer);
    const answered = await browser.press('approve');
    expect([answered.status, answered.headers['location']]).toEqual([400, undefined]);
    for (const page of ['/customer', '/customer/payments', '/customer/receipts', '/customer/limits', '/customer/alerts'])
      expect((await own.open(page)).text).not.toContain('Test Customer');
    for (const table of ['journey', 'customer_session', 'consent_approval', 'approval', 'customer_alert'])
      expect([table, await countCustomerRows(table, customer)]).toEqual([table, 0]);
  });

  it('gives no access by an approval that is under way meanwhile', async () => {
    /** Presses the button while `meanwhile` waits for the rows of what the customer has granted before. */
    const approved = async ({ customer, account, close }: Leaver, meanwhile: () => Promise<{ readonly done?: Promise<void> }>) => {
      await client.consentedBy(customer, { balances: [{ iban: account.iban }] }, { recurringIndicator: false });
      const consentId = await client.createConsent({ balances: [{ iban: account.iban }] });
      const browser = new Browser(bank.baseUrl, client.from);
      await browser.open(client.authorization('consents', `AIS:${consentId}`).url);
      await browser.press('sign-in', { login: customer.login, password: customer.password });
      const holder = await bank.database('ais-pis').connect();
      await holder.query('begin');
      await holder.query("select from artifact where kind = 'Grant' and payload ->> 'accountId' = $1 for update", [customer.psuId]);
      await close();
      const { done } = await meanwhile();
      await browser.press('approve');
      await holder.query('rollback');
      holder.release();
      await done;
      return (await sql('select status from consent where consent_id = $1', consentId)).rows[0] as { status: string };
    };
    expect(await approved(await aLeaver(), () => Promise.resolve({}))).toEqual({ status: 'valid' });
    const leaver = await aLeaver();
    const erasing = async () => {
      // A wait that is too long ends with an error, and the erasure is asked again.
      const done = erased(leaver.customer).catch(() => erased(leaver.customer));
      const waits = `select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;
      await until('the erasure waits', async () => (await sql(waits)).rowCount === 1, 20_000);
      return { done };
    };
    expect(await approved(leaver, erasing)).toEqual({ status: 'received' });
    expect(await countCustomerRows('consent_approval', leaver.customer)).toBe(1);
  });
});
