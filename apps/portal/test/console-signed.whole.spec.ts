import { aisPis, services } from '@open-banking/spec';
import { ownBank } from '@open-banking/testing';
import { consented, consolePath } from './a-consented-console.js';
import { ADeveloper } from './a-developer.js';
import { blocksOn } from './pasted-code.js';

describe('the console of a bank that refuses requests without a signature', () => {
  const bank = ownBank(services, { SIGNED_REQUESTS: 'required' }, []);

  it('signs each call: the consent, the lists of ids, and what is sent, ticked or not', async () => {
    const developer = await ADeveloper.signedIn(bank);
    await consented(bank, developer);
    const { browser } = developer;
    const { text } = await browser.open(consolePath(aisPis.listAccounts));
    expect(text).toContain('<code>valid</code>');
    expect(text).toContain('This bank refuses requests that are not signed.');
    const { text: answer } = await browser.press('send', { 'header.Accept': 'application/json', sign: [] });
    const blocks = blocksOn(answer);
    expect(JSON.parse(blocks.find(({ label }) => label === 'Response body')!.text)).toMatchObject({
      accounts: expect.any(Array) as unknown[],
    });
    const sent = blocks.find(({ label }) => label === 'Request as sent')!.text;
    expect(sent).toMatch(/\nsignature: keyId="SN=/);
    // The bank checks it: without its signature the same call is refused.
    const headers = Object.fromEntries(
      [...sent.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name, value]) => [name!, value!]).filter(([name]) => name !== 'signature'),
    );
    const [, url] = /^GET (\S+)/.exec(sent)!;
    expect((await fetch(url!, { headers })).status).toBe(401);
  });
});
