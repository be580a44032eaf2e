import { randomUUID } from 'node:crypto';
import { internalCall, runningBank } from '@open-banking/testing';
import { mandateLookupsInternal } from '@open-banking/spec';
import { activeMandate } from './a-debtor.js';

describe('GET /internal/mandates/{resourceId}', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const inspect = (resourceId: string) =>
    internalCall(bank.operator, 'mandates', mandateLookupsInternal.inspectMandate, undefined, { resourceId });

  it('shows operators a mandate with its history, of the account only the ends of its number', async () => {
    const { resourceId, client, customer } = await activeMandate(bank);
    const seen = await inspect(resourceId);
    expect(seen).toAnswer(200, {
      resourceId,
      clientId: client.clientId,
      mandateStatus: 'ACTV',
      owners: [{ psuId: customer.psuId }],
      history: [{ from: 'RCVD', to: 'ACTV' }],
    });
    expect((seen.body as { debtor: string }).debtor).toMatch(/^[A-Z0-9]{4}…[A-Z0-9]{4}$/);
    expect(seen.text).not.toContain('Dana');
    expect(await inspect(randomUUID())).toAnswer(404);
  });
});
