import { NotificationReceiver, runningBank } from '@open-banking/testing';
import { aMandate } from './a-mandate.js';

describe('POST /v2/mandates with TPP-Notification-URI', () => {
  const bank = runningBank(['ais-pis', 'mandates']);

  it("notifies the creditor of the mandate's status, only under its own origin", async () => {
    const receiver = await (await NotificationReceiver.create()).open();
    const creditor = await (await bank.client({ redirectUri: `${receiver.origin}/back` })).withClientToken('mandates', 'MANDATE');
    const create = (address: string) => creditor.post('/v2/mandates', aMandate(), { headers: { 'tpp-notification-uri': address } });
    const ignored = await create('https://creditor.example/told');
    expect(ignored).toAnswer(201, { tppMessages: [{ category: 'WARNING', path: 'TPP-Notification-URI' }] });
    expect(ignored.headers['aspsp-notification-support']).toBe('false');

    const created = await create(`${receiver.origin}/told`);
    expect(created).toAnswer(201);
    expect(created.headers).toMatchObject({ 'aspsp-notification-support': 'true', 'aspsp-notification-content': 'status=PROCESS' });
    const { resourceId } = created.body as { resourceId: string };
    expect(await creditor.delete(`/v2/mandates/${resourceId}`)).toAnswer(204);
    const [notification] = await receiver.waitFor(1);
    expect(notification!.body).toMatchObject({ mandateResourceId: resourceId, mandateStatus: 'CANC' });
    receiver.close();
  });
});
