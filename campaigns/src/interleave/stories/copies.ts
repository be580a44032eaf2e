import type { HttpResponse } from '@open-banking/operator-client';
import type { ThirdParty } from '@open-banking/sandbox/third-party';
import { newActorId, type Role } from '../scheduler/actor.js';
import { fail } from '../world/fault.js';
import type { Story } from '../world/story.js';
import { consentBody, payment, paymentsPath } from '../world/world.js';

/** The letters of an X-Request-ID are the same in both cases; here they tell the copies apart. */
const casesOf = (id: string): readonly string[] => [id.toLowerCase(), id.toUpperCase(), `A${id.slice(1).toLowerCase()}`];

function copiesOf(send: (headers: Readonly<Record<string, string>>) => Promise<HttpResponse>) {
  const answers: HttpResponse[] = [];
  const roles = casesOf(newActorId()).map((id, at): Role => {
    const requests = async () => {
      answers.push(await send({ 'x-request-id': id }));
    };
    return { name: `copy ${at + 1}`, ids: [id], play: { requests } };
  });
  return { roles, answers };
}

/** A request and its copies have one effect and one answer. */
const oneEffect = (stored: number, answers: readonly HttpResponse[]): string[] => {
  const texts = new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text));
  return [
    ...fail(stored !== 1, `${stored} are stored`),
    ...fail(texts.size !== 1, `${texts.size} different answers`),
    ...answers.flatMap(({ status }) => fail(![201, 409].includes(status), `a copy is answered ${status}`)),
  ];
};

const clientTokens = async (party: ThirdParty, issuer: 'payments' | 'consents'): Promise<string> =>
  (await party.clientToken(issuer, issuer === 'payments' ? 'PIS' : 'AIS')).access_token;

/** Three copies of a payment, which is written in one statement. */
export const paymentCopies: Story = {
  name: 'payment-copies',
  steps: 18,
  perform: async (world) => {
    const party = await world.client();
    const token = await clientTokens(party, 'payments');
    const { roles, answers } = copiesOf((headers) => party.call('POST', paymentsPath, { token, body: payment, headers }));
    return {
      roles,
      faults: async () =>
        oneEffect(await world.value('select count(*)::int from payment where client_id = $1', party.client.clientId), answers),
    };
  },
};

/** Three copies of a consent, which is written in a transaction. */
export const consentCopies: Story = {
  name: 'consent-copies',
  steps: 30,
  perform: async (world) => {
    const [party, customer] = await Promise.all([world.client(), world.customer()]);
    const account = await world.account([customer]);
    const token = await clientTokens(party, 'consents');
    const body = consentBody([account]);
    const { roles, answers } = copiesOf((headers) =>
      party.call('POST', '/v1.7/consents', { token, body, headers: { ...headers, 'psu-ip-address': '127.0.0.1' } }),
    );
    return {
      roles,
      faults: async () =>
        oneEffect(await world.value('select count(*)::int from consent where client_id = $1', party.client.clientId), answers),
    };
  },
};
