import { directoryInternal } from '@open-banking/spec';
import { type HttpResponse, internalCall } from '@open-banking/operator-client';
import { ThirdParty } from '@open-banking/sandbox/third-party';
import { fail } from '../world/fault.js';
import type { Story } from '../world/story.js';
import { shownCode, redeem, requestToken, type World } from '../world/world.js';

/** A code is redeemed twice at once: one gets tokens (RFC 6749 §4.1.2). */
export const codeTwice: Story = {
  name: 'code-twice',
  steps: 40,
  perform: async (world) => {
    const [party, customer] = await Promise.all([world.client(), world.customer()]);
    const account = await world.account([customer]);
    const at = await world.atApproval(party, customer, `AIS:${await world.consent(party, [account])}`);
    await at.browser.press('approve');
    const answers: HttpResponse[] = [];
    const redeems = (name: string) => ({
      name,
      play: {
        requests: async (requestId: () => string) => {
          answers.push(await redeem(party, at, shownCode(at)!, requestId()));
        },
      },
    });
    return {
      roles: [redeems('first'), redeems('second')],
      faults: () => {
        const given = answers.filter(({ status }) => status === 200).length;
        return Promise.resolve([
          ...fail(given !== 1, `${given} of two redemptions got tokens`),
          ...answers.flatMap(({ status }) => fail(![200, 400].includes(status), `a redemption is answered ${status}`)),
        ]);
      },
    };
  },
};

const secretWorks = async (party: ThirdParty, clientSecret: string, requestId = ''): Promise<boolean> => {
  const form = { grant_type: 'client_credentials' };
  const { status } = await requestToken(new ThirdParty(party.baseUrl, { ...party.client, clientSecret }), 'payments', form, requestId);
  return status === 200;
};

const rotate = (world: World, { client: { clientId } }: ThirdParty, changes: object, requestId: string): Promise<HttpResponse> =>
  internalCall({ ...world.operator, requestId }, 'ais-pis', directoryInternal.rotateClient, changes, { clientId });

/** Two operators rotate a client's secret while it is used: one succeeds, and its secret and the previous one are good during the overlap. */
export const rotateBesideUse: Story = {
  name: 'rotate-beside-use',
  steps: 25,
  perform: async (world) => {
    const party = await world.client();
    const previous = party.client.clientSecret!;
    const answers: HttpResponse[] = [];
    let worked = false;
    const rotates = (name: string) => ({
      name,
      play: {
        requests: async (requestId: () => string) => {
          answers.push(await rotate(world, party, {}, requestId()));
        },
      },
    });
    return {
      roles: [
        rotates('one operator'),
        rotates('another'),
        {
          name: 'client',
          play: {
            requests: async (requestId) => {
              worked = await secretWorks(party, previous, requestId());
            },
          },
        },
      ],
      faults: async () => {
        const secrets = answers.filter(({ status }) => status === 200).map(({ body }) => (body as { client_secret: string }).client_secret);
        const good = await Promise.all([previous, ...secrets].map((secret) => secretWorks(party, secret)));
        return [
          ...fail(secrets.length !== 1, `${secrets.length} of two rotations succeeded`),
          ...fail(!worked, 'the secret was refused while it was rotated'),
          ...fail(!good[0], 'the previous secret is refused during the overlap'),
          ...fail(good.slice(1).includes(false), 'a secret is refused that an operator was given'),
        ];
      },
    };
  },
};

/** A rotation without an overlap: when it is answered, the previous secret is worth nothing, also where it was in use. */
export const rotateAtOnce: Story = {
  name: 'rotate-at-once',
  steps: 15,
  perform: async (world) => {
    const party = await world.client();
    const previous = party.client.clientSecret!;
    let rotated: HttpResponse | undefined;
    return {
      roles: [
        {
          name: 'operator',
          play: {
            requests: async (requestId) => {
              rotated = await rotate(world, party, { keep: 'PT0S' }, requestId());
            },
          },
        },
        { name: 'client', play: { requests: (requestId) => secretWorks(party, previous, requestId()) } },
      ],
      faults: async () => {
        const next = (rotated!.body as { client_secret: string }).client_secret;
        return [
          ...fail(await secretWorks(party, previous), 'the previous secret is still good'),
          ...fail(!(await secretWorks(party, next)), 'the new secret is refused'),
        ];
      },
    };
  },
};
