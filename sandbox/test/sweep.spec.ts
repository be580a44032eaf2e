import { randomUUID } from 'node:crypto';
import {
  isPublished,
  issuerRowsOf,
  operations,
  pageRowsOf,
  sandboxRowsOf,
  parametersOf,
  services,
  statusRowsOf,
  type Method,
  type Operation,
} from '@open-banking/spec';
import { runningBank, type HttpResponse, type Caller, type TestClient } from '@open-banking/testing';
import {
  bodyOf,
  createdBy,
  everything,
  filled,
  idsOf,
  nobodys,
  queryOf,
  expectUnknown,
  brokenPromises,
  takes,
} from '@open-banking/testing/sweep';

const rows = operations.map((row) => ({ ...row, name: `${row.method} ${row.path}`, row }));
const isMetadata = ({ kind }: Operation): boolean => kind === 'metadata';
const verbs = ['PUT', 'PATCH', 'DELETE', 'POST', 'GET'] as const;
const methodsOf = (path: string): Method[] => operations.filter((row) => row.path === path).map(({ method }) => method);

/** HEAD comes with GET, and is in no row. */
const withHead = (methods: readonly string[]): string[] => methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

/** The quota that is left in the longest window of a limit. */
const dayLeft = ({ ratelimit }: HttpResponse['headers']): number => Number(/r=(\d+);t=\d+$/.exec(String(ratelimit))![1]);

interface Paged {
  readonly _links?: { readonly next?: { readonly href: string } };
}

/** The link to the next page. */
function nextOf(body: Record<string, unknown>): string | undefined {
  const places = [
    body,
    ...Object.values(body).filter((value) => value !== null && typeof value === 'object' && !Array.isArray(value)),
  ] as Paged[];
  return places.map(({ _links }) => _links?.next?.href).find((href) => href !== undefined);
}

/** Every link of a response to a path of the bank, at any depth. */
function linksIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'href' && typeof inner === 'string' && inner.startsWith('/') ? [inner] : linksIn(inner),
  );
}

describe('each operation of the table', () => {
  const bank = runningBank(services);
  let callerOf: (row: Operation) => Caller;
  let client: TestClient;
  let ids: Readonly<Record<string, string>>;
  let others: Readonly<Record<string, string>>;

  beforeAll(async () => {
    ({ callerOf, client, ids } = await everything(bank));
    const own = new Set(bank.demo.accounts.map(({ resourceId }) => resourceId));
    const theirs = bank.customers.flatMap(({ accounts }) => accounts).filter(({ resourceId }) => !own.has(resourceId));
    others = { ...nobodys, ...idsOf(theirs), ...(await createdBy(await bank.client())) };
  });

  const address = (row: Operation, of: Readonly<Record<string, string>> = ids, query = queryOf(row)): string =>
    `${filled(row, of)}${query && '?'}${query}`;
  const ask = (row: Operation, by: Caller = callerOf(row), path = address(row), headers = {}): Promise<HttpResponse> =>
    by.send(row.method, path, { body: bodyOf(row), headers });

  it.each(rows)('$name refuses a request without a token', async ({ row }) => {
    const refused = await ask(row, client.withoutToken);
    if (isMetadata(row)) return expect(refused).toAnswer(200);
    expect(refused).toAnswer(401, { tppMessages: [{ category: 'ERROR', code: 'TOKEN_UNKNOWN' }] });
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer realm=/);
  });

  it.each(rows)('$name answers successfully and as its OpenAPI entry promises', async ({ row }) => {
    // Deletes only this test's own resources.
    const own = row.method === 'DELETE' ? { ...ids, ...(await createdBy(client)) } : ids;
    const requestId = randomUUID();
    const answered = await ask(row, callerOf(row), address(row, own), { 'x-request-id': requestId });
    expect({ refused: answered.status < 300 ? '' : answered.text, broken: brokenPromises(row, answered.status, answered.body) }).toEqual({
      refused: '',
      broken: [],
    });
    expect(answered.headers).toMatchObject({
      'x-request-id': requestId,
      'ratelimit-policy': expect.stringContaining('q='),
      ratelimit: expect.stringContaining('r='),
      'cache-control': isPublished(row) ? 'max-age=300' : 'no-store',
    });
    expect(answered.headers).not.toHaveProperty('server');
    expect(answered.headers).not.toHaveProperty('x-powered-by');
  });

  it.each(rows.filter(({ method }) => method === 'GET'))(
    '$name answers HEAD as itself, without the body, and charges it to the same limit',
    async ({ row }) => {
      const same = { 'x-request-id': randomUUID() };
      const first = await ask(row, callerOf(row), address(row), same);
      const head = await callerOf(row).send('HEAD', address(row), { headers: same });
      const { status, headers, text } = await ask(row, callerOf(row), address(row), same);
      expect([head.status, head.text, Number(head.headers['content-length'])]).toEqual([status, '', Buffer.byteLength(text)]);
      const lasting = ({ date: _, ratelimit: __, ...kept }: HttpResponse['headers']) => kept;
      expect(lasting(head.headers)).toEqual(lasting(headers));
      const [before, between, after] = [first.headers, head.headers, headers].map(dayLeft) as [number, number, number];
      expect(between).toBeLessThan(before);
      expect(after).toBeLessThan(between);
    },
  );

  it.each(rows)('$name answers an unsupported method with 405 and Allow', async ({ row }) => {
    const verb = verbs.find((one) => !methodsOf(row.path).includes(one as Method))!;
    const refused = await callerOf(row).send(verb, filled(row, ids));
    expect(refused).toAnswer(405, { tppMessages: [{ code: 'SERVICE_INVALID' }] });
    expect(String(refused.headers['allow']).split(/,\s*/)).toEqual(expect.arrayContaining(withHead(methodsOf(row.path))));
    expect(refused.headers['x-request-id']).toBeDefined();
  });

  it.each(rows)('$name refuses QUERY, with a body or without, with 405 and Allow', async ({ row }) => {
    for (const sent of [{}, { body: {} }, { body: {}, headers: { 'content-type': 'text/plain' } }]) {
      const refused = await callerOf(row).send('QUERY', filled(row, ids), sent);
      expect(refused).toAnswer(405, { tppMessages: [{ code: 'SERVICE_INVALID' }] });
      expect(String(refused.headers['allow']).split(/,\s*/)).toEqual(expect.arrayContaining(methodsOf(row.path)));
    }
  });

  it('pages, issuer endpoints and status resources refuse QUERY with 405 and Allow; unknown paths answer 404', async () => {
    const paths = services
      .flatMap((service) => [...issuerRowsOf(service), ...pageRowsOf(service), ...statusRowsOf(service), ...sandboxRowsOf(service)])
      .map(({ path }) => path.replaceAll(/\{[^}]+\}/g, '1'));
    expect(paths.length).toBeGreaterThan(30);
    for (const path of new Set(paths)) {
      const refused = await bank.anonymous.send('QUERY', path, { body: {} });
      expect({ path, status: refused.status, allow: refused.headers['allow'] }).toEqual({
        path,
        status: 405,
        allow: expect.stringMatching(/^[A-Z, ]+$/) as string,
      });
    }
    expect(await bank.anonymous.send('QUERY', '/v1.7/nothing', { body: {} })).toAnswer(404);
    expect(await bank.anonymous.send('QUERY', '/customer/nothing', { body: {} })).toAnswer(404);
  });

  it.each(rows)('paths below $name answer 404', async ({ row }) => {
    const refused = await callerOf(row).send(row.method, `${filled(row, ids)}/nothing/here`, { body: bodyOf(row) });
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });

  it.each(rows.filter(({ formats = {} }) => Object.values(formats).some(({ kind }) => kind === 'digits')))(
    '$name refuses a malformed number, whatever it consists of',
    async ({ row }) => {
      for (const odd of ['%0d%0a', '%0a1', '1%0a', '%e2%80%a8', '-', '--', '1-', '-1', 'a%2fb', '%00', 'x'.repeat(256)])
        for (const name of ['BranchNumber', 'AccountNumber']) {
          const refused = await ask(row, callerOf(row), address(row, { ...ids, [name]: odd }));
          expect([odd, name, refused.status, refused.text]).toEqual([odd, name, 400, expect.stringMatching(/Must be 1 to \d+ digits/)]);
        }
    },
  );

  it.each(rows)('$name refuses an unknown query parameter', async ({ row }) => {
    const path = address(row, ids, [queryOf(row), 'nonsense=1'].filter(Boolean).join('&'));
    expect(await ask(row, callerOf(row), path)).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'nonsense' }] });
  });

  it.each(rows)('$name answers only in JSON', async ({ row }) => {
    expect(await ask(row, callerOf(row), address(row), { accept: 'text/html' })).toAnswer(406, {
      tppMessages: [{ code: 'REQUESTED_FORMATS_INVALID' }],
    });
  });

  it.each(rows.filter(({ kind }) => kind === 'business'))(
    '$name requires an X-Request-ID, and generates one for the response if it is missing',
    async ({ row }) => {
      const refused = await ask(row, callerOf(row), address(row), { 'x-request-id': '' });
      expect(refused).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'X-Request-ID' }] });
      expect(refused.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it.each(rows.filter(({ id, path }) => id !== 'createPayment' && parametersOf(path).length > 0))(
    "$name answers another customer's id like an unknown id",
    async ({ row }) => {
      expectUnknown(row, [await ask(row, callerOf(row), address(row, others)), await ask(row, callerOf(row), address(row, nobodys))]);
    },
  );

  it.each(rows.filter(({ method, token }) => method === 'GET' && token?.consent))(
    '$name returns links that lead to the last page',
    async ({ row }) => {
      const limit = takes(row, 'limit') ? 'limit=200' : '';
      const seen = new Set<string>();
      let pages = 0;
      for (
        let next: string | undefined = address(row, ids, [queryOf(row), limit].filter(Boolean).join('&'));
        next !== undefined;
        pages += 1
      ) {
        expect(seen.has(next)).toBe(false);
        seen.add(next);
        const page: HttpResponse = await callerOf(row).get(next);
        expect(page).toAnswer(200);
        next = nextOf(page.body as Record<string, unknown>);
      }
      expect(pages).toBeGreaterThan(0);
    },
  );

  it.each(rows.filter(({ method, kind }) => method === 'GET' && kind === 'business'))(
    '$name returns only links that work as they are',
    async ({ row }) => {
      const { body } = await callerOf(row).get(address(row, ids, queryOf(row)));
      for (const link of new Set(linksIn(body))) expect([link, (await callerOf(row).get(link)).status]).toEqual([link, 200]);
    },
  );
});
