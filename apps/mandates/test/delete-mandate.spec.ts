import { randomUUID } from 'node:crypto';
import { runningBank, type Caller } from '@open-banking/testing';
import { aCreditor, aMandate } from './a-mandate.js';

describe('DELETE /v2/mandates/{resourceId}', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  let creditor: Caller;
  const received = async (by = creditor): Promise<string> => `/v2/mandates/${(await by.post('/v2/mandates', aMandate())).body.resourceId}`;

  beforeEach(async () => {
    creditor = await aCreditor(bank);
  });

  it('withdraws an unapproved mandate; a copy gets the same answer, a new request is refused', async () => {
    const self = await received();
    const headers = { 'x-request-id': randomUUID() };
    const done = await creditor.delete(self, { headers });
    expect(done).toAnswer(204);
    expect(done.text).toBe('');
    expect(await creditor.get(self)).toAnswer(200, { mandateStatus: 'CANC', reasonCode: 'MD17' });
    expect(await creditor.delete(self, { headers })).toAnswer(204);
    expect(await creditor.delete(self)).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
    const { rows } = await bank
      .database('mandates')
      .query("select 1 from audit where subject = $1 and operation = 'deleteMandate'", [self.slice(-36)]);
    expect(rows).toHaveLength(1);
  });

  it('refuses the same X-Request-ID for another mandate', async () => {
    const [one, other] = [await received(), await received()];
    const headers = { 'x-request-id': randomUUID() };
    expect(await creditor.delete(one, { headers })).toAnswer(204);
    expect(await creditor.delete(other, { headers })).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID', path: 'X-Request-ID' }] });
    expect(await creditor.get(`${other}/status`)).toAnswer(200, { mandateStatus: 'RCVD' });
  });

  it.each(['RJCT', 'CANC'])('does not change a mandate that is %s', async (status) => {
    const self = await received();
    await bank
      .database('mandates')
      .query('update mandate set mandate_status = $2, approve_by = null where resource_id = $1', [self.slice(-36), status]);
    expect(await creditor.delete(self)).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
    expect(await creditor.get(`${self}/status`)).toAnswer(200, { mandateStatus: status });
  });

  it("answers another client's id, an unknown id and a malformed id identically, and cancels nothing", async () => {
    const stranger = await aCreditor(bank);
    const theirs = await received(stranger);
    const answers = await Promise.all(
      [theirs, `/v2/mandates/${randomUUID()}`, '/v2/mandates/not-an-id'].map((path) => creditor.delete(path)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
    expect(await stranger.get(`${theirs}/status`)).toAnswer(200, { mandateStatus: 'RCVD' });
  });

  it('cancels once if two requests arrive at the same time', async () => {
    const self = await received();
    const answers = await Promise.all([creditor.delete(self), creditor.delete(self)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});
