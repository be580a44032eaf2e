import { placesOf, TestErasure } from '@open-banking/testing/erasure';
import { randomUUID } from 'node:crypto';
import { adjustmentsInternal, creditTransfersInternal, lookupsInternal } from '@open-banking/spec';
import { daysAgo, internalCall, freshBank, until, type Caller, type ConsentedCaller } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { aPayer, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';
import { anOperator } from '@open-banking/ais-pis-testing/an-operator';
import { aPerson, type Person } from '@open-banking/ais-pis-testing/a-person';

const slowMs = 300_000;
const [sepa, instant] = ['/v1.7/payments/sepa-credit-transfers', '/v1.7/payments/instant-sepa-credit-transfers'];

describe('a customer who is erased', () => {
  const bank = freshBank(['ais-pis']);
  let approvals: PaymentApprover;
  let erasure: TestErasure;
  let payer: Caller;
  beforeAll(async () => {
    approvals = await PaymentApprover.connect(bank);
    erasure = new TestErasure(bank, 'ais-pis');
    payer = await aPayer(bank);
  });
  afterAll(() => approvals.close());

  const sql = (text: string, ...values: unknown[]) => bank.database('ais-pis').query(text, values);

  /** A payment that the person approves, and its path once it is in its final status. */
  async function paid(
    from: Person,
    to: object,
    amount: string,
    { product = instant, cancelled = false, checked = false } = {},
  ): Promise<string> {
    const { canary } = from;
    const body = {
      ...inEuro,
      instructedAmount: { currency: 'EUR', amount },
      debtorAccount: { iban: from.account.iban },
      debtorName: from.name,
      ultimateDebtor: canary('ultimate payer'),
      endToEndIdentification: canary('e2e'),
      remittanceInformationUnstructured: canary('payment text'),
      ...to,
    };
    const created = await payer.post(product, body, { headers: { 'client-vop-requested': String(checked) } });
    expect(created).toAnswer(201);
    const { paymentId } = created.body as { paymentId: string };
    if (cancelled) await approvals.approveTogether([paymentId], from.account.accountId, [paymentId], { by: from.psuId });
    else await approvals.approve(paymentId, from.account.accountId, { by: from.psuId });
    await statusAfter(payer, `${product}/${paymentId}`, ['ACTC', 'PDNG', 'ACFC', 'ACSP']);
    return `${product}/${paymentId}`;
  }

  const transfer = (to: Person, amount: string, transferId: string = randomUUID()) =>
    internalCall(
      bank.operator,
      'ais-pis',
      creditTransfersInternal.receiveCreditTransfer,
      {
        product: 'sepa-credit-transfers',
        amount: { currency: 'EUR', amount },
        debtorName: to.canary('payer of a transfer'),
        creditorName: to.name,
        creditorAccount: { iban: to.account.iban },
        remittanceUnstructured: to.canary('text of a transfer'),
      },
      { transferId },
    );

  /** Notes of people of the bank, and what other parts leave behind, with a canary each. */
  async function notesOf({ account, canary, psuId }: Person, path: string): Promise<void> {
    const operator = await anOperator(bank, ['read', 'act', 'approve']);
    const adjustmentId = randomUUID();
    const reason = canary('reason');
    const proposal = { iban: account.iban, amount: { currency: 'EUR', amount: '1.00' }, reason };
    expect(await operator.call(adjustmentsInternal.proposeAdjustment, proposal, { adjustmentId })).toAnswer(200, { state: 'PROPOSED' });
    const second = await anOperator(bank, ['read', 'act', 'approve']);
    expect(await second.call(adjustmentsInternal.refuseAdjustment, undefined, { adjustmentId })).toAnswer(200, { state: 'REFUSED' });
    const paymentId = path.split('/').at(-1);
    await sql(
      `insert into payment_check (check_id, payment_id, facts_hash, state, decided_by, note, asked_at, decided_at) values ($1, $2, $3, 'ALLOWED', 'port', $4, now(), now())`,
      randomUUID(),
      paymentId,
      canary('hash of facts'),
      canary('note of a check'),
    );
    await sql(
      `insert into payment_payee_check (payment_id, asked_at, name_match, matched_name, answered, checked_at) values ($1, 'approval', 'CMTC', $2, true, now())`,
      paymentId,
      canary('matched name'),
    );
    await sql(
      `insert into operator_proposal (proposal_id, operation, subject, request, state, proposed_by, proposed_at) values ($1, 'releaseHeldPayment', $2, $3, 'PROPOSED', 'operator', now())`,
      randomUUID(),
      paymentId,
      JSON.stringify({ note: canary('note of a proposal') }),
    );
    await sql(
      `update operator_proposal set state = 'REFUSED', decided_by = $2, decided_at = now() where subject = $1`,
      paymentId,
      second.name,
    );
    await sql(
      `insert into clearing_resolution (instruction_id, state, note, resolved_at, contradicted_by, contradicted_at, settlement_note, settled_at)
      select instruction_id, 'ACCEPTED', $2, now(), 'REJECTED', now(), $3, now() from clearing_instruction where payment_id = $1`,
      paymentId,
      canary('note of a resolution'),
      canary('note of a settlement'),
    );
    await sql(
      `insert into recovery (recovery_number, reason, detected_at, ended_by, ended_at) values (1, 'test', now(), 'operator', now()) on conflict do nothing`,
    );
    await sql(
      `insert into recovered_instruction (instruction_id, payment_id, recovery_number, end_to_end_id, problem, taken_by, taken_at) values ($1, $2, 1, $3, $4, 'operator', now())`,
      randomUUID(),
      paymentId,
      canary('e2e of a lost payment'),
      canary('problem'),
    );
    await sql(
      `insert into customer_session (id_hash, psu_id, customer_name, expires_at) values (sha256(convert_to($2, 'UTF8')), $1, $2, now() + interval '9 min')`,
      psuId,
      canary('name of a session'),
    );
  }

  const close = ({ account }: Person) => sql(`update account set status = 'deleted' where account_id = $1`, account.accountId);
  const booked = async (reader: ConsentedCaller, { account }: Person) =>
    (await reader.get(`/v1.7/accounts/${account.accountId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(5)}`)).body.transactions
      .booked as Record<string, unknown>[];
  const consented = async (person: Person) => (await bank.client()).consentedBy(person, { transactions: [{ iban: person.account.iban }] });

  it(
    'stands in no table any more, and what others wrote and everything that was booked is there still',
    async () => {
      const [dana, omer] = [await aPerson(bank), await aPerson(bank)];
      const [danas, omers] = [await consented(dana), await consented(omer)];
      const abroad = await paid(
        dana,
        { creditorName: dana.canary('payee'), endToEndIdentification: dana.canary('e2e of a lost payment') },
        '10.00',
      );
      const toOmer = await paid(
        dana,
        { creditorAccount: { iban: omer.account.iban }, creditorName: dana.canary('name of a friend') },
        '20.00',
      );
      const toDana = await paid(
        omer,
        {
          creditorAccount: { iban: dana.account.iban },
          creditorName: dana.name,
          endToEndIdentification: omer.canary('e2e of a lost payment'),
        },
        '5.00',
      );
      await paid(dana, {}, '1.00', { product: sepa, cancelled: true, checked: true });
      expect(await transfer(dana, '7.00')).toAnswer(200, { state: 'booked' });
      expect(await transfer(omer, '7.00')).toAnswer(200, { state: 'booked' });
      await notesOf(dana, abroad);
      await notesOf(omer, toDana);
      expect(await booked(danas, dana)).toHaveLength(5);

      // Nothing is erased while the bank owes them anything.
      const account = { what: 'account', id: dana.account.accountId };
      const open = [
        { ...account, must: 'be closed' },
        { ...account, must: 'have a balance of zero, and nothing pending' },
      ];
      expect((await erasure.check(dana)).obstacles).toEqual(open);
      expect(await erasure.erased(dana, dana.name)).toMatchObject({ done: false, obstacles: open, erased: {} });
      await paid(dana, { creditorAccount: { iban: omer.account.iban } }, '82.00');
      await close(dana);
      expect(await transfer(dana, '1.00')).toAnswer(200, { state: 'rejected' });
      expect((await erasure.check(dana)).obstacles).toEqual([]);
      const before = await placesOf(bank.database('ais-pis'), [...dana.canaries, ...omer.canaries]);
      expect(dana.canaries.filter((text) => !before.some((place) => place.startsWith(`${text} in `)))).toEqual([]);

      const { erased, ...progress } = await erasure.erased(dana, dana.name);
      expect(progress).toEqual({ done: true, obstacles: [], keptUntil: null });
      expect(erased).toMatchObject({ entry: 6, account: 1, consent: 1, 'consent (ended)': 1, 'psu (sign-in)': 1, 'psu (name)': 1 });
      expect(await placesOf(bank.database('ais-pis'), dana.canaries)).toEqual([]);
      const omersBefore = before.filter((place) => omer.canaries.includes(place.split(' in ')[0]!));
      expect(omersBefore.length).toBeGreaterThan(25);
      // Those of his entries that named her were deleted, and are written anew.
      const ofOmer = async (table: string) => (await sql(`select from ${table} where account_id = $1`, omer.account.accountId)).rowCount;
      await until('his entries have their texts again', async () => (await ofOmer('entry_text')) === (await ofOmer('entry')));
      const omersNow = await placesOf(bank.database('ais-pis'), omer.canaries);
      // Where Dana paid Omer or was paid by him, her entries and orders named him, and the name that his order was answered is hers.
      const named = ['payment', 'entry', 'entry_text'].map((table) => `${omer.account.iban} in ${table}`);
      const ofDana = [...named, `${omer.name} in entry_text`, `${omer.canary('matched name')} in payment_payee_check`];
      expect(omersBefore.filter((place) => !omersNow.includes(place) && !ofDana.includes(place))).toEqual([]);

      // What remains can be read.
      expect(await payer.get(abroad)).toAnswer(200, {
        instructedAmount: { currency: 'EUR', amount: '10.00' },
        creditorName: 'erased',
        creditorAccount: { other: { identification: 'erased' } },
        transactionStatus: 'ACSC',
      });
      expect((await payer.get(abroad)).body).not.toHaveProperty('remittanceInformationUnstructured');
      expect(await payer.get(toDana)).toAnswer(200, {
        creditorName: 'erased',
        debtorName: omer.name,
        remittanceInformationUnstructured: omer.canary('payment text'),
      });
      expect(await payer.get(`${toOmer}/status`)).toAnswer(200, { transactionStatus: 'ACCC' });
      const shown = await booked(omers, omer);
      expect(shown.map(({ transactionAmount }) => (transactionAmount as { amount: string }).amount)).toEqual([
        '82.00',
        '7.00',
        '-5.00',
        '20.00',
        '100.00',
      ]);
      expect(shown[3]).not.toHaveProperty('debtorName');
      expect(shown[3]).not.toHaveProperty('remittanceInformationUnstructured');
      expect(shown[2]).toMatchObject({ remittanceInformationUnstructured: omer.canary('payment text') });
      expect(shown[2]).not.toHaveProperty('creditorName');
      const operator = await anOperator(bank, ['read']);
      const paymentId = abroad.split('/').at(-1)!;
      expect(await operator.call(lookupsInternal.inspectPayment, undefined, { paymentId })).toAnswer(200, { paymentId });

      // They are a customer no longer; Omer is.
      expect(await danas.get('/v1.7/accounts')).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
      const ended = await danas.party.call('GET', `/v1.7/consents/${danas.consentId}`, {
        token: (await danas.party.clientToken('consents', 'AIS')).access_token,
      });
      expect(ended).toAnswer(200, { consentStatus: 'revokedByPsu', access: {} });
      await expect(consented(dana)).rejects.toThrow();
      expect(await (await consented(omer)).get('/v1.7/accounts')).toAnswer(200, { accounts: [{ iban: omer.account.iban }] });

      // Again, nothing is left to do.
      expect(await erasure.erased(dana, null)).toEqual({ done: true, obstacles: [], keptUntil: null, erased: {} });
      const { checks } = await ledgerCheck(bank.facts.ownerUrls as never);
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    },
    slowMs,
  );
});
