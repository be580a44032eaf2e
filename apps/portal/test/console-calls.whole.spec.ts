import { aisPis, consolePages, mandates, operations, services } from '@open-banking/spec';
import { runningBank, until } from '@open-banking/testing';
import { headerParameters, queryParameters } from '../src/console/filled-call.js';
import { responseTypes } from '../src/console/header-section.js';
import { operationParameters } from '../src/console/operation-parameters.js';
import { valuesOf } from '../src/console/typed-field.js';
import { documentedOperation } from '../src/reference/openapi-documents.js';
import { approvedAtBank, consented, consolePath, plain } from './a-consented-console.js';
import { ADeveloper } from './a-developer.js';
import { AScenarist } from './a-scenarist.js';
import { blocksOn } from './pasted-code.js';

/** The status of the response on a page; undefined: it shows none. */
const statusOn = (text: string): string | undefined =>
  /<h2 id="answer">[^<]*<\/h2>\s*<p><span class="badge (?:ok|bad)">(\d+)</.exec(text)?.[1];
const blockOn = (text: string, label: string): string => blocksOn(text).find((block) => block.label === label)!.text;
const callsOn = (text: string): string[] =>
  [...text.matchAll(/<a href="([^"]+\?call=[0-9a-f-]{36})"><code>/g)].map(([, address]) => plain(address!));

describe('calls of the console', () => {
  const bank = runningBank(services);
  let developer: ADeveloper;
  const transactions = consolePath(aisPis.listTransactions);
  /** The page once it has this. The bank can refuse the list of its ids for a second: tests read it more often than a person does. */
  const pageWith = async (path: string, part: string): Promise<string> => {
    const { browser } = developer;
    await until(`${path} has ${part}`, async () => (await browser.open(path)).text.includes(part));
    return browser.response.text;
  };
  const accountOn = (text: string) => plain(/<select [^>]*name="\{account-id\}"[^>]*><option value="([^"]+)"/.exec(text)![1]!);
  /** Sends a call of listTransactions with these values besides those that the form has. */
  const send = async (typed: Readonly<Record<string, string>> = {}) => {
    const text = await pageWith(transactions, 'value="send"');
    const chosen = { '{account-id}': accountOn(text), 'query.bookingStatus': 'booked', 'header.Accept': 'application/json' };
    return (await developer.browser.press('send', { ...chosen, ...typed })).text;
  };

  beforeAll(async () => {
    developer = await ADeveloper.signedIn(bank);
    await consented(bank, developer);
    // Operations on a payment or a mandate have a form once there is one.
    for (const row of [aisPis.createPayment, mandates.createMandate]) {
      const { text } = await developer.browser.open(consolePath(row));
      const body = plain(/<textarea [^>]*name="body"[^>]*>(.*?)<\/textarea>/s.exec(text)![1]!);
      expect(statusOn((await developer.browser.press('send', { body })).text)).toBe('201');
    }
  });

  it.each(operations.map((row) => [row.id, row] as const))('%s has a field of its own kind for each parameter', async (_id, row) => {
    const { operation, document } = documentedOperation(row.id)!;
    const text = await pageWith(consolePath(row), 'value="send"');
    const parameters = operationParameters(row);
    for (const parameter of [...queryParameters(parameters), ...headerParameters(parameters)]) {
      const { name, in: where, schema = {} } = parameter;
      const [, control = '', rest = ''] = new RegExp(`<(select|input)[^>]* name="${where}\\.${name}"(.*?)</div>`, 's').exec(text) ?? [];
      const values = valuesOf(schema);
      expect([name, control]).toEqual([name, values ? 'select' : 'input']);
      for (const value of values ?? []) expect([name, rest]).toEqual([name, expect.stringContaining(`<option value="${value}"`)]);
      if (schema.format === 'date') expect([name, rest]).toEqual([name, expect.stringContaining('type="date"')]);
      if (schema.type === 'integer')
        expect([name, rest]).toEqual([name, expect.stringMatching(/type="number" step="1" min="\d+" max="\d+"/)]);
      if (parameter.description) expect([name, rest]).toEqual([name, expect.stringContaining('class="hint"')]);
    }
    const types = responseTypes(document, operation);
    const [, accept = ''] = /name="header\.Accept"[^>]*>(.*?)<\/select>/s.exec(text) ?? [];
    if (types.length > 1) expect([...accept.matchAll(/value="([^"]+)"/g)].map(([, type]) => type)).toEqual(types);
    expect(text.includes('name="sign"')).toBe(parameters.some(({ name }) => name === 'Signature'));
    expect(text.includes('name="notify"')).toBe(parameters.some(({ name }) => name === 'TPP-Notification-URI'));
  });

  it('have the bank’s fault at the field that it is about, and none where the value is right', async () => {
    const wrong = await send({ 'query.limit': '900', 'header.PSU-IP-Address': 'nowhere' });
    expect(statusOn(wrong)).toBe('400');
    expect(wrong).toMatch(/name="query\.limit" aria-describedby="[^"]*field-query-limit-fault[^"]*" aria-invalid="true"/);
    expect(wrong).toContain('id="field-query-limit-fault">Must be a whole number from 1 to 500.<');
    expect(wrong).toContain('id="field-header-PSU-IP-Address-fault">Must be an IPv4 or IPv6 address.<');
    const right = await send({ 'query.limit': '2' });
    expect(statusOn(right)).toBe('200');
    expect(right).not.toContain('class="fault"');

    const malformed = async (body: string) => {
      await developer.browser.open(consolePath(aisPis.createConsent));
      return (await developer.browser.press('send', { body, 'header.Accept': 'application/json' })).text;
    };
    expect(await malformed('{')).toContain('id="field-body-fault">This is not JSON.');
    expect(await malformed('{}')).not.toContain('This is not JSON.');

    const unsendable = await send({ 'header.PSU-IP-Address': '192.0.2.1\u05d0' });
    expect(statusOn(unsendable)).toBeUndefined();
    expect(unsendable).toContain('visible ASCII characters and spaces only. Nothing was sent.');
  });

  it('have the form that Accept asks for, in colours that change no character', async () => {
    const xml = await send({ 'header.Accept': 'application/xml' });
    expect([statusOn(xml), blockOn(xml, 'Response body')]).toEqual([
      '200',
      expect.stringContaining('<Document xmlns="urn:iso:std:iso:20022'),
    ]);
    expect(xml).toContain('<span class="c-name">&lt;Document</span>');
    const csv = await send({ 'header.Accept': 'text/csv' });
    expect([statusOn(csv), blockOn(csv, 'Response body')]).toEqual(['200', expect.stringMatching(/^bookingStatus,transactionId,/)]);
    expect(await send()).toContain('<span class="c-name">&quot;transactions&quot;</span>');
  });

  it('are signed by a key of the console, which gets another certificate when its own is revoked', async () => {
    const serialOn = (text: string) => /keyId="SN=([0-9A-F]+),/.exec(blockOn(text, 'Request as sent'))?.[1];
    expect(serialOn(await send())).toBeUndefined();
    const signed = await send({ sign: 'yes' });
    expect([statusOn(signed), serialOn(signed)]).toEqual(['200', expect.any(String)]);
    const again = await send({ sign: 'yes' });
    expect([statusOn(again), serialOn(again)]).toEqual(['200', serialOn(signed)]);
    const { rows } = await bank
      .database('portal')
      .query<{ serial: string }>(
        'update client_certificate set revoked_at = now() where serial_number = $1 returning client_id as serial',
        [serialOn(signed)],
      );
    expect(rows).toHaveLength(1);
    const renewed = await send({ sign: 'yes' });
    expect(statusOn(renewed)).toBe('200');
    expect(serialOn(renewed)).not.toBe(serialOn(signed));
    const { rows: seals } = await bank.database('portal').query<{ line: string }>('select s::text as line from console_seal s');
    expect(seals.map(({ line }) => line).join()).not.toContain(Buffer.from('PRIVATE KEY').toString('hex'));
  });

  it('name payment products in words, with their limits a link away', async () => {
    const { text } = await developer.browser.open(`${consolePath(aisPis.createPayment)}?product=masav`);
    expect(text).toContain('<option value="fp" >Faster payment: it arrives within seconds (fp)</option>');
    expect(text).toContain('<option value="masav" selected>Masav transfer (masav)</option>');
    expect(text).toContain('href="/docs/payments#products"');
  });

  it('send notifications to the client’s receiver where its box is ticked', async () => {
    const { browser } = developer;
    await browser.open(consolePath(aisPis.createConsent));
    const body = /<textarea [^>]*name="body"[^>]*>(.*?)<\/textarea>/s.exec(browser.response.text)![1]!;
    const typed = { body: plain(body), 'header.Accept': 'application/json', notify: 'yes' };
    const { text } = await browser.press('send', typed);
    expect(statusOn(text)).toBe('201');
    expect(blockOn(text, 'Request as sent')).toMatch(new RegExp(`tpp-notification-uri: ${bank.baseUrl}/receiver/\\S+`));
    const { consentId } = JSON.parse(blockOn(text, 'Response body')) as { consentId: string };
    await browser.open(consolePath(aisPis.deleteConsent));
    expect(statusOn((await browser.press('send', { '{consentId}': consentId, 'header.Accept': 'application/json' })).text)).toBe('204');
    const { text: receivers } = await browser.open('/developer/receivers');
    const pages = new Set([...receivers.matchAll(/\/developer\/receivers\/[\w-]{36}/g)].map(([page]) => page));
    await until('the notification has arrived', async () => {
      for (const page of pages) if ((await browser.open(page)).text.includes('terminatedByTpp')) return true;
      return false;
    });
  });

  it('are the last 20 of a developer, without the token, and nobody else’s', async () => {
    const { browser } = developer;
    const shown = await send();
    const token = /Bearer (\S+)/.exec(blockOn(shown, 'Request as sent'))![1]!;
    const secret = 'a-secret-that-someone-pasted';
    const pasted = await send({ 'query.cursor': secret });
    expect(statusOn(pasted)).toBe('400');
    // The token where it does not belong: it is the developer's own page, and is still not kept.
    await send({ 'query.cursor': token });
    for (let count = 0; count < 19; count += 1) {
      await browser.open(consolePath(aisPis.readConsentsMetadata));
      await browser.press('send');
    }
    const { text } = await browser.open(consolePages.showConsole.path);
    expect(callsOn(text)).toHaveLength(20);
    expect(text).not.toContain(token);

    const [latest] = callsOn(text);
    expect(statusOn((await browser.open(latest!)).text)).toBe('200');
    const stranger = await ADeveloper.signedIn(bank);
    const { text: theirs } = await stranger.browser.open(latest!);
    expect(statusOn(theirs)).toBeUndefined();
    expect(callsOn(theirs)).toEqual([]);

    const { rows } = await bank.database('portal').query<{ line: string }>('select c::text as line from console_call c');
    const stored = rows.map(({ line }) => line).join();
    expect(rows.length).toBeGreaterThan(0);
    for (const text of [token, secret, 'Bearer'])
      for (const form of [text, Buffer.from(text).toString('hex')]) expect(stored).not.toContain(form);
  });

  it('lead from an approved consent to its page, which says what happened and what can be read now', async () => {
    const { browser } = await ADeveloper.signedIn(bank);
    const { text: form } = await browser.open(consolePath(aisPis.createConsent));
    const body = plain(/<textarea [^>]*name="body"[^>]*>(.*?)<\/textarea>/s.exec(form)![1]!);
    await browser.press('send', { body, 'header.Accept': 'application/json' });
    const { text } = await browser.press('approve');
    await approvedAtBank(browser, /<a class="button" href="([^"]+)"/.exec(text)![1]!, bank.demo);
    expect(browser.url.pathname).toBe(consolePages.showConsoleStatus.path);
    expect(browser.response.text).toMatch(/<h1>Your consent<\/h1>\s*<p class="lead"><strong><code>valid/);
    expect(browser.response.text).toContain(`href="${consolePath(aisPis.listAccounts)}">Read the accounts</a>`);
    expect(statusOn(browser.response.text)).toBe('200');
    expect(browser.response.headers['refresh']).toBeUndefined();
  });

  it('have a status page that loads itself again at its own address, for a while after the last change', async () => {
    const { browser } = await ADeveloper.signedIn(bank);
    const { text: form } = await browser.open(consolePath(aisPis.createConsent));
    const body = plain(/<textarea [^>]*name="body"[^>]*>(.*?)<\/textarea>/s.exec(form)![1]!);
    const { text } = await browser.press('send', { body, 'header.Accept': 'application/json' });
    const { consentId } = JSON.parse(blockOn(text, 'Response body')) as { consentId: string };
    const address = `${consolePages.showConsoleStatus.path}?id=${consentId}`;
    expect((await browser.open(address)).headers['refresh']).toBe(`2; url=${address}`);
    await bank
      .database('ais-pis')
      .query("update consent set created_at = created_at - interval '2 minutes' where consent_id = $1", [consentId]);
    const late = await browser.open(address);
    expect([late.headers['refresh'], late.text.includes(`href="${address}">Ask now`)]).toEqual([undefined, true]);
  });

  it('name the customer who has approved, also if it is another one than was proposed', async () => {
    const one = await AScenarist.of(bank);
    const [own] = (await one.customer({ accounts: [{ currency: 'ILS', opening: '100.00' }] })).logins;
    const { browser } = one.developer;
    await browser.open(consolePath(aisPis.listAccounts));
    const { text } = await browser.press('ask', { login: bank.demo.login, permission: ['accounts'] });
    await approvedAtBank(browser, /<a class="button" href="([^"]+)"/.exec(text)![1]!, own! as never);
    expect(browser.response.text).toContain(`<strong>${own!.login}</strong> has approved accounts`);
  });

  it('begin with the status of the consent that the bank gives now, and offer to ask again when it has ended', async () => {
    const other = await ADeveloper.signedIn(bank);
    await consented(bank, other);
    const { browser } = other;
    const { text: valid } = await browser.open(transactions);
    expect(valid).toMatch(/class="notice done"[^]*<code>valid<\/code>/);
    const consentId = /\/developer\/consents\/([0-9a-f-]{36})/.exec(valid)![1]!;
    await browser.open(consolePath(aisPis.deleteConsent));
    await browser.press('send', { '{consentId}': consentId });
    const { text: ended } = await browser.open(transactions);
    expect(ended).not.toContain('class="notice done"');
    expect(ended.match(/class="notice alert"/g)).toHaveLength(1);
    expect(ended).toMatch(/is not valid: <code>terminatedByTpp<\/code>[^]*<a href="#ask">Ask again<\/a>/);
    expect(ended).toContain('value="ask"');
  });
});
