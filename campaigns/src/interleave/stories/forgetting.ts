import type { HttpResponse } from '@open-banking/operator-client';
import { newActorId } from '../scheduler/actor.js';
import { fail } from '../world/fault.js';
import type { Story } from '../world/story.js';
import { shownCode, consentBody, redeem } from '../world/world.js';

/** An X-Request-ID whose answer is no longer kept is used again while such answers are forgotten: the new answer is kept. */
export const answersBesideForgetting: Story = {
  name: 'answers-beside-forgetting',
  steps: 12,
  perform: async (world) => {
    const party = await world.client();
    const account = await world.account([await world.customer()]);
    const { access_token: token } = await party.clientToken('consents', 'AIS');
    const id = newActorId();
    const send = (): Promise<HttpResponse> =>
      party.call('POST', '/v1.7/consents', {
        token,
        body: consentBody([account]),
        headers: { 'x-request-id': id, 'psu-ip-address': '127.0.0.1' },
      });
    await send();
    await world.rows("update answered_command set answered_at = answered_at - interval '30 days' where request_id = $1", [id]);
    let answer: HttpResponse | undefined;
    const requests = async () => {
      answer = await send();
    };
    return {
      roles: [
        { name: 'client', ids: [id], play: { requests } },
        { name: 'old answers are forgotten', play: { task: 'forget-answers' } },
      ],
      faults: async () => {
        const copy = await send();
        return [
          ...fail(answer!.status !== 201, `the request is answered ${answer!.status}`),
          ...fail(copy.text !== answer!.text, `a copy is answered ${copy.status} with something else`),
        ];
      },
    };
  },
};

/** A code is redeemed while what is out of date is deleted: the code is none of that. */
export const codeBesidePurge: Story = {
  name: 'code-beside-purge',
  steps: 15,
  perform: async (world) => {
    const [party, customer] = await Promise.all([world.client(), world.customer()]);
    const account = await world.account([customer]);
    const at = await world.atApproval(party, customer, `AIS:${await world.consent(party, [account])}`);
    await at.browser.press('approve');
    let redeemed: HttpResponse | undefined;
    return {
      roles: [
        {
          name: 'client',
          play: {
            requests: async (requestId) => {
              redeemed = await redeem(party, at, shownCode(at)!, requestId());
            },
          },
        },
        { name: 'what is out of date is deleted', play: { task: 'purge-authorizations' } },
      ],
      faults: () => Promise.resolve(fail(redeemed!.status !== 200, `the code is answered ${redeemed!.status}`)),
    };
  },
};
