import { randomUUID } from 'node:crypto';
import { Money } from '@open-banking/messages';
import { daysAgo, internalCall, runningBank } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { adjustmentsInternal } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { anOperator, auditedOperations } from '@open-banking/ais-pis-testing/an-operator';

const reason = 'Fee of 3 November given back';

describe('an adjustment', () => {
  const bank = runningBank(['ais-pis']);
  let [dana, omer]: Awaited<ReturnType<typeof anOperator>>[] = [];
  beforeAll(async () => {
    [dana, omer] = [await anOperator(bank, ['read', 'act', 'approve']), await anOperator(bank, ['read', 'act', 'approve'])];
  });

  const proposed = (iban: string, amount: string, extra: object = {}) => ({
    iban,
    amount: { currency: 'EUR', amount },
    reason,
    ...extra,
  });
  const propose = (who: typeof dana, body: object, adjustmentId: string = randomUUID()) =>
    who!.call(adjustmentsInternal.proposeAdjustment, body, { adjustmentId });
  const approve = (who: typeof dana, adjustmentId: string) => who!.call(adjustmentsInternal.approveAdjustment, undefined, { adjustmentId });
  const refuse = (who: typeof dana, adjustmentId: string) => who!.call(adjustmentsInternal.refuseAdjustment, undefined, { adjustmentId });
  const readAdjustmentId = ({ body }: { body: unknown }) => (body as { adjustmentId: string }).adjustmentId;
  const opened = async (booked = '100.00') => anAccount(bank, [await aCustomer(bank)], { booked, opened: true });
  const balance = async (accountId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [accountId])
    ).rows[0]!.booked;

  it('is booked once another operator approves it, with its reason on the statement and both operators in the audit', async () => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer], { opened: true });
    const made = await propose(dana, proposed(account.iban, '7.50'));
    expect(made).toAnswer(200, {
      iban: account.iban,
      amount: { currency: 'EUR', amount: '7.50' },
      reason,
      state: 'PROPOSED',
      proposedBy: dana!.name,
    });
    expect(await balance(account.accountId)).toBe('100.00');
    expect(await approve(omer, readAdjustmentId(made))).toAnswer(200, {
      state: 'BOOKED',
      proposedBy: dana!.name,
      decidedBy: omer!.name,
      bookedOn: expect.any(String),
    });
    expect(await balance(account.accountId)).toBe('107.50');
    const reader = await (await bank.client()).consentedBy(customer, { transactions: [{ iban: account.iban }] });
    const { body } = await reader.get(`/v1.7/accounts/${account.accountId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(2)}`);
    expect(body.transactions.booked).toContainEqual(
      expect.objectContaining({
        transactionAmount: { currency: 'EUR', amount: '7.50' },
        bankTransactionCode: 'ACMT-MCOP-ADJT',
        remittanceInformationUnstructured: reason,
      }),
    );
    expect(await auditedOperations(bank, readAdjustmentId(made))).toEqual([
      `${dana!.name} proposeAdjustment`,
      `${omer!.name} approveAdjustment`,
    ]);
    const { checks } = await ledgerCheck(bank.operator.databases as Parameters<typeof ledgerCheck>[0]);
    expect(checks.filter(({ name, ok }) => name.startsWith('a posting') && !ok)).toEqual([]);
  });

  it("cannot be approved by the operator who proposed it, even with the installation's own key", async () => {
    const account = await opened();
    const made = await propose(dana, proposed(account.iban, '-2.00'));
    expect(await approve(dana, readAdjustmentId(made))).toAnswer(401, {
      tppMessages: [{ code: 'ROLE_INVALID', text: `${dana!.name} proposed this adjustment, so another operator must approve it.` }],
    });
    expect(await balance(account.accountId)).toBe('100.00');
    const adjustmentId = randomUUID();
    const installation = (row: (typeof adjustmentsInternal)[keyof typeof adjustmentsInternal], body?: object) =>
      internalCall(bank.operator, 'ais-pis', row, body, { adjustmentId });
    expect(await installation(adjustmentsInternal.proposeAdjustment, proposed(account.iban, '-3.00'))).toAnswer(200, {
      proposedBy: 'operator',
    });
    expect(await installation(adjustmentsInternal.approveAdjustment)).toAnswer(401);
    for (const id of [readAdjustmentId(made), adjustmentId]) expect(await approve(omer, id)).toAnswer(200, { state: 'BOOKED' });
    expect(await balance(account.accountId)).toBe('95.00');
  });

  it('needs role act to propose and role approve to approve', async () => {
    const account = await opened();
    const [actor, approver] = [await anOperator(bank, ['act']), await anOperator(bank, ['approve'])];
    expect(await propose(approver, proposed(account.iban, '1.00'))).toAnswer(401, { tppMessages: [{ code: 'ROLE_INVALID' }] });
    const made = await propose(actor, proposed(account.iban, '1.00'));
    expect(await approve(await anOperator(bank, ['act']), readAdjustmentId(made))).toAnswer(401, {
      tppMessages: [{ code: 'ROLE_INVALID' }],
    });
    expect(await approve(approver, readAdjustmentId(made))).toAnswer(200, { state: 'BOOKED' });
  });

  it('stays the same when proposed or approved again; a different one with its id is refused', async () => {
    const account = await opened();
    const id = randomUUID();
    const copies = await Promise.all(Array.from({ length: 8 }, () => propose(dana, proposed(account.iban, '5.00'), id)));
    for (const copy of copies) expect(copy).toAnswer(200, { state: 'PROPOSED' });
    expect(await propose(dana, proposed(account.iban, '5.01'), id)).toAnswer(409, {
      tppMessages: [{ code: 'STATUS_INVALID', path: 'adjustmentId' }],
    });
    const approvals = await Promise.all(Array.from({ length: 8 }, () => approve(omer, id)));
    for (const one of approvals) expect(one).toAnswer(200, { state: 'BOOKED' });
    expect(await balance(account.accountId)).toBe('105.00');
    expect(await refuse(omer, id)).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
  });

  it('can be refused by another operator or withdrawn by its proposer, and is then never booked', async () => {
    const account = await opened();
    for (const who of [dana, omer]) {
      const made = await propose(dana, proposed(account.iban, '5.00'));
      expect(await refuse(who, readAdjustmentId(made))).toAnswer(200, { state: 'REFUSED', decidedBy: who!.name });
      expect(await approve(omer, readAdjustmentId(made))).toAnswer(409);
    }
    expect(await balance(account.accountId)).toBe('100.00');
  });

  it('stays proposed while the account lacks the funds', async () => {
    const account = await opened('5.00');
    const made = await propose(dana, proposed(account.iban, '-7.00'));
    expect(await approve(omer, readAdjustmentId(made))).toAnswer(409, {
      tppMessages: [{ code: 'STATUS_INVALID', text: expect.stringMatching(/^AM04/) }],
    });
    await approve(omer, readAdjustmentId(await propose(dana, proposed(account.iban, '2.00'))));
    expect(await approve(omer, readAdjustmentId(made))).toAnswer(200, { state: 'BOOKED' });
    expect(await balance(account.accountId)).toBe('0.00');
  });

  it('is refused for an unknown account, a zero amount, another currency or without a reason', async () => {
    const account = await opened();
    const wrong = [
      [proposed('DE89370400440532013000', '1.00'), '/iban'],
      [proposed(account.iban, '0.00'), '/amount/amount'],
      [proposed(account.iban, '1.001'), '/amount/amount'],
      [proposed(account.iban, '1.00', { amount: { currency: 'ILS', amount: '1.00' } }), '/amount/currency'],
      [proposed(account.iban, '1.00', { reason: ' ' }), '/reason'],
    ] as const;
    for (const [body, path] of wrong) expect(await propose(dana, body)).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path }] });
    expect(await approve(omer, randomUUID())).toAnswer(404);
    expect(await propose(dana, proposed(account.iban, '1.00'))).toAnswer(200);
  });

  it('is listed, also filtered by state', async () => {
    const account = await opened();
    const [waiting, done] = [
      readAdjustmentId(await propose(dana, proposed(account.iban, '1.00'))),
      readAdjustmentId(await propose(dana, proposed(account.iban, '2.00'))),
    ];
    await approve(omer, done);
    const listed = async (state?: string) =>
      (
        (await dana!.call(adjustmentsInternal.listAdjustments, { ...(state && { state }) })).body as {
          adjustments: { adjustmentId: string }[];
        }
      ).adjustments.map(({ adjustmentId }) => adjustmentId);
    expect(await listed()).toEqual(expect.arrayContaining([waiting, done]));
    const open = await listed('PROPOSED');
    expect([open.includes(waiting), open.includes(done)]).toEqual([true, false]);
  });
});

describe('the four-eyes rule in the database', () => {
  let bank: TestLedger;
  beforeAll(async () => {
    bank = await TestLedger.open();
  });
  afterAll(() => bank.close());

  /** Uses the service's own role: what a fault in the service could do. */
  const run = (sql: string, values: unknown[] = []) => bank.database.pool.query(sql, values);
  const operator = async (roles: string) => {
    const name = `test-${randomUUID().slice(0, 8)}`;
    await run(`insert into operator (name, roles, public_key, added_by, added_at) values ($1, $2, '{}', 'operator', now())`, [name, roles]);
    return name;
  };
  const proposal = async (by: string) => {
    const account = await bank.account();
    const id = randomUUID();
    await run(
      `insert into adjustment (adjustment_id, account_id, currency, amount, reason, state, proposed_by, proposed_at) values ($1, $2, 'EUR', 1, 'x', 'PROPOSED', $3, now())`,
      [id, account, by],
    );
    return { id, account };
  };
  const posting = async (id: string, account: string) =>
    bank.database.transaction((tx) =>
      bank.ledger.post(tx, {
        kind: 'ADJUSTMENT',
        subject: id,
        legs: [
          { accountId: account, amount: Money.of('EUR', '1.00'), facts: { bankTransactionCode: 'ACMT-MCOP-ADJT' } },
          { internal: 'ADJUSTMENTS', amount: Money.of('EUR', '-1.00') },
        ],
      }),
    );
  const booked = `with decided as (update adjustment set state = 'BOOKED', decided_by = $2, decided_at = now(), posting_id = $3, booked_on = now() where adjustment_id = $1) select`;
  const inOne = async (id: string, account: string, by: string) =>
    bank.database.transaction(async (tx) => {
      const posted = await bank.ledger.post(tx, {
        kind: 'ADJUSTMENT',
        subject: id,
        legs: [
          { accountId: account, amount: Money.of('EUR', '1.00'), facts: { bankTransactionCode: 'ACMT-MCOP-ADJT' } },
          { internal: 'ADJUSTMENTS', amount: Money.of('EUR', '-1.00') },
        ],
      });
      await tx.rows({ name: `test.${randomUUID()}`, text: booked } as never, id, by, (posted as { postingId: string }).postingId);
    });

  it('refuses an approval by the proposer, whatever the service does', async () => {
    const [dana, omer] = [await operator('{act,approve}'), await operator('{act,approve}')];
    const { id, account } = await proposal(dana);
    await expect(inOne(id, account, dana)).rejects.toThrow('adjustment_needs_two_operators');
    await expect(inOne(id, account, omer)).resolves.toBeUndefined();
  });

  it('refuses an approval without the role, by a removed operator, or by an unknown one', async () => {
    const [dana, actor, gone] = [await operator('{act}'), await operator('{act}'), await operator('{approve}')];
    await run(`update operator set removed_by = 'operator', removed_at = now() where name = $1`, [gone]);
    const { id, account } = await proposal(dana);
    for (const by of [actor, gone, 'nobody']) await expect(inOne(id, account, by)).rejects.toThrow('no operator with the role approve');
    await expect(inOne(id, account, await operator('{approve}'))).resolves.toBeUndefined();
  });

  it('refuses an adjustment inserted as approved, a change of a proposal, and a posting without an approved adjustment', async () => {
    const [dana, omer] = [await operator('{act,approve}'), await operator('{act,approve}')];
    const { id, account } = await proposal(dana);
    await expect(
      run(
        `insert into adjustment (adjustment_id, account_id, currency, amount, reason, state, proposed_by, proposed_at, decided_by, decided_at)
      values (gen_random_uuid(), $1, 'EUR', 1, 'x', 'REFUSED', $2, now(), $3, now())`,
        [account, dana, omer],
      ),
    ).rejects.toThrow('proposed first');
    for (const change of ['amount = 1000', `proposed_by = '${omer}'`, `reason = 'y'`])
      await expect(run(`update adjustment set ${change} where adjustment_id = $1`, [id])).rejects.toThrow('permission denied');
    await expect(run('delete from adjustment where adjustment_id = $1', [id])).rejects.toThrow('permission denied');
    await expect(run(`update operator set roles = '{read,act,approve}' where name = $1`, [dana])).rejects.toThrow('permission denied');
    await expect(posting(id, account)).rejects.toThrow('belongs to no approved adjustment');
    await expect(inOne(id, account, omer)).resolves.toBeUndefined();
  });
});
