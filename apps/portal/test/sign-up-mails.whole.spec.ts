import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { developerPages, services } from '@open-banking/spec';
import { Browser, ownAddress, runningBank, until } from '@open-banking/testing';
import type { ForkedService } from '@open-banking/testing/bank';
import { ADeveloper, password } from './a-developer.js';
import { askForReset, newPassword, wordsOf } from './a-password-reset.js';
import { anotherPortal } from './another-portal.js';

const slowMs = 120_000;

interface Mail {
  readonly to: string;
  readonly text: string;
  readonly link: string;
}

describe('a sign-up outside the sandbox', () => {
  const bank = runningBank(services);
  let portal: ForkedService;
  let server: Server;
  /** How the bank's mail answers; undefined: not at all. */
  let status: number | undefined;
  const received: Mail[] = [];
  const held: ServerResponse[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      void textOf(request).then((body) => {
        received.push(JSON.parse(body) as Mail);
        if (status === undefined) held.push(response);
        else response.writeHead(status).end();
      });
    });
    await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
    const { port } = server.address() as AddressInfo;
    portal = await anotherPortal(bank, '0', () => 'http://127.0.0.1:9', { PORTAL_MAIL_URL: `http://127.0.0.1:${port}` });
  }, slowMs);
  beforeEach(() => {
    status = 204;
    received.length = 0;
  });
  afterAll(async () => {
    for (const response of held) response.destroy();
    await portal.stop();
    await new Promise((closed) => server.close(closed));
  });

  const visitor = (email?: string): ADeveloper => Object.assign(new ADeveloper(portal), email && { email });
  const known = async (): Promise<ADeveloper> => visitor((await ADeveloper.signedIn(bank)).email);
  const answerTo = async (developer: ADeveloper, typed = password) => {
    await developer.signUp(typed);
    const { status: answered, text } = developer.browser.response;
    return { status: answered, text: text.replaceAll(developer.email, 'address') };
  };
  const mailTo = async ({ email }: ADeveloper): Promise<Mail> => {
    await until(`a message to ${email}`, async () => received.some(({ to }) => to === email));
    return received.findLast(({ to }) => to === email)!;
  };

  it(
    'is answered at once and in the same words whether the address has an account, while the mail server is silent or fails',
    async () => {
      const visitors = [await known(), visitor()];
      for (const behaviour of [undefined, 500, 204]) {
        status = behaviour;
        received.length = 0;
        const [ofKnown, ofUnknown] = [await answerTo(visitors[0]!), await answerTo(visitors[1]!)];
        expect(ofKnown).toEqual(ofUnknown);
        expect(ofUnknown).toMatchObject({ status: 200, text: expect.stringContaining('We send a message to') as string });
        for (const one of visitors) await mailTo(one);
      }
    },
    slowMs,
  );

  it(
    'sends a link that confirms, again where the mail server failed, and tells an owner of an account that somebody signed up',
    async () => {
      status = 500;
      const [owner, newcomer] = [await known(), visitor()];
      for (const one of [owner, newcomer]) {
        await answerTo(one, 'a password of this sign-up');
        await mailTo(one);
      }
      received.length = 0;
      status = 204;
      const { link, text } = await mailTo(newcomer);
      expect(link).toContain(`${developerPages.showConfirmation.path}?code=`);
      expect(text).toContain(link);
      await newcomer.confirm(new URL(link).pathname + new URL(link).search, 'a password of this sign-up');
      expect(await newcomer.isSignedIn).toBe(true);

      const mail = await mailTo(owner);
      expect(mail.text).toContain('has an account already');
      expect(new URL(mail.link).pathname).toBe(developerPages.showDeveloper.path);
      expect(received.filter(({ to }) => to === owner.email)).toHaveLength(1);
      await owner.signIn();
      expect(await owner.isSignedIn).toBe(true);
    },
    slowMs,
  );

  it(
    'is not sent again where the mail server refuses it for good, and keeps no code that could be read',
    async () => {
      status = 422;
      const [refused, later] = [visitor(), visitor()];
      await answerTo(refused);
      await mailTo(refused);
      const unsent = async (one: ADeveloper) =>
        (await bank.database('portal').query('select from sign_up where email = $1 and send_at is not null', [one.email])).rowCount;
      await until('it is given up', async () => (await unsent(refused)) === 0);
      status = 204;
      await answerTo(later);
      await mailTo(later);
      await until('it is sent', async () => (await unsent(later)) === 0);
      expect(received.filter(({ to }) => to === refused.email)).toHaveLength(1);
      const { rows } = await bank
        .database('portal')
        .query('select from sign_up where email = any($1) and sealed_code is not null', [[refused.email, later.email]]);
      expect(rows).toEqual([]);
    },
    slowMs,
  );

  it(
    'is not needed for a new password: a link is sent to an address with an account, again where the mail server failed, and to no other',
    async () => {
      const [owner, stranger] = [await known(), visitor()];
      status = 500;
      const [ofKnown, ofUnknown] = [await askForReset(portal, owner.email), await askForReset(portal, stranger.email)];
      expect([ofKnown.link, ofUnknown.link]).toEqual(['', '']);
      expect(wordsOf(ofKnown.browser, owner.email)).toBe(wordsOf(ofUnknown.browser, stranger.email));
      await mailTo(owner);
      status = 204;
      const waiting = async () =>
        (
          await bank
            .database('portal')
            .query('select from password_reset where email = any($1) and send_at is not null', [[owner.email, stranger.email]])
        ).rowCount;
      await until('nothing waits to be sent', async () => (await waiting()) === 0);
      expect(received.filter(({ to }) => to === stranger.email)).toEqual([]);

      const { link, text } = await mailTo(owner);
      expect(text).toContain(link);
      const browser = new Browser(portal.baseUrl, ownAddress());
      await browser.open(new URL(link).pathname + new URL(link).search);
      await browser.press('set-password', { password: newPassword });
      expect((await visitor(owner.email).signIn(password)).status).toBe(422);
      const again = visitor(owner.email);
      await again.signIn(newPassword);
      expect(await again.isSignedIn).toBe(true);
    },
    slowMs,
  );
});
