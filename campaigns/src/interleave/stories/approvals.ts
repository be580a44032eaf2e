import { fail } from '../world/fault.js';
import type { Story } from '../world/story.js';
import { shownCode, paymentsPath, redeem, type AtApproval, type World } from '../world/world.js';

const press = (at: AtApproval, step: string) => (requestId: () => string) => at.browser.actAs(requestId).press(step);

const statusOfConsent = (world: World, consentId: string): Promise<string> =>
  world.value('select status from consent where consent_id = $1', consentId);

/** A consent that was deleted before it was approved, or after it, is dead: no token of it works. */
export const approveBesideDelete: Story = {
  name: 'approve-beside-delete',
  steps: 45,
  perform: async (world) => {
    const [party, customer] = await Promise.all([world.client(), world.customer()]);
    const account = await world.account([customer]);
    const consentId = await world.consent(party, [account]);
    const { access_token: token } = await party.clientToken('consents', 'AIS');
    const at = await world.atApproval(party, customer, `AIS:${consentId}`);
    let deleted = 0;
    return {
      roles: [
        { name: 'customer approves', play: { requests: press(at, 'approve') } },
        {
          name: 'client deletes',
          play: {
            requests: async (requestId) => {
              const headers = { 'x-request-id': requestId() };
              deleted = (await party.call('DELETE', `/v1.7/consents/${consentId}`, { token, headers })).status;
            },
          },
        },
      ],
      faults: async () => {
        const status = await statusOfConsent(world, consentId);
        const code = shownCode(at);
        const redeemed = code === undefined ? undefined : await redeem(party, at, code);
        const bearer = (redeemed?.body as { access_token?: string } | undefined)?.access_token;
        const headers = { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' };
        const read = bearer === undefined ? undefined : (await party.call('GET', '/v1.7/accounts', { token: bearer, headers })).status;
        return [
          ...fail(deleted !== 204, `the deletion is answered ${deleted}`),
          ...fail(status !== 'terminatedByTpp', `the consent is ${status} after its deletion`),
          ...fail(read === 200, 'a token of the deleted consent reads accounts'),
        ];
      },
    };
  },
};

/** One of two windows approves, the other refuses: one of them has decided. */
export const approveBesideRefuse: Story = {
  name: 'approve-beside-refuse',
  steps: 50,
  perform: async (world) => {
    const [party, customer] = await Promise.all([world.client(), world.customer()]);
    await world.account([customer]);
    const paymentId = await world.payment(party);
    const scope = `PIS:${paymentId}`;
    const [one, other] = [await world.atApproval(party, customer, scope), await world.atApproval(party, customer, scope)];
    return {
      roles: [
        { name: 'one window approves', play: { requests: press(one, 'approve') } },
        { name: 'another refuses', play: { requests: press(other, 'refuse') } },
      ],
      faults: async () => {
        const status = await world.value<string>('select transaction_status from payment where payment_id = $1', paymentId);
        const approvals = await world.value<number>('select count(*)::int from payment_approval where payment_id = $1', paymentId);
        const isRefused = status === 'RJCT';
        return [
          ...fail(approvals !== (isRefused ? 0 : 1), `the payment is ${status} with ${approvals} approvals`),
          ...fail(!isRefused && shownCode(one) === undefined, `the payment is ${status}, and the client got no code`),
          ...fail(isRefused && shownCode(one) !== undefined, 'the payment is refused, and the client got a code'),
        ];
      },
    };
  },
};

/** Both owners approve at once: the payment goes on, and does not wait for either. */
export const twoOwners: Story = {
  name: 'two-owners',
  steps: 60,
  perform: async (world) => {
    const [party, noa, dan] = await Promise.all([world.client(), world.customer(), world.customer()]);
    await world.account([noa, dan], 'both');
    const paymentId = await world.payment(party);
    const scope = `PIS:${paymentId}`;
    const [one, other] = [await world.atApproval(party, noa, scope), await world.atApproval(party, dan, scope)];
    return {
      roles: [
        { name: 'first owner', play: { requests: press(one, 'approve') } },
        { name: 'second owner', play: { requests: press(other, 'approve') } },
      ],
      faults: async () => {
        const codes = [one, other].filter((at) => shownCode(at) !== undefined).length;
        const approvals = await world.value<number>('select count(*)::int from payment_approval where payment_id = $1', paymentId);
        const status = await world.value<string>('select transaction_status from payment where payment_id = $1', paymentId);
        return [
          ...fail(codes === 0, 'neither owner could approve'),
          ...fail(approvals !== codes, `${approvals} approvals are stored, and ${codes} owners were told of theirs`),
          ...fail((status === 'PATC') !== (approvals === 1), `the payment is ${status} with ${approvals} approvals`),
        ];
      },
    };
  },
};

/** The button is pressed twice: one approval, and one code at most. */
export const approveTwice: Story = {
  name: 'approve-twice',
  steps: 50,
  perform: async (world) => {
    const [party, customer] = await Promise.all([world.client(), world.customer()]);
    await world.account([customer]);
    const paymentId = await world.payment(party);
    const at = await world.atApproval(party, customer, `PIS:${paymentId}`);
    const again = { ...at, browser: at.browser.copy() };
    return {
      roles: [
        { name: 'first press', play: { requests: press(at, 'approve') } },
        { name: 'second press', play: { requests: press(again, 'approve') } },
      ],
      faults: async () => {
        const codes = [at, again].flatMap((one) => shownCode(one) ?? []);
        const redeemed = await Promise.all(codes.map((code) => redeem(party, at, code)));
        const { access_token: token } = await party.clientToken('payments', 'PIS');
        const read = await party.call('GET', `${paymentsPath}/${paymentId}/status`, { token });
        return [
          ...fail(redeemed.filter(({ status }) => status === 200).length !== 1, `${codes.length} codes, of which not one was good`),
          ...fail(['RCVD', 'RJCT'].includes(read.body.transactionStatus as string), `the payment is ${read.body.transactionStatus}`),
        ];
      },
    };
  },
};

/** Two windows of one browser go on at once from an approval: one gets a code. */
export const goOnTwice: Story = {
  name: 'go-on-twice',
  steps: 15,
  perform: async (world) => {
    const [party, customer] = await Promise.all([world.client(), world.customer()]);
    const account = await world.account([customer]);
    const at = await world.atApproval(party, customer, `AIS:${await world.consent(party, [account])}`);
    at.browser.followsRedirects = false;
    await at.browser.press('approve');
    const onwards = at.browser.response.headers['location'] as string;
    const windows = [at, { ...at, browser: at.browser.copy() }];
    return {
      roles: windows.map(({ browser }, number) => ({
        name: `window ${number + 1}`,
        play: { requests: (requestId) => browser.actAs(requestId).open(onwards) },
      })),
      faults: async () => {
        const codes = windows.flatMap((one) => shownCode(one) ?? []);
        const redeemed = await Promise.all(codes.map((code) => redeem(party, at, code)));
        return [
          ...fail(codes.length !== 1, `${codes.length} codes for one approval`),
          ...redeemed.flatMap(({ status }) => fail(status !== 200, `a code is answered ${status}`)),
        ];
      },
    };
  },
};

/** Of two recurring consents of one customer and client the newer one replaces the older (`RECURRING_CONSENTS=replace`). */
export const twoConsents: Story = {
  name: 'two-consents',
  steps: 60,
  perform: async (world) => {
    const [party, customer] = await Promise.all([world.client(), world.customer()]);
    const account = await world.account([customer]);
    const ids = [await world.consent(party, [account]), await world.consent(party, [account])] as const;
    const [one, other] = [
      await world.atApproval(party, customer, `AIS:${ids[0]}`),
      await world.atApproval(party, customer, `AIS:${ids[1]}`),
    ];
    return {
      roles: [
        { name: 'approves one', play: { requests: press(one, 'approve') } },
        { name: 'approves the other', play: { requests: press(other, 'approve') } },
      ],
      faults: async () => {
        const statuses = (await Promise.all(ids.map((id) => statusOfConsent(world, id)))).sort().join(' ');
        return fail(statuses !== 'replacedByTpp valid', `the consents are ${statuses}`);
      },
    };
  },
};
