import { randomUUID } from 'node:crypto';
import { inDays, runningBank, type Caller } from '@open-banking/testing';
import { activeMandate } from './a-debtor.js';
import { aCreditor, aMandate } from './a-mandate.js';

describe('GET /v2/mandates/{resourceId} and its status', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const mandate = aMandate();
  let creditor: Caller;
  let self: string;

  beforeAll(async () => {
    creditor = await aCreditor(bank);
    self = `/v2/mandates/${(await creditor.post('/v2/mandates', mandate)).body.resourceId}`;
  });

  it('returns the mandate as accepted, and its status', async () => {
    expect((await creditor.get(self)).body).toEqual({
      ...mandate,
      resourceId: self.slice(-36),
      mandateStatus: 'RCVD',
      statusChangeDateTime: expect.stringMatching(/Z$/),
    });
  });

  it('returns a status without personal data', async () => {
    expect((await creditor.get(`${self}/status`)).body).toEqual({ mandateStatus: 'RCVD' });
  });

  it('returns when a mandate was signed, and why it ended', async () => {
    const { itself, self: signed, resourceId, client, customer } = await activeMandate(bank);
    expect(await itself.get(signed)).toAnswer(200, { mandateStatus: 'ACTV', dateOfSignature: inDays(0) });
    expect(await itself.delete(signed)).toAnswer(202);
    await client.approvedBy(customer, 'cancellation', `MANDATE-CANCEL:${resourceId}`);
    expect(await itself.get(signed)).toAnswer(200, { mandateStatus: 'CANC', dateOfSignature: inDays(0), reasonCode: 'MD18' });
    expect((await itself.get(`${signed}/status`)).body).toEqual({ mandateStatus: 'CANC', reasonCode: 'MD18' });
  });

  it.each(['', '/status'])("answers another client's id, an unknown id and a malformed id identically%s", async (below) => {
    const theirs = (await (await aCreditor(bank)).post('/v2/mandates', aMandate())).body.resourceId as string;
    expect(await creditor.get(`${self}${below}`)).toAnswer(200);
    const answers = await Promise.all([theirs, randomUUID(), 'not-an-id'].map((id) => creditor.get(`/v2/mandates/${id}${below}`)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });
});
