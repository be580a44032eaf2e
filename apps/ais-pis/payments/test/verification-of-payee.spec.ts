import { randomUUID } from 'node:crypto';
import { runningBank, TestFeed, type Caller, type HttpResponse, type TestClient, type TestCustomer } from '@open-banking/testing';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aPayer, statusChanges, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const asked = { headers: { 'client-vop-requested': 'true' } };
interface Verified {
  readonly transactionStatus: string;
  readonly paymentId: string;
  readonly originalTransactionInformationAndVopStatus?: readonly { creditorNameMatch: string; matchedCreditorName?: string }[];
}
const bodyOf = ({ body }: HttpResponse): Verified => body as unknown as Verified;
const matchOf = (answer: HttpResponse) => bodyOf(answer).originalTransactionInformationAndVopStatus?.[0]?.creditorNameMatch;

describe('a payment with Client-VOP-Requested', () => {
  const bank = runningBank(['ais-pis']);
  let payee: TestAccount;
  let payer: Caller;
  const payTo = ({ iban }: { iban: string }, creditorName: string, more: object = {}) => ({
    ...inEuro,
    creditorAccount: { iban },
    creditorName,
    ...more,
  });
  const owned = (ownerName: string) => anAccount(bank, [], { ownerName });
  beforeAll(async () => {
    payee = await owned('Dana Levi');
    payer = await aPayer(bank);
  });

  it('stays RCVD where the name matches, and is as always without the header or with false', async () => {
    const answer = await payer.post(sepa, payTo(payee, 'Ms. LEVI, Dana', { endToEndIdentification: 'E2E-1' }), asked);
    expect(answer).toAnswer(201);
    const result = [{ originalEndToEndId: 'E2E-1', transactionStatus: 'RCVD', creditorNameMatch: 'MTCH' }];
    expect(answer.body).toMatchObject({ transactionStatus: 'RCVD' });
    expect(bodyOf(answer).originalTransactionInformationAndVopStatus).toEqual(result);
    const self = `${sepa}/${bodyOf(answer).paymentId}`;
    for (const path of [self, `${self}/status`])
      expect(bodyOf(await payer.get(path)).originalTransactionInformationAndVopStatus).toEqual(result);
    for (const headers of [{}, { 'client-vop-requested': 'false' }] as Record<string, string>[]) {
      const usual = await payer.post(sepa, payTo(payee, 'Avi Cohen'), { headers });
      expect(Object.keys(usual.body).sort()).toEqual(['_links', 'paymentId', 'transactionStatus']);
      expect(usual).toAnswer(201, { transactionStatus: 'RCVD' });
      expect(await payer.get(`${sepa}/${bodyOf(usual).paymentId}/status`)).toAnswer(200, { transactionStatus: 'RCVD' });
    }
  });

  it('becomes RVCM where it does not, with the real name on a close match alone', async () => {
    const close = await payer.post(sepa, payTo(payee, 'D. Levi'), asked);
    expect(close).toAnswer(201, { transactionStatus: 'RVCM' });
    const result = [{ transactionStatus: 'RVCM', creditorNameMatch: 'CMTC', matchedCreditorName: 'Dana Levi' }];
    expect(bodyOf(close).originalTransactionInformationAndVopStatus).toEqual(result);
    const self = `${sepa}/${bodyOf(close).paymentId}`;
    expect(await payer.get(`${self}/status`)).toAnswer(200, {
      transactionStatus: 'RVCM',
      originalTransactionInformationAndVopStatus: result,
    });
    expect(await statusChanges(bank, bodyOf(close).paymentId)).toEqual(['RCVD>RVCM']);

    const none = await payer.post(sepa, payTo(payee, 'Avi Cohen'), asked);
    expect(none).toAnswer(201, { transactionStatus: 'RVCM' });
    expect(bodyOf(none).originalTransactionInformationAndVopStatus).toEqual([{ transactionStatus: 'RVCM', creditorNameMatch: 'NMTC' }]);
    expect(none.text).not.toContain('Dana');
  });

  it.each([
    ['an account that nobody knows', { iban: 'DE75512108001245126199' }],
    ['a number that is no IBAN', { other: { identification: '4711' } }],
  ])('is not possible for %s, and the payment is accepted', async (_, creditorAccount) => {
    const body = {
      ...inEuro,
      creditorAgent: 'DEUTDEFF',
      creditorAddress: { townName: 'Berlin', country: 'DE' },
      creditorName: 'Dana Levi',
      creditorAccount,
    };
    const answer = await payer.post('/v1.7/payments/cross-border-credit-transfers', body, asked);
    expect(answer).toAnswer(201, { transactionStatus: 'RVCM' });
    expect(matchOf(answer)).toBe('NOAP');
  });

  it('is not possible for a closed account, though its owner would match', async () => {
    const closed = await owned('Dana Levi');
    await bank.database('ais-pis').query("update account set status = 'deleted' where account_id = $1", [closed.accountId]);
    expect(matchOf(await payer.post(sepa, payTo(closed, 'Dana Levi'), asked))).toBe('NOAP');
  });

  it('knows the names of a few accounts of other banks in the sandbox', async () => {
    const elsewhere = { iban: 'FR1420041010050500013M02606' };
    expect(matchOf(await payer.post(sepa, payTo(elsewhere, 'Elise Laurent'), asked))).toBe('MTCH');
    expect(matchOf(await payer.post(sepa, payTo(elsewhere, 'E Laurent'), asked))).toBe('CMTC');
    expect(matchOf(await payer.post(sepa, payTo(elsewhere, 'Dana Levi'), asked))).toBe('NMTC');
  });

  it('compares across scripts only with the names that the bank has, and with each owner of a private account', async () => {
    const owner = await aCustomer(bank);
    const account = await anAccount(bank, [owner], { ownerName: 'דנה לוי' });
    expect(matchOf(await payer.post(sepa, payTo(account, 'Noa Levi'), asked))).toBe('NMTC'); // Test Customer is an owner's name too
    expect(matchOf(await payer.post(sepa, payTo(account, 'Test Customer'), asked))).toBe('MTCH');
    await bank.database('ais-pis').query("update account set usage = 'ORGA' where account_id = $1", [account.accountId]);
    const another = await aPayer(bank);
    expect(matchOf(await another.post(sepa, payTo(account, 'Test Customer'), asked))).toBe('NOAP');
    expect(matchOf(await another.post(sepa, payTo(account, 'Dana Levi'), asked))).toBe('NOAP');
    const core = new TestFeed(bank);
    const name = { type: 'accountOwnerName', accountId: account.accountId, name: 'Dana Levi' };
    await core.take(name);
    expect(matchOf(await another.post(sepa, payTo(account, 'Dana Levi'), asked))).toBe('MTCH');
    await core.take({ ...name, change: 'remove' });
    expect(matchOf(await another.post(sepa, payTo(account, 'Dana Levi'), asked))).toBe('NOAP');
  });

  it('refuses another value of the header', async () => {
    expect(await payer.post(sepa, payTo(payee, 'Dana Levi'), { headers: { 'client-vop-requested': 'yes' } })).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path: 'Client-VOP-Requested' }],
    });
    expect(await payer.post(sepa, payTo(payee, 'Dana Levi'), asked)).toAnswer(201);
  });

  it('answers a copy of the request like the first', async () => {
    const headers = { ...asked.headers, 'x-request-id': randomUUID() };
    const body = payTo(payee, 'D Levi');
    const [first, copy] = [await payer.post(sepa, body, { headers }), await payer.post(sepa, body, { headers })];
    expect(first).toAnswer(201, { transactionStatus: 'RVCM' });
    expect(copy.text).toBe(first.text);
    const { rows } = await bank
      .database('ais-pis')
      .query('select * from payment_payee_check where payment_id = $1', [bodyOf(first).paymentId]);
    expect(rows).toHaveLength(1);
  });

  it('lets a client try five names for an account in a day, also at once, and no more', async () => {
    const account = await owned('Ruth Shapira');
    const guesses = ['Noa', 'Maya', 'Yael', 'Hila', 'Adi', 'Gil', 'Elad', 'Orly', 'Rivka'].map((name) => payTo(account, `${name} Shapira`));
    const guesser = await aPayer(bank);
    const answers = await Promise.all(guesses.map((guess) => guesser.post(sepa, guess, asked)));
    for (const answer of answers) expect(answer).toAnswer(201, { transactionStatus: 'RVCM' });
    expect(answers.map(matchOf).sort()).toEqual([...Array<string>(5).fill('NMTC'), ...Array<string>(4).fill('NOAP')]);

    expect(matchOf(await guesser.post(sepa, payTo(account, 'Ruth Shapira'), asked))).toBe('NOAP');
    const known = guesses[answers.findIndex((answer) => matchOf(answer) === 'NMTC')]!;
    expect(matchOf(await guesser.post(sepa, { ...known, creditorName: known.creditorName.toUpperCase() }, asked))).toBe('NMTC');
    expect(matchOf(await guesser.post(sepa, payTo(payee, 'Dana Levi'), asked))).toBe('MTCH');
    expect(matchOf(await (await aPayer(bank)).post(sepa, payTo(account, 'Ruth Shapira'), asked))).toBe('MTCH');

    const yesterday =
      "update payee_question set asked_at = asked_at - interval '25 hours' where account_digest = sha256(convert_to($1, 'UTF8'))";
    await bank.database('ais-pis').query(yesterday, [account.iban]);
    expect(matchOf(await guesser.post(sepa, payTo(account, 'Ruth Shapira'), asked))).toBe('MTCH');
  });

  it('counts a close match as two names, since it discloses the real one, also for requests at once', async () => {
    const account = await owned('Ruth Shapira');
    const [guesser, other] = [await aPayer(bank), await aPayer(bank)];
    const ask = async (name: string) => matchOf(await guesser.post(sepa, payTo(account, name), asked));
    expect([await ask('Noa Shapira'), await ask('Maya Shapira'), await ask('Yael Shapira')]).toEqual(['NMTC', 'NMTC', 'NMTC']);
    expect(await ask('R Shapira')).toBe('CMTC');
    expect([await ask('R. Shapira'), await ask('Ruth Shapira')]).toEqual(['CMTC', 'MTCH']);
    expect(await ask('Ruth Shapera')).toBe('NOAP');

    const joint = await owned('Ilan Bergman');
    for (const name of ['Hila Stern', 'Orly Gruber', 'Rivka Doron'])
      await bank.database('ais-pis').query('insert into account_owner_name (account_id, name) values ($1, $2)', [joint.accountId, name]);
    const close = ['I Bergman', 'H Stern', 'O Gruber', 'R Doron'];
    const found = await Promise.all(close.map(async (name) => matchOf(await other.post(sepa, payTo(joint, name), asked))));
    const disclosed = found.filter((match) => match === 'CMTC').length;
    expect(found.filter((match) => match !== 'CMTC')).toEqual(Array(4 - disclosed).fill('NOAP'));
    const { rows } = await bank
      .database('ais-pis')
      .query<{ count: string }>("select count(*) from payee_question where account_digest = sha256(convert_to($1, 'UTF8'))", [joint.iban]);
    expect([disclosed >= 1 && disclosed <= 2, rows[0]!.count]).toEqual([true, '5']);
  });

  it('leaves names neither in the audit nor among the questions', async () => {
    const name = `Zebulon${randomUUID()
      .slice(0, 8)
      .replace(/[0-9-]/g, 'x')} Quartz`;
    const account = await owned(name);
    expect(matchOf(await payer.post(sepa, payTo(account, name.replace('Zebulon', 'Zebullon')), asked))).toBe('CMTC');
    const { rows } = await bank
      .database('ais-pis')
      .query<{ found: string }>(
        `select 'audit' as found from audit a where a::text ilike '%quartz%' union all select 'question' from payee_question q where q::text ilike '%quartz%'`,
      );
    expect(rows).toEqual([]);
  });
});

describe('a payment in RVCM', () => {
  const bank = runningBank(['ais-pis']);
  let client: TestClient;
  let itself: Caller;
  let payee: TestAccount;
  beforeAll(async () => {
    client = await bank.client();
    itself = (await client.withClientToken('payments', 'PIS')).paced;
    payee = await anAccount(bank, [], { ownerName: 'Dana Levi' });
  });
  const created = async (debtor: TestAccount): Promise<string> => {
    const body = { ...inEuro, creditorAccount: { iban: payee.iban }, creditorName: 'D Levi', debtorAccount: { iban: debtor.iban } };
    const answer = await itself.post(sepa, body, asked);
    expect(answer).toAnswer(201, { transactionStatus: 'RVCM' });
    return bodyOf(answer).paymentId;
  };
  const approve = (customer: TestCustomer, paymentId: string) => client.approvedBy(customer, 'payments', `PIS:${paymentId}`);

  it('is approved and executed like any other', async () => {
    const customer = await aCustomer(bank);
    const paymentId = await created(await anAccount(bank, [customer]));
    await approve(customer, paymentId);
    expect(await statusAfter(itself, `${sepa}/${paymentId}`, ['ACTC', 'ACFC', 'ACSP'])).toBe('ACCC');
    expect((await statusChanges(bank, paymentId)).slice(0, 2)).toEqual(['RCVD>RVCM', 'RVCM>ACTC']);
    expect(bodyOf(await itself.get(`${sepa}/${paymentId}`)).originalTransactionInformationAndVopStatus).toEqual([
      { transactionStatus: 'RVCM', creditorNameMatch: 'CMTC', matchedCreditorName: 'Dana Levi' },
    ]);
  });

  it('waits for a second owner in PATC', async () => {
    const [one, other] = [await aCustomer(bank), await aCustomer(bank)];
    const paymentId = await created(await anAccount(bank, [one, other], { rule: 'both' }));
    await approve(one, paymentId);
    expect(await statusChanges(bank, paymentId)).toEqual(['RCVD>RVCM', 'RVCM>PATC']);
    await approve(other, paymentId);
    expect((await statusChanges(bank, paymentId)).slice(0, 3)).toEqual(['RCVD>RVCM', 'RVCM>PATC', 'PATC>ACTC']);
  });

  it('is rejected when its time is over', async () => {
    const customer = await aCustomer(bank);
    const paymentId = await created(await anAccount(bank, [customer]));
    await bank.database('ais-pis').query("update payment set approve_by = now() - interval '1 second' where payment_id = $1", [paymentId]);
    expect(await itself.get(`${sepa}/${paymentId}/status`)).toAnswer(200, { transactionStatus: 'RJCT' });
  });
});
