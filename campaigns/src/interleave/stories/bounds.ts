import type { HttpResponse } from '@open-banking/operator-client';
import type { ThirdParty } from '@open-banking/sandbox/third-party';
import type { Role } from '../scheduler/actor.js';
import { maxOpen } from '../world/interleave-bank.js';
import { fail } from '../world/fault.js';
import type { Story } from '../world/story.js';
import { shownCode, consentBody, redeem, type World } from '../world/world.js';

/** Several that do the same, and their answers. */
function several(count: number, send: (requestId: string) => Promise<HttpResponse>): { roles: Role[]; answers: HttpResponse[] } {
  const answers: HttpResponse[] = [];
  const roles = Array.from({ length: count }, (_, at): Role => {
    const requests = async (requestId: () => string) => {
      answers.push(await send(requestId()));
    };
    return { name: `request ${at + 1}`, play: { requests } };
  });
  return { roles, answers };
}

const withStatus = (answers: readonly HttpResponse[], wanted: number): number => answers.filter(({ status }) => status === wanted).length;

/** So many succeed, and the others are told that there is no room. */
const exactly = (answers: readonly HttpResponse[], room: number, success: number): string[] => [
  ...fail(
    withStatus(answers, success) !== room,
    `${withStatus(answers, success)} of ${answers.length} succeed, and there is room for ${room}`,
  ),
  ...fail(
    withStatus(answers, success) + withStatus(answers, 429) !== answers.length,
    `answers: ${answers.map(({ status }) => status).join(' ')}`,
  ),
];

async function consentToken(
  world: World,
  party: ThirdParty,
  frequencyPerDay: number,
): Promise<{ token: string; consentId: string; accountId: string }> {
  const customer = await world.customer();
  const account = await world.account([customer]);
  const consentId = await world.consent(party, [account], { frequencyPerDay });
  const at = await world.atApproval(party, customer, `AIS:${consentId}`);
  await at.browser.press('approve');
  const { body } = await redeem(party, at, shownCode(at)!);
  return { token: (body as { access_token: string }).access_token, consentId, accountId: account.accountId };
}

/** Three unattended reads at once where the consent permits two a day (PSD2 RTS art. 36(5)(b)). */
export const unattendedReads: Story = {
  name: 'unattended-reads',
  steps: 20,
  perform: async (world) => {
    const party = await world.client();
    const { token, consentId, accountId } = await consentToken(world, party, 2);
    const { roles, answers } = several(3, (requestId) =>
      party.call('GET', `/v1.7/accounts/${accountId}/balances`, { token, headers: { 'x-request-id': requestId, 'consent-id': consentId } }),
    );
    return { roles, faults: () => Promise.resolve(exactly(answers, 2, 200)) };
  },
};

/** More consents at once than a client may have waiting (`MAX_OPEN_CONSENTS`). */
export const openConsents: Story = {
  name: 'open-consents',
  steps: 30,
  perform: async (world) => {
    const party = await world.client();
    const account = await world.account([await world.customer()]);
    const { access_token: token } = await party.clientToken('consents', 'AIS');
    const body = consentBody([account]);
    const { roles, answers } = several(maxOpen + 1, (requestId) =>
      party.call('POST', '/v1.7/consents', { token, body, headers: { 'x-request-id': requestId, 'psu-ip-address': '127.0.0.1' } }),
    );
    return { roles, faults: () => Promise.resolve(exactly(answers, maxOpen, 201)) };
  },
};

const maxTries = 5;

/** More wrong passwords at once than may be tried: the last of five locks the login, and so does every one after it. */
export const signInTries: Story = {
  name: 'sign-in-tries',
  steps: 30,
  perform: async (world) => {
    const customer = await world.customer();
    const windows = await Promise.all(
      Array.from({ length: maxTries + 1 }, async () => {
        const browser = world.browser();
        await browser.open('/customer');
        return browser;
      }),
    );
    // Three of the tries are over before the race begins.
    for (const browser of windows.slice(0, 3)) await browser.press('sign-in', { login: customer.login, password: 'wrong' });
    const racing = windows.slice(3);
    return {
      roles: racing.map((browser, at) => ({
        name: `window ${at + 1}`,
        play: { requests: (requestId) => browser.actAs(requestId).press('sign-in', { login: customer.login, password: 'wrong' }) },
      })),
      faults: async () => {
        const wrong = racing.filter(({ response }) => !response.text.includes('locked until')).length;
        const right = world.browser();
        await right.open('/customer');
        await right.press('sign-in', { login: customer.login, password: customer.password });
        return [
          ...fail(wrong !== 1, `${wrong + 3} passwords were compared without a lock, and ${maxTries - 1} may be`),
          ...fail(!right.response.text.includes('locked until'), 'the login is not locked'),
        ];
      },
    };
  },
};
