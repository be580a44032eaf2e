import { internalCall, freshBank } from '@open-banking/testing';
import { clearingInternal, directoryInternal, lookupsInternal, proposalsInternal, type Operation } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { anOperator, auditedOperations } from '@open-banking/ais-pis-testing/an-operator';
import { inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';

const instant = '/v1.7/payments/instant-sepa-credit-transfers';

describe('with SECOND_OPERATOR=money,consents', () => {
  const bank = freshBank(['ais-pis'], { SECOND_OPERATOR: 'money,consents' });
  let [dana, omer]: Awaited<ReturnType<typeof anOperator>>[] = [];
  beforeAll(async () => {
    [dana, omer] = [await anOperator(bank, ['read', 'act', 'approve']), await anOperator(bank, ['read', 'act', 'approve'])];
  });
  const approve = (who: typeof dana, proposalId: string) => who!.call(proposalsInternal.approveProposal, undefined, { proposalId });
  const refuse = (who: typeof dana, proposalId: string) => who!.call(proposalsInternal.refuseProposal, undefined, { proposalId });
  const listed = async (id: string): Promise<object | undefined> => {
    const { body } = await omer!.call(proposalsInternal.listProposals, { state: 'PROPOSED' });
    return (body as { proposals: { proposalId: string }[] }).proposals.find(({ proposalId }) => proposalId === id);
  };
  const proposed = async (
    who: typeof dana,
    row: Pick<Operation, 'id' | 'method' | 'path'>,
    params: Record<string, string>,
    body?: object,
  ): Promise<string> => {
    const answer = await who!.call(row, body, params);
    expect(answer).toAnswer(202, { state: 'PROPOSED', operation: row.id, proposedBy: who!.name });
    return (answer.body as { proposalId: string }).proposalId;
  };

  it('a late payment is resolved once, by the operator who approves what another proposed', async () => {
    await internalCall(bank.operator, 'ais-pis', clearingInternal.addClearingRule, { answer: 'accepted', after: 'P200D' });
    const [client, customer] = [await bank.client(), await aCustomer(bank)];
    const account = await anAccount(bank, [customer], { opened: true });
    const payer = await client.withClientToken('payments', 'PIS');
    const { paymentId } = (await payer.post(instant, { ...inEuro, debtorAccount: { iban: account.iban } })).body as { paymentId: string };
    const approvedAt = performance.now();
    await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
    expect(await statusAfter(payer, `${instant}/${paymentId}`, ['ACTC', 'ACFC'])).toBe('ACSP');
    const inspected = () => dana!.call(lookupsInternal.inspectPayment, undefined, { paymentId });
    const seen = await inspected();
    expect(seen).toAnswer(200, { instruction: { state: 'INSTRUCTED', late: false } });
    const { instructionId } = (seen.body as { instruction: { instructionId: string } }).instruction;
    const resolution = { answer: 'rejected', reason: 'AC04', note: 'asked by telephone' };
    const resolve = clearingInternal.resolveInstruction;
    // Clearing has ten seconds; on a machine that stands still they may be over.
    if (performance.now() - approvedAt < 5_000) expect(await dana!.call(resolve, resolution, { instructionId })).toAnswer(409);
    await bank.advance('PT11S');
    expect(await inspected()).toAnswer(200, { instruction: { late: true } });

    const proposalId = await proposed(dana, resolve, { instructionId }, resolution);
    expect(await proposed(dana, resolve, { instructionId }, resolution)).toBe(proposalId);
    const { clientId } = client;
    expect(await listed(proposalId)).toMatchObject({ subject: instructionId, paymentId, amount: '12.50', currency: 'EUR', clientId });
    expect(await dana!.call(resolve, { ...resolution, reason: 'AC06' }, { instructionId })).toAnswer(409);
    expect(await omer!.call(resolve, resolution, { instructionId })).toAnswer(409);
    const installation = internalCall(bank.operator, 'ais-pis', resolve, resolution, { instructionId });
    expect(await installation).toAnswer(409);
    expect(await payer.get(`${instant}/${paymentId}/status`)).toAnswer(200, { transactionStatus: 'ACSP' });
    expect(await approve(dana, proposalId)).toAnswer(401, {
      tppMessages: [{ code: 'ROLE_INVALID', text: `${dana!.name} proposed this, so another operator must approve it.` }],
    });
    expect(await approve(await anOperator(bank, ['read', 'act']), proposalId)).toAnswer(401, { tppMessages: [{ code: 'ROLE_INVALID' }] });

    const approvals = await Promise.all(Array.from({ length: 8 }, () => approve(omer, proposalId)));
    expect(approvals.map(({ status }) => status)).toContain(200);
    expect(await approve(omer, proposalId)).toAnswer(200, { state: 'DONE', decidedBy: omer!.name });
    expect(await refuse(dana, proposalId)).toAnswer(409);
    expect(await payer.get(`${instant}/${paymentId}/status`)).toAnswer(200, { transactionStatus: 'RJCT' });
    expect(await inspected()).toAnswer(200, { instruction: { state: 'REJECTED', late: false } });
    const { rows } = await bank.database('ais-pis').query('select kind from posting where subject = $1 order by posted_at', [paymentId]);
    expect(rows).toEqual([{ kind: 'PAYMENT' }, { kind: 'PAYMENT_REJECTED' }]);
    expect(await auditedOperations(bank, instructionId)).toEqual([
      `${dana!.name} resolveInstruction.propose`,
      `${omer!.name} approveProposal`,
    ]);
    expect((await auditedOperations(bank, paymentId)).filter(Boolean)).toEqual([`${omer!.name} resolveInstruction`]);
  }, 300_000);

  it('a consent lives on until another operator approves its revocation, also after one was refused', async () => {
    const [client, customer] = [await bank.client(), await aCustomer(bank)];
    const reader = await client.consentedBy(customer, { balances: [{ iban: (await anAccount(bank, [customer])).iban }] });
    const { consentId } = reader;
    const first = await proposed(dana, lookupsInternal.revokeConsent, { consentId });
    expect(await listed(first)).toMatchObject({ consentId, clientId: client.clientId, clientName: 'Test', paymentId: null, amount: null });
    expect(await refuse(omer, first)).toAnswer(200, { state: 'REFUSED', decidedBy: omer!.name });
    expect(await approve(omer, first)).toAnswer(409);
    expect(await reader.get('/v1.7/accounts')).toAnswer(200);
    const second = await proposed(dana, lookupsInternal.revokeConsent, { consentId });
    expect(second).not.toBe(first);
    expect(await approve(omer, second)).toAnswer(200, { state: 'DONE' });
    expect((await reader.get('/v1.7/accounts')).status).toBe(401);
    expect(await dana!.call(lookupsInternal.inspectConsent, undefined, { consentId })).toAnswer(200, { status: 'revokedByPsu' });
  });

  it('a client is removed when another operator approves, and suspended at once', async () => {
    const { clientId } = await bank.client();
    expect(await dana!.call(directoryInternal.suspendClient, { reason: 'keys leaked' }, { clientId })).toAnswer(204);
    const proposalId = await proposed(dana, directoryInternal.removeClient, { clientId });
    expect(await omer!.call(lookupsInternal.inspectClient, undefined, { clientId })).toAnswer(200, { suspensionReason: 'keys leaked' });
    expect(await listed(proposalId)).toMatchObject({ subject: clientId, clientId, clientName: 'Test', consentId: null, paymentId: null });
    expect(await approve(omer, proposalId)).toAnswer(200, { state: 'DONE' });
    expect(await omer!.call(lookupsInternal.inspectClient, undefined, { clientId })).toAnswer(404);
  });

  it('the database refuses one operator in both parts, whatever the service does', async () => {
    const { clientId } = await bank.client();
    const proposalId = await proposed(dana, directoryInternal.removeClient, { clientId });
    const decide = (name: string, set = "state = 'DONE'") =>
      bank
        .database('ais-pis')
        .query(`update operator_proposal set ${set}, decided_by = $2, decided_at = now() where proposal_id = $1`, [proposalId, name]);
    await expect(decide(dana!.name)).rejects.toThrow('operator_proposal_needs_two_operators');
    await expect(decide((await anOperator(bank, ['act'])).name)).rejects.toThrow('is no operator with the role approve');
    expect(await approve(omer, proposalId)).toAnswer(200, { state: 'DONE' });
    await expect(decide(omer!.name, "state = 'REFUSED'")).rejects.toThrow('decided once');
  });
});
