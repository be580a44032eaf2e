import { randomUUID } from 'node:crypto';
import { runningBank, type Caller } from '@open-banking/sandbox/testing';
import { aCreditor, aMandate } from './a-mandate.js';

describe('GET /v2/mandates/{resourceId} and its status', () => {
  const bank = runningBank();
  const mandate = aMandate();
  let creditor: Caller;
  let self: string;

  beforeAll(async () => {
    creditor = await aCreditor(bank);
    self = `/v2/mandates/${(await creditor.post('/v2/mandates', mandate)).body.resourceId}`;
  });

  it('shows the mandate as it was accepted, and how far it has come', async () => {
    expect((await creditor.get(self)).body).toEqual({ ...mandate, resourceId: self.slice(-36), mandateStatus: 'RCVD', statusChangeDateTime: expect.stringMatching(/Z$/) });
  });

  it('tells a status without anything of a person', async () => {
    expect((await creditor.get(`${self}/status`)).body).toEqual({ mandateStatus: 'RCVD' });
  });

  it('shows when a mandate was signed, and why it ended', async () => {
    const { body: { resourceId } } = await creditor.post('/v2/mandates', aMandate());
    await bank.database('mandates').query("update mandate set mandate_status = 'SUSP', approve_by = null, date_of_signature = '2026-10-01', reason_code = 'MS02' where resource_id = $1", [resourceId]);
    expect(await creditor.get(`/v2/mandates/${resourceId}`)).toAnswer(200, { mandateStatus: 'SUSP', dateOfSignature: '2026-10-01', reasonCode: 'MS02' });
    expect((await creditor.get(`/v2/mandates/${resourceId}/status`)).body).toEqual({ mandateStatus: 'SUSP', reasonCode: 'MS02' });
  });

  it.each(['', '/status'])('answers another client\'s, an unknown id and what is no id alike%s', async (below) => {
    const theirs = (await (await aCreditor(bank)).post('/v2/mandates', aMandate())).body.resourceId as string;
    expect(await creditor.get(`${self}${below}`)).toAnswer(200);
    const answers = await Promise.all([theirs, randomUUID(), 'not-an-id'].map((id) => creditor.get(`/v2/mandates/${id}${below}`)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });
});
