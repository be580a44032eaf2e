import { ServiceSettings } from '@open-banking/config';
import { placesOf } from '@open-banking/testing/erasure';
import { dayMs, TestClosedAccounts } from '@open-banking/ais-pis-testing/a-closed-account';
import { TestPayments } from '@open-banking/ais-pis-testing/an-executed-payment';
import { HistoryRetentionService } from '../src/rules/history-retention.service.js';
import { RetentionSettings } from '../src/rules/retention.settings.js';
import { UnapprovedRequestsService } from '../src/rules/unapproved-requests.service.js';

describe('names and texts', () => {
  let accounts: TestClosedAccounts;
  let payments: TestPayments;
  const sql: TestClosedAccounts['sql'] = (text, ...values) => accounts.sql(text, ...values);
  beforeAll(async () => {
    accounts = await TestClosedAccounts.open();
    payments = new TestPayments(accounts.bank);
  });
  afterEach(() => {
    accounts.bank.offsetMs = 0;
  });
  afterAll(() => accounts.bank.close());

  const settings = (given: Partial<RetentionSettings>) => Object.assign(new RetentionSettings(), given);
  const historyWork = (given: Partial<RetentionSettings>) =>
    new HistoryRetentionService(accounts.bank.database, accounts.bank.clock, settings(given), new ServiceSettings());

  it('are kept for as long as the law says, and erased then', async () => {
    const customer = await accounts.add([10, 200, 400]);
    const { accountId, psuId } = customer;
    const unexecuted = await payments.approved({ from: accountId, extraFields: { creditorName: customer.name } });
    await accounts.bank.database.transaction((tx) => payments.stateMachine.follow(tx, unexecuted, ['ACTC', 'RJCT'], 'AC04'));
    const kept = await accounts.erase(customer, { legalMonths: 7 });
    expect(kept.keptUntil! > accounts.day(0)).toBe(true);
    expect(await accounts.textsOf({ accountId })).toEqual(['Text of 10 days ago', 'Text of 200 days ago']);
    expect(await sql('select login, psu.name, iban from psu, account where psu_id = $1 and account_id = $2', psuId, accountId)).toEqual([
      { login: `erased-${psuId}`, name: customer.name, iban: expect.not.stringContaining('erased') },
    ]);
    expect((await accounts.erase(customer, { legalMonths: 7 })).keptUntil).toBe(kept.keptUntil);

    accounts.bank.offsetMs = 40 * dayMs;
    const later = await accounts.erase(customer, { legalMonths: 7 });
    expect(later.keptUntil! > kept.keptUntil!).toBe(true);
    expect(await accounts.textsOf({ accountId })).toEqual(['Text of 10 days ago']);
    accounts.bank.offsetMs = 300 * dayMs;
    expect((await accounts.erase(customer, { legalMonths: 7 })).keptUntil).toBeNull();
    expect(await placesOf(accounts.bank.owner, [customer.name])).toEqual([]);
    expect(await sql('select psu.name, iban from psu, account where psu_id = $1 and account_id = $2', psuId, accountId)).toEqual([
      { name: 'erased', iban: `erased-${accountId}` },
    ]);
    expect(await accounts.brokenProofs()).toEqual([]);
  });

  it('of all customers are erased once they are older than the bank keeps its history, each account once', async () => {
    const [one, other] = [await accounts.add([30, 500, 900], { aDay: 600 }), await accounts.add([500])];
    const work = () => historyWork({ historyRetentionMonths: 24 });
    // Several processes at once: one of them does it.
    await Promise.all([work().erase(), work().erase()]);
    await work().erase();
    expect(await accounts.textsOf(one)).toEqual(['Text of 30 days ago', 'Text of 500 days ago']);
    expect(await accounts.textsOf(other)).toEqual(['Text of 500 days ago']);
    accounts.bank.offsetMs = 300 * dayMs;
    await work().erase();
    expect(await accounts.textsOf(one)).toEqual(['Text of 30 days ago']);
    expect(await accounts.textsOf(other)).toEqual([]);
    expect(await accounts.brokenProofs()).toEqual([]);
  }, 120_000);

  it('are not kept for a shorter time than entries are served, or than the law says', () => {
    const history =
      (historyRetentionMonths: number, legalRetentionMonths = 0) =>
      () =>
        historyWork({ historyRetentionMonths, legalRetentionMonths });
    expect(history(23)).toThrow('HISTORY_RETENTION_MONTHS (23) is shorter than HISTORY_MONTHS (24)');
    expect(history(60, 84)).toThrow('HISTORY_RETENTION_MONTHS (60) is shorter than LEGAL_RETENTION_MONTHS (84)');
    for (const good of [history(24), history(84, 84), history(0, 84)]) expect(good).not.toThrow();
  });

  it('in payments and consents that nobody approved are erased after a while, and in approved ones they stay', async () => {
    const from = await accounts.bank.account();
    const approved = await payments.approved({ from, extraFields: { creditorName: 'Approved payee' } });
    const clientId = (await sql<{ id: string }>('select client_id as id from payment where payment_id = $1', approved))[0]!.id;
    const request = {
      instructedAmount: { currency: 'EUR', amount: '1.00' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Unapproved payee',
      remittanceInformationUnstructured: 'Unapproved text',
    };
    const insert = (days: number) =>
      sql(
        `insert into payment (payment_id, client_id, payment_product, request, currency, amount, transaction_status, status_reason, created_at, status_changed_at)
        values (gen_random_uuid(), $1, 'sepa-credit-transfers', $2, 'EUR', 1, 'RJCT', 'NOAS', now(), now() - $3::int * interval '1 day')`,
        clientId,
        JSON.stringify(request),
        days,
      );
    const consent = (days: number, psuId: string | null, status: string) =>
      sql(
        `insert into consent (consent_id, client_id, psu_id, status, kind, access, recurring, frequency_per_day, valid_until, created_at, last_action_date)
        values (gen_random_uuid(), $1, $2, $3, 'dedicated', '{"accounts": [{"iban": "IBAN-OF-A-CONSENT"}]}', true, 4, current_date, now(), current_date - $4::int)`,
        clientId,
        psuId,
        status,
        days,
      );
    const { psuId } = await accounts.add([1]);
    await insert(40);
    await insert(20);
    await consent(40, null, 'rejected');
    await consent(20, null, 'rejected');
    await consent(40, psuId, 'expired');
    await new UnapprovedRequestsService(accounts.bank.database, accounts.bank.clock, settings({ unapprovedRetentionDays: 30 })).erase();
    const [counted] = await sql(
      `
      select count(*) filter (where request ->> 'creditorName' = 'Unapproved payee')::int as unapproved, count(*) filter (where request ->> 'creditorName' = 'Approved payee')::int as approved,
        count(*) filter (where erased_at is not null and request ->> 'creditorName' = 'erased' and not request ? 'remittanceInformationUnstructured')::int as erased,
        (select count(*)::int from consent where access ? 'accounts') as consents
      from payment where client_id = $1 and request ->> 'creditorName' in ('Unapproved payee', 'Approved payee', 'erased') and (debtor_account_id is null or payment_id = $2)`,
      clientId,
      approved,
    );
    expect(counted).toEqual({ unapproved: 1, approved: 1, erased: 1, consents: 2 });
  });
});
