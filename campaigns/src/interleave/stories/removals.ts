import { directoryInternal } from '@open-banking/spec';
import { type HttpResponse, internalCall } from '@open-banking/operator-client';
import type { ThirdParty } from '@open-banking/sandbox/third-party';
import { fail } from '../world/fault.js';
import type { Story } from '../world/story.js';
import { shownCode, consentBody, redeem, type World } from '../world/world.js';

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

/** A customer opts out of third parties while they approve one: whatever comes first, it reads nothing. */
export const approveBesideOptOut: Story = {
  name: 'approve-beside-opt-out',
  steps: 45,
  perform: async (world) => {
    const [party, customer] = await Promise.all([world.client(), world.customer()]);
    const account = await world.account([customer]);
    const at = await world.atApproval(party, customer, `AIS:${await world.consent(party, [account])}`);
    const own = await world.signedIn(customer);
    await own.press('opt-out');
    own.formWith('opt-out');
    return {
      roles: [
        { name: 'customer approves', play: { requests: (requestId) => at.browser.actAs(requestId).press('approve') } },
        { name: 'customer opts out', play: { requests: (requestId) => own.actAs(requestId).press('opt-out') } },
      ],
      faults: async () => {
        const code = shownCode(at);
        const redeemed = code === undefined ? undefined : await redeem(party, at, code);
        const token = (redeemed?.body as { access_token?: string } | undefined)?.access_token;
        const read = token === undefined ? undefined : await readsAccounts(world, party, token);
        return [
          ...fail(!own.response.text.includes('no third party sees or uses'), 'the customer was not told that they have opted out'),
          ...fail(read === true, 'the client reads accounts of a customer who has opted out'),
        ];
      },
    };
  },
};

async function readsAccounts(world: World, party: ThirdParty, token: string): Promise<boolean> {
  const [{ consent_id: consentId }] = (await world.rows<{ consent_id: string }>('select consent_id from consent where client_id = $1', [
    party.client.clientId,
  ])) as [{ consent_id: string }];
  const headers = { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' };
  return (await party.call('GET', '/v1.7/accounts', { token, headers })).status === 200;
}
