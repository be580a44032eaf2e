import { directoryInternal } from '@open-banking/spec';
import type { HttpResponse } from '../../third-party/exchange.js';
import { internalCall } from '../../third-party/internal-call.js';
import { fail } from '../world/judged.js';
import type { Story } from '../world/story.js';
import { consentBody } from '../world/world.js';

/** A client is removed while it creates a consent: the consent is refused, or was there before and has ended. */
export const createBesideRemoval: Story = {
  name: 'create-beside-removal',
  steps: 25,
  perform: async (world) => {
    const party = await world.client();
    const account = await world.account([await world.customer()]);
    const { access_token: token } = await party.clientToken('consents', 'AIS');
    const { clientId } = party.client;
    let created: HttpResponse | undefined;
    let removed: HttpResponse | undefined;
    return {
      roles: [
        {
          name: 'client',
          play: {
            requests: async (requestId) => {
              const headers = { 'x-request-id': requestId(), 'psu-ip-address': '127.0.0.1' };
              created = await party.call('POST', '/v1.7/consents', { token, body: consentBody([account]), headers });
            },
          },
        },
        {
          name: 'operator',
          play: {
            requests: async (requestId) => {
              const operator = { ...world.operator, requestId: requestId() };
              removed = await internalCall(operator, 'ais-pis', directoryInternal.removeClient, undefined, { clientId });
            },
          },
        },
      ],
      faults: async () => {
        const rows = await world.rows<{ status: string }>('select status from consent where client_id = $1', [clientId]);
        return [
          ...fail(removed!.status !== 204, `the removal is answered ${removed!.status}`),
          ...fail(![201, 401].includes(created!.status), `the creation is answered ${created!.status}`),
          ...fail(
            (created!.status === 201) !== (rows.length === 1),
            `the creation is answered ${created!.status}, and ${rows.length} are stored`,
          ),
          ...rows.flatMap(({ status }) => fail(status !== 'terminatedByTpp', `the consent of the removed client is ${status}`)),
        ];
      },
    };
  },
};
