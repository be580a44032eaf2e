import { readdirSync, readFileSync } from 'node:fs';
import { codes, oauthRefusals } from '@open-banking/messages';
import { operations, productOf, scopesNeeded, services } from '@open-banking/spec';
import { Browser, exchange, ownAddress, runningBank } from '@open-banking/testing';

const text = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('the portal', () => {
  const bank = runningBank(services);
  /** From an address of its own: pages are limited by address. */
  const open = (path: string) => new Browser(bank.baseUrl, ownAddress()).open(path);
  /** Without empty lines and the marks of the guides. */
  const linesOf = (program: string) => program.split('\n').filter((line) => !/^\s*(?:(?:#|\/\/) \[\w+\])?$/.test(line));
  const commandsOf = (html: string) => [...html.matchAll(/<pre[^>]*><code>(.*?)<\/code>/gs)].map(([, code]) => text(code!));

  it('has a front page at the base URL, with a customer of the sandbox and programs of this bank that end with balances', async () => {
    const { status, text: html } = await open('/');
    expect(status).toBe(200);
    expect(text(html)).toContain(bank.demo.login);
    expect(text(html)).toContain(bank.demo.password);
    // reference-samples.whole.spec.ts runs them.
    const runs = ['sh client.sh balances', 'node client.mjs balances', 'python3 client.py balances'];
    expect(
      commandsOf(html)
        .filter((command) => command.startsWith('curl'))
        .slice(0, runs.length),
    ).toEqual(runs.map((run) => `curl -sSO ${bank.baseUrl}/guides/${run.split(' ')[1]} && ${run}`));
  });

  it.each(operations.map((row) => [row.id, row] as const))(
    'explains %s: request, token, limits, errors and an example',
    async (id, row) => {
      const { status, text: html } = await open(`/reference/${id}`);
      expect(status).toBe(200);
      const said = text(html);
      for (const part of [row.method, row.path, row.token?.issuer ?? 'none', 'Limits', 'curl -s', 'FORMAT_ERROR'])
        expect(said).toContain(part);
      if (row.token) expect(said).toContain(`scope ${scopesNeeded(row.token).join(' or ')}`);
      expect(html).toContain('/errors/FORMAT_ERROR');
      if (row.method !== 'DELETE') expect(said).toContain('From the demo bank');
    },
  );

  it('names each payment product at the parameter', async () => {
    const { text: html } = await open('/reference/createPayment');
    const field = /<code>payment-product<\/code>.*?<\/li>/s.exec(html)![0];
    for (const product of ['sepa-credit-transfers', 'target-2-payments', 'masav', 'fp']) expect(field).toContain(`<code>${product}</code>`);
  });

  it.each(['/reference/nothing', '/errors/NOTHING', '/guides/nothing'])('says in words that there is no %s', async (path) => {
    const { status, text: html } = await open(path);
    expect(status).toBe(404);
    expect(/role="alert"><p>([^<]*)</.exec(html)?.[1]).toMatch(/^[A-Z].+\.$/);
  });

  it('lists every operation below its product, every code with a page of its own, and every error of the OAuth endpoints', async () => {
    const { text: reference } = await open('/reference');
    for (const row of operations) {
      expect(reference).toContain(`href="/reference/${row.id}"`);
      expect(text(reference)).toContain(productOf(row).title);
    }
    const { text: errors } = await open('/errors');
    for (const [code, { status }] of Object.entries(codes)) {
      expect(errors).toContain(`href="/errors/${code}"`);
      const page = await open(`/errors/${code}`);
      expect(page.status).toBe(200);
      expect(text(page.text)).toContain(String(status));
    }
    for (const { error } of oauthRefusals) expect(errors).toContain(`><code>${error}</code></td>`);
  });

  it('has the guides with their code, and the programs as files to save', async () => {
    const { text: index } = await open('/guides');
    const guides = [...index.matchAll(/href="\/guides\/([\w-]+)"/g)].map(([, name]) => name!);
    expect(guides).toEqual([
      'curl',
      'node',
      'python',
      'java',
      'go',
      'connect-your-bank',
      'package',
      'python-package',
      'command-line',
      'mandates',
      'notifications',
    ]);
    for (const guide of guides) {
      const { status, text: html } = await open(`/guides/${guide}`);
      expect(status).toBe(200);
      expect(commandsOf(html).length).toBeGreaterThan(3);
      const files: string[] = [];
      for (const [, program] of html.matchAll(/href="\/guides\/([\w-]+\.(?!md")\w+)"/g)) {
        const file = await open(`/guides/${program}`);
        expect([file.status, file.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
        const source = readFileSync(new URL(`../../../docs/guides/programs/${program}`, import.meta.url), 'utf8');
        expect(linesOf(file.text)).toEqual(linesOf(source.replaceAll('http://127.0.0.1:8080', bank.baseUrl)));
        files.push(file.text);
      }
      // What the guide shows is the programs: every line of its code stands in one of them.
      const shown = commandsOf(html)
        .slice(1)
        .flatMap((code) => code.split('\n'))
        .map((line) => line.trim());
      if (files.length > 0) expect(shown.filter((line) => !files.some((file) => file.includes(line)))).toEqual([]);
    }
  });

  it.each(['/guides/nothing', '/guides/..%2fREADME', '/reference/readNothing', '/errors/NO_SUCH_CODE'])(
    'answers %s as a page that does not exist',
    async (path) => {
      const { status, text: html } = await open(path);
      expect(status).toBe(404);
      expect(html).toContain('RESOURCE_UNKNOWN');
    },
  );

  it.each(['/developer/nothing', '/customer/nothing', '/v1.7/nothing'])(
    'shows a browser a page that leads on at %s, which nothing has, and tells software the code',
    async (path) => {
      const { status, headers, text: html } = await open(path);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      for (const part of ['There is no such page', 'href="/"', 'href="/reference"']) expect(html).toContain(part);
      const asJson = await new Browser(bank.baseUrl, ownAddress()).open(path, undefined, { accept: 'application/json' });
      expect([asJson.status, asJson.body]).toMatchObject([404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] }]);
    },
  );

  it.each([
    ['/reading', 'Reading', 'Pending and booked'],
    ['/versions', 'Versions', 'Incompatible changes'],
    ['/changelog', 'Changelog', 'What third parties see'],
  ])('shows the document at %s, linked from the front page', async (path, title, heading) => {
    const { status, text: html } = await open(path);
    expect(status).toBe(200);
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(text(html)).toContain(heading);
    expect((await open('/')).text).toContain(`href="${path}"`);
  });

  // A third party has no repository.
  const file = /\b(?:libs|apps)\/|\bdocs\/[\w/-]+|\b[\w-]+\.md\b|\b[\w-]+\.(?:service|spec|controller|messages)\.ts\b/;

  it('names no file of the repository on any page', async () => {
    const { text: guides } = await open('/guides');
    const paths = [
      ...['/', '/reference', '/errors', '/status', '/reading', '/versions', '/changelog', '/guides'],
      ...[...guides.matchAll(/href="(\/guides\/\w+)"/g)].map(([, path]) => path!),
      ...operations.map(({ id }) => `/reference/${id}`),
      ...Object.keys(codes).map((code) => `/errors/${code}`),
    ];
    for (const path of paths) {
      const { status, text: html } = await open(path);
      expect([path, status, file.exec(text(html))?.[0]]).toEqual([path, 200, undefined]);
    }
  });

  it('names none in the OpenAPI documents and in the answer to a path that nothing has', async () => {
    const folder = new URL('../../../docs/openapi/', import.meta.url);
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.json')))
      expect([name, file.exec(readFileSync(new URL(name, folder), 'utf8'))?.[0]]).toEqual([name, undefined]);
    const { text: unknown } = await new Browser(bank.baseUrl, ownAddress()).open('/v1.7/nothing', undefined, {
      accept: 'application/json',
    });
    expect([unknown.includes('RESOURCE_UNKNOWN'), file.exec(unknown)]).toEqual([true, null]);
  });

  it('gives browsers and crawlers what they ask every site for', async () => {
    expect((await open('/favicon.ico')).headers['content-type']).toBe('image/svg+xml');
    expect((await open('/portal.css')).headers['content-type']).toMatch(/^text\/css/);
    expect((await open('/portal.js')).headers['content-type']).toMatch(/^text\/javascript/);
    expect((await open('/robots.txt')).text).toContain('Disallow: /customer');
    // The bank of this run has no SECURITY_CONTACT.
    expect((await open('/.well-known/security.txt')).status).toBe(404);
  });

  it('gives no cookie with what a cache may keep, and one with a page, which none may', async () => {
    const newVisitor = async (path: string) => {
      const { headers } = await exchange(`${bank.baseUrl}${path}`, { headers: { accept: '*/*' }, from: ownAddress() });
      return { cache: headers['cache-control'], cookie: headers['set-cookie'] !== undefined };
    };
    for (const path of ['/favicon.ico', '/portal.css', '/portal.js', '/robots.txt', '/guides/client.mjs'])
      expect([path, await newVisitor(path)]).toEqual([path, { cache: 'max-age=300', cookie: false }]);
    for (const path of ['/', '/guides']) expect([path, await newVisitor(path)]).toEqual([path, { cache: 'no-store', cookie: true }]);
  });

  it('runs the portal’s script on its pages, but none where a password is typed', async () => {
    const scripts = async (path: string) => [...(await open(path)).text.matchAll(/<script src="([^"]*)"/g)].map(([, address]) => address);
    expect(await scripts('/')).toEqual(['/portal.js']);
    for (const path of ['/developer', '/developer/sign-up', '/developer/confirmation'])
      expect([path, await scripts(path)]).toEqual([path, []]);
  });

  it('loads nothing from elsewhere and is shown in no frame', async () => {
    for (const path of ['/', '/reference', '/reference/createPayment', '/errors', '/developer', '/developer/sign-up']) {
      const { headers, text: html } = await open(path);
      expect(headers['content-security-policy']).toMatch(/^default-src 'self'; .*frame-ancestors 'none'$/);
      expect([...html.matchAll(/(?:src|href)="(https?:[^"]*)"/g)].filter(([, address]) => !address!.startsWith(bank.baseUrl))).toEqual([]);
      expect(html).not.toMatch(/<script(?! src="\/)|style="|<style|\son\w+="/);
    }
  });
});
