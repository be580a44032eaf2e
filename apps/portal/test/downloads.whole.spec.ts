import { randomUUID } from 'node:crypto';
import { operations, postmanFiles, products, receiverPages, services } from '@open-banking/spec';
import { Browser, ownAddress, runningBank } from '@open-banking/testing';
import { ADeveloper, credentialsIn } from './a-developer.js';

interface OpenApi {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, object>>;
}
interface Postman {
  readonly item: readonly { readonly name: string; readonly item: readonly { readonly name: string; readonly request: object }[] }[];
}
interface Environment {
  readonly values: readonly { readonly key: string; readonly value: string; readonly type: string }[];
}

describe('what third parties download', () => {
  const bank = runningBank(services);
  const open = (path: string) => new Browser(bank.baseUrl, ownAddress()).open(path);
  const json = async <T>(path: string): Promise<T> => {
    const { status, headers, text } = await open(path);
    expect([path, status, headers['content-type']]).toEqual([path, 200, expect.stringMatching(/^application\/json/)]);
    expect([path, text.includes(bank.baseUrl), text.includes('127.0.0.1:8080'), text.includes('x-generated')]).toEqual([
      path,
      true,
      false,
      false,
    ]);
    return JSON.parse(text) as T;
  };

  it.each([...products.map(({ product }) => product.id), 'sandbox', undefined])(
    'has the OpenAPI documents of %s in two versions, for this bank',
    async (product) => {
      const address = product === undefined ? '/openapi' : `/openapi/${product}`;
      const [current, older] = [await json<OpenApi>(`${address}.json`), await json<OpenApi>(`${address}-3.0.json`)];
      expect([current.openapi, older.openapi]).toEqual(['3.1.1', '3.0.3']);
      for (const { servers, paths } of [current, older]) {
        expect(servers).toEqual([{ url: bank.baseUrl }]);
        expect(Object.keys(paths).length).toBeGreaterThan(2);
      }
    },
  );

  it('has a Postman collection of all operations, whose variables the environment has; secrets are masked', async () => {
    const { text } = await open(postmanFiles.collection);
    const { item } = JSON.parse(text) as Postman;
    expect(text).not.toContain('x-generated');
    const names = item.slice(1).flatMap((folder) => folder.item.map(({ name }) => name));
    expect(names.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
    const { values } = await json<Environment>(postmanFiles.environment);
    expect(values.find(({ key }) => key === 'baseUrl')!.value).toBe(bank.baseUrl);
    expect(values.find(({ key }) => key === 'redirectUri')!.value).toBe(bank.baseUrl + receiverPages.showReturn.path);
    const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!));
    const known = new Set(values.map(({ key }) => key));
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
    const shown = values.filter(({ key, type }) => /secret|token|verifier|^code$/i.test(key) && type !== 'secret');
    expect(shown).toEqual([]);
    // Each request that takes the header has a new one.
    expect(text.match(/"key": "X-Request-ID",\s+"value": "(?!\{\{\$guid\}\}")/)).toBeNull();
  });

  it('has the calls of each product with the base URL filled in', async () => {
    for (const { product } of products) {
      const { status, text } = await open(`/collection/${product.id}.http`);
      expect([product.id, status, text.includes(`@baseUrl = ${bank.baseUrl}\n`), text.includes('8080')]).toEqual([
        product.id,
        200,
        true,
        false,
      ]);
      // The file in the repository begins with a line for those who have its sources.
      expect(text.slice(0, text.indexOf('\n'))).toBe(`# ${product.title}`);
    }
  });

  it('explains in three steps how Postman gets a code, with commands of newman that name folders of the collection', async () => {
    const { text } = await open('/collection');
    const steps = /<h2 id="postman">.*?<ol>(.*?)<\/ol>/s.exec(text)![1]!.split('</li>').slice(0, -1);
    expect(steps).toEqual(
      ['pushAuthorization', 'authorizationUrl', 'customerToken'].map((name) => expect.stringContaining(name) as string),
    );
    const { item } = JSON.parse((await open(postmanFiles.collection)).text) as Postman;
    const names = item.flatMap((folder) => [folder.name, ...folder.item.map(({ name }) => name)]);
    const used = [...text.matchAll(/--folder (\w+)/g)].map(([, name]) => name!);
    expect(used).toEqual(['OAuth', 'customerToken', 'refreshToken', 'Cards']);
    expect(used.filter((name) => !names.includes(name))).toEqual([]);
    for (const file of Object.values(postmanFiles)) expect(text).toContain(`${bank.baseUrl}${file}`);
  });

  it.each([
    '/openapi/nothing.json',
    '/openapi/examples',
    '/postman/nothing.json',
    '/collection/README.md',
    '/docs/ports/nothing.json',
    '/docs/..%2fREADME',
  ])('has nothing at %s', async (path) => {
    expect((await open(path)).status).toBe(404);
  });

  it('is linked from the reference, each operation, the guides and the footer', async () => {
    const { text: page } = await open('/reference/readCard');
    for (const link of ['/openapi/cards.json', '/openapi/cards-3.0.json', '/collection/cards.http', postmanFiles.collection])
      expect([link, page.includes(`href="${link}" download`)]).toEqual([link, true]);
    for (const path of ['/reference', '/guides', '/collection'])
      expect([path, (await open(path)).text.includes('href="/openapi.json" download')]).toEqual([path, true]);
    const { text: other } = await open('/developer/sign-up');
    expect(other.slice(other.indexOf('<footer>'))).toMatch(
      /href="\/openapi\.json".*href="\/postman\/.*href="\/collection".*href="\/llms\.txt"/s,
    );
  });

  it('lists its pages in llms.txt, each as Markdown, to which its page links', async () => {
    const { headers, text } = await open('/llms.txt');
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^# .+\n\n> .+\n\n/);
    for (const { id } of operations) expect(text).toContain(`](${bank.baseUrl}/reference/${id}.md)`);
    const { text: page } = await open('/guides/curl');
    expect(page).toContain('<link rel="alternate" type="text/markdown" href="/guides/curl.md">');
    const copy = await open('/guides/curl.md');
    expect(copy.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(copy.text).toMatch(/^\[Guides\]\(.+\/guides\.md\)\n\n# A client in curl and sh\n/);
  });

  it('leads from each copy to copies, with their anchors, and to no page that has one', async () => {
    const { text } = await open('/llms.txt');
    const linksIn = (markdown: string) => [...markdown.matchAll(/\]\((?<link>[^)\s]+)\)/g)].map(({ groups }) => groups!['link']!);
    const own = (link: string) => link.startsWith(`${bank.baseUrl}/`);
    const links = new Set<string>();
    for (const copy of linksIn(text).filter((link) => link.endsWith('.md')))
      for (const link of linksIn((await open(copy.slice(bank.baseUrl.length))).text).filter(own)) links.add(link);
    const copies = [...links].filter((link) => /\.md(?:#|$)/.test(link));
    expect(copies.length).toBeGreaterThan(100);
    expect(copies.some((link) => link.includes('.md#'))).toBe(true);
    for (const path of new Set([...links].map((link) => link.slice(bank.baseUrl.length).split('#')[0]!))) {
      const { status, headers, text: content } = await open(path);
      const type = headers['content-type'];
      if (path.endsWith('.md')) expect([path, status, type]).toEqual([path, 200, 'text/markdown; charset=utf-8']);
      else expect([path, content.includes('<link rel="alternate" type="text/markdown"')]).toEqual([path, false]);
    }
  }, 120_000);

  it('has nothing of a signed-in developer in a copy, which caches may give to others', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { clientId } = credentialsIn((await developer.register()).text);
    const page = await developer.browser.open('/reference/createConsent');
    expect(page.text).toContain(clientId);
    const copy = await developer.browser.open('/reference/createConsent.md');
    expect([copy.status, copy.headers['cache-control'], copy.headers['set-cookie']]).toEqual([200, 'max-age=300', undefined]);
    expect([copy.text.includes(clientId), copy.text.includes(developer.email)]).toEqual([false, false]);
  });
});

describe('the receiver of customers who return', () => {
  const bank = runningBank(services);
  const redirectUri = () => bank.baseUrl + receiverPages.showReturn.path;
  const answer = (parameters: Readonly<Record<string, string>>) =>
    new Browser(bank.baseUrl, ownAddress()).open(`${receiverPages.showReturn.path}?${new URLSearchParams(parameters).toString()}`);

  /** The customer's browser after a button of the approval page. */
  async function after(step: 'approve' | 'refuse' | 'cancel') {
    const developer = await ADeveloper.signedIn(bank);
    const { clientId, clientSecret } = credentialsIn((await developer.register({ redirectUris: redirectUri() })).text);
    const client = await bank.client();
    Object.assign(client, { client: { ...client.client, clientId, clientSecret, redirectUri: redirectUri() } });
    const scope = `AIS:${await client.createConsent('allPsd2')}`;
    const { url } = await client.startAuthorization('consents', scope);
    const customer = new Browser(bank.baseUrl, ownAddress());
    await customer.open(url);
    await customer.press('sign-in', { login: bank.demo.login, password: bank.demo.password });
    await customer.press(step);
    const { url: address, response } = customer;
    /** The error with which the bank refuses to ask the customer again about the same consent; 200 where it asks. */
    const errorAgain = async () => {
      const again = new Browser(bank.baseUrl, ownAddress());
      await again.open((await client.startAuthorization('consents', scope)).url);
      return /\binvalid_scope\b/.exec(again.response.text)?.[0] ?? again.response.status;
    };
    return { url: address, response, errorAgain };
  }

  it('shows the code and the token request where the customer approves', async () => {
    const { url, response } = await after('approve');
    expect([response.status, url.pathname]).toEqual([200, '/receiver']);
    const code = url.searchParams.get('code')!;
    expect(response.text).toContain(`<dt>code</dt><dd><code>${code}</code></dd>`);
    expect(response.text).toContain(`<dt>state</dt><dd><code>${url.searchParams.get('state')!}</code></dd>`);
    expect(response.text).toContain(`curl -s ${bank.baseUrl}/v1.7/oauth/consents/token`);
    expect(response.text).toContain('In Postman, put <code>code</code> into the variable <code>code</code> of the environment');
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  const afterRefusal = 'After the customer has refused,';
  const afterNoAnswer = 'After the customer has gone back without an answer,';

  it.each([
    ['refuse', afterRefusal, afterNoAnswer, 'invalid_scope'],
    ['cancel', afterNoAnswer, afterRefusal, 200],
  ] as const)(
    'explains access_denied after the button %s, and whether the customer can be asked again',
    async (step, said, other, error) => {
      const { url, response, errorAgain } = await after(step);
      expect([response.status, url.pathname, url.searchParams.get('error')]).toEqual([200, '/receiver', 'access_denied']);
      expect(response.text).toContain('<h1>The customer has not approved</h1>');
      expect(response.text).toContain('Nothing was granted');
      expect([response.text.includes(said), response.text.includes(other)]).toEqual([true, false]);
      expect(await errorAgain()).toBe(error);
    },
  );

  it('explains access_denied for both buttons where no description says which, and for a time that is over', async () => {
    const said = async (parameters: object) => {
      const { text } = await answer({ error: 'access_denied', ...parameters });
      return [text.includes(afterRefusal), text.includes(afterNoAnswer)];
    };
    expect(await said({})).toEqual([true, true]);
    expect(await said({ error_description: 'something else' })).toEqual([true, true]);
    expect(await said({ error_description: 'the customer did not answer in time' })).toEqual([false, true]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'an_error_of_another_issuer'])(
    'explains the error %s as one that it does not know',
    async (error) => {
      const { status, text } = await answer({ error });
      expect([status, text.includes(`<dt>error</dt><dd><code>${error}</code></dd>`)]).toEqual([200, true]);
      expect(text).toContain('cannot be completed as it was sent');
      expect(text).not.toContain('native code');
    },
  );

  it.each(['code', 'state', 'iss', 'error', 'error_description', 'response'])(
    'writes nothing of %s into the page as markup',
    async (name) => {
      const attack = `"'><script>alert(1)</script>`;
      const { text, headers } = await answer({ ...(name === 'error_description' ? { error: 'x' } : { code: 'c' }), [name]: attack });
      expect(text.replace('<script src="/portal.js" type="module">', '')).not.toContain('<script');
      expect(text.includes('&lt;script&gt;')).toBe(name !== 'response');
      expect(headers['content-security-policy']).toMatch(/^default-src 'self'; .*frame-ancestors 'none'$/);
    },
  );

  it('names the token endpoint of the issuer that answers, and no other address', async () => {
    const curl = async (iss: string) => /curl -s (\S+)/.exec((await answer({ code: randomUUID(), iss })).text)![1];
    expect(await curl(`${bank.baseUrl}/v2/oauth/mandates`)).toBe(`${bank.baseUrl}/v2/oauth/mandates/token`);
    expect(await curl('https://elsewhere.example')).toBe(`${bank.baseUrl}/v1.7/oauth/consents/token`);
  });

  it('shows a signed response, and says what it is for where it is opened without one', async () => {
    expect((await answer({ response: 'a.b.c' })).text).toContain('<dt>response</dt><dd><code>a.b.c</code></dd>');
    expect((await answer({})).text).toContain('opened without an answer of the bank');
  });
});
