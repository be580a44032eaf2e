import {
  asPattern,
  everyInternal,
  everyService,
  gatewayProbePath,
  isPublished,
  issuerRowsOf,
  limits,
  operations,
  pageRowsOf,
  sandboxRowsOf,
  services,
  signInStep,
  statusRowsOf,
  windows,
  type LimitClass,
  type Operation,
  type Window,
} from '@open-banking/spec';
import { exchange, ownAddress, runningBank, type HttpResponse } from '@open-banking/testing';
import { internalRows } from './fuzz/internal-rows.js';
import { multipart, multipartOf, writtenFiles } from './fuzz/written-fields.js';
import { filled } from '@open-banking/testing/sweep';
import { openBrowsers } from './fuzz/open-browsers.js';

const otherRows = services.flatMap((service) => [
  ...issuerRowsOf(service),
  ...pageRowsOf(service),
  ...statusRowsOf(service),
  ...sandboxRowsOf(service),
]);
const rows: readonly Operation[] = [...operations, ...otherRows];
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];
const takesBody = ({ method }: Operation): boolean => method === 'POST' || method === 'PUT';
/** A path with a value for all its parameters. */
const at = ({ path }: Operation, value = '1'): string => path.replaceAll(/\{[^}]+\}/g, value);

const png = writtenFiles['answerClientLogo']!;
const form = 'application/x-www-form-urlencoded';
/** The content that a row takes; a page with a file of its own takes no other form. */
const contentOf = ({ id, kind, path }: Operation): string => {
  if (id === 'answerClientLogo') return 'multipart/form-data; boundary=x';
  return kind === 'page' || (kind === 'oauth' && !/\/(?:register|app-answers)/.test(path)) ? form : 'application/json';
};
/** Browsers accept pages, and programs JSON. */
const acceptOf = ({ kind }: Operation): string => (kind === 'page' ? 'text/html' : 'application/json');

const policyOf = (limitClass: LimitClass): string =>
  (Object.entries(windows) as [Window, number][])
    .filter(([name]) => limits[limitClass][name] !== undefined)
    .map(([name, seconds]) => `"${name}";q=${limits[limitClass][name]!};w=${seconds}`)
    .join(', ');

const health = Object.values(everyService).map(({ path }) => path);

/** Only where an answer is for everybody may anything keep it. */
const storing = ['no-store', 'max-age=300', 'public, max-age=31536000, immutable'];

function headerFaults(row: Operation, { status, headers, text }: HttpResponse, requestId: string): string[] {
  const expected: Readonly<Record<string, RegExp>> = {
    'x-request-id': new RegExp(`^${requestId}$`),
    'x-content-type-options': /^nosniff$/,
    'referrer-policy': /^no-referrer$/,
    'strict-transport-security': /^max-age=31536000/,
    'content-security-policy': /^default-src '(?:none|self)'.*frame-ancestors 'none'/,
    'cache-control': isPublished(row) && status === 200 ? /^max-age=300$/ : new RegExp(`^(?:${storing.join('|')})$`),
  };
  const cookies = [headers['set-cookie'] ?? []].flat();
  return [
    ...Object.entries(expected).flatMap(([name, value]) =>
      value.test(String(headers[name])) ? [] : [`${name}: ${String(headers[name])}`],
    ),
    ...['server', 'x-powered-by', 'access-control-allow-origin'].filter((name) => name in headers),
    ...cookies.filter(
      (cookie) => !/; Path=\/.*; HttpOnly; SameSite=(?:Strict|Lax)/i.test(cookie.replace(/; (Max-Age|Expires)=[^;]*/gi, '')),
    ),
    ...(text !== '' && headers['content-type'] === undefined ? ['no Content-Type'] : []),
  ];
}

describe(`each of the ${rows.length} rows of the gateway`, () => {
  const bank = runningBank(services);
  const requestId = '5f8d4a52-2b9b-4d26-8d0c-6d1c3b0f0a11';

  const send = (row: Operation, sent: { method?: string; path?: string; content?: string; body?: string } = {}) => {
    const { method = row.method, path = at(row), content = contentOf(row), body = 'step=nothing&other=1' } = sent;
    const withBody = method === row.method && takesBody(row);
    return exchange(bank.baseUrl + path, {
      method,
      from: ownAddress(),
      headers: {
        accept: acceptOf(row),
        origin: 'https://elsewhere.example',
        'x-request-id': requestId,
        ...(withBody && { 'content-type': content }),
      },
      ...(withBody && { body }),
    });
  };
  /** The rows that do not pass, with what is wrong. */
  const faults = async (of: readonly Operation[], judge: (row: Operation) => Promise<readonly string[]>) => {
    const found: Record<string, readonly string[]> = {};
    for (const row of of) {
      const wrong = await judge(row);
      if (wrong.length > 0) found[`${row.id}: ${row.method} ${row.path}`] = wrong;
    }
    return found;
  };

  it('are all of the table that clients and browsers reach', () => {
    expect(operations.length).toBeGreaterThan(40);
    expect(rows.length).toBeGreaterThan(200);
    expect(new Set(rows.map(({ method, path }) => `${method} ${path}`)).size).toBe(rows.length);
  });

  it('announces its limit, and is charged for what it refuses', async () => {
    const signIns = /^(?:\w+\.startLogin|startCustomerLogin)$/;
    const judge = async (row: Operation): Promise<string[]> => {
      const { status, headers } = await send(row);
      const policy = policyOf(signIns.test(row.id) ? signInStep.limits : row.limits);
      const announced = `${String(headers['ratelimit-policy'])} ${String(headers['ratelimit'])}`;
      return headers['ratelimit-policy'] === policy && /"\w+";r=\d+;t=\d+/.test(announced) ? [] : [`${status}: ${announced}`];
    };
    expect(await faults(rows, judge)).toEqual({});
  });

  it('has the headers of every answer, gives nothing to scripts of other sites, and sets cookies that no script can read', async () => {
    expect(await faults(rows, async (row) => headerFaults(row, await send(row), requestId))).toEqual({});
  });

  it('answers HEAD where it answers GET: as that, without the content, by the same limit', async () => {
    const reads = rows.filter(({ method }) => method === 'GET');
    expect(reads.length).toBeGreaterThan(100);
    const judge = async (row: Operation): Promise<string[]> => {
      const [get, head] = [await send(row), await send(row, { method: 'HEAD' })];
      const facts = ({ status, headers, text }: HttpResponse, length = Buffer.byteLength(text)) => ({
        status,
        length,
        names: Object.keys(headers).sort().join(),
        ...Object.fromEntries(['allow', 'cache-control', 'content-type', 'ratelimit-policy'].map((name) => [name, headers[name]])),
        left: /r=\d+/.exec(String(headers['ratelimit']))?.[0],
      });
      const [expected, found] = [facts(get), facts(head, Number(head.headers['content-length']))].map((one) => JSON.stringify(one));
      return [...(head.text === '' ? [] : [`HEAD has a body`]), ...(found === expected ? [] : [`GET ${expected}`, `HEAD ${found}`])];
    };
    expect(await faults(reads, judge)).toEqual({});
  });

  it('answers every other method with 405 and with each method that its path takes once', async () => {
    const judge = async (row: Operation): Promise<string[]> => {
      const path = at(row);
      const inRows = rows.filter((one) => new RegExp(asPattern(one.path)).test(path)).map(({ method }) => method);
      const taken = new Set<string>(inRows.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
      const wrong: string[] = [];
      for (const method of methods.filter((one) => !taken.has(one))) {
        const { status, headers, text } = await send(row, { method });
        const allow = String(headers['allow']).split(', ').sort().join();
        if (status !== 405 || allow !== [...taken].sort().join() || (method === 'HEAD' && text !== ''))
          wrong.push(`${method}: ${status}, Allow: ${String(headers['allow'])}`);
      }
      return wrong;
    };
    const onePerPath = rows.filter((row, index) => rows.findIndex(({ path }) => path === row.path) === index);
    expect(await faults(onePerPath, judge)).toEqual({});
  });

  it('knows its content by the type alone, whatever parameters it has', async () => {
    const judge = async (row: Operation): Promise<string[]> => {
      const content = contentOf(row);
      const odd = content.replace(/^[^;]+/, (type) => `${type.toUpperCase()} ; X="a;b"`);
      const [usual, other] = [await send(row), await send(row, { content: `${odd};charset="UTF-8"` })];
      return usual.status === other.status && usual.status !== 415 ? [] : [`${usual.status} with ${content}, ${other.status} with ${odd}`];
    };
    expect(await faults(rows.filter(takesBody), judge)).toEqual({});
  });

  it('answers the probes of each service under its own name, without a limit; HEAD of these and of health as GET', async () => {
    const ask = (url: string, method = 'GET') => exchange(url, { method, from: ownAddress() });
    for (const service of services) {
      const { port } = bank.facts.internal[service];
      const own = `http://127.0.0.1:${port}`;
      for (const url of [bank.baseUrl + gatewayProbePath(service), ...health.map((path) => own + path)]) {
        const [get, head] = [await ask(url), await ask(url, 'HEAD')];
        expect([url, get.status, get.headers['ratelimit']]).toEqual([url, 200, undefined]);
        expect([head.status, head.text, Number(head.headers['content-length'])]).toEqual([200, '', get.text.length]);
      }
      const other = services.find((one) => one !== service)!;
      expect((await ask(own + gatewayProbePath(other))).status).toBe(404);
    }
    expect((await ask(`${bank.baseUrl}/gateway-probes/nothing`)).status).toBe(404);
  });

  it('answers malformed input with no fault of its own', async () => {
    const query = '?lang=xx&lang=yy&step=1&done=1&done=2&login=3&q=%00&code=%00&state=%00&page=-1&__proto__=1';
    const judge = async (row: Operation): Promise<string[]> => {
      const answers = {
        'another content type': await send(row, { content: 'text/plain' }),
        'no form': await send(row, { body: '%00\u0000{"&&==%zz' }),
        'a large body': await send(row, { body: 'a'.repeat(40_000) }),
        NUL: await send(row, { path: at(row, '%00') }),
        'no UTF-8': await send(row, { path: at(row, '%ed%a0%80') }),
        'a cut escape': await send(row, { path: at(row, '%e0%a4%a') }),
        'a long parameter': await send(row, { path: at(row, 'x'.repeat(300)) }),
        'an odd query': await send(row, { path: at(row) + query }),
        'a query with a cut escape': await send(row, { path: `${at(row)}?lang=%e0%a4%a&q=%zz` }),
      };
      return Object.entries(answers)
        .filter(([, { status }]) => status >= 500 || (takesBody(row) && status < 400))
        .map(([name, { status }]) => `${name}: ${status}`);
    };
    expect(await faults(rows, judge)).toEqual({});
  });

  it('refuses a form without the token of its own browser; reads one with it, and ignores fields that the page does not have', async () => {
    /** Programs post to the other. */
    const posted = otherRows.filter(({ id, kind, method }) => kind === 'page' && method === 'POST' && id !== 'receiveNotification');
    expect(posted.length).toBeGreaterThan(20);
    const browsers = await openBrowsers(bank);
    const judge = async (row: Operation): Promise<string[]> => {
      const { cookie, csrf, strange, params } = browsers(row);
      const post = (fields: Readonly<Record<string, string>>) => {
        const sent = { step: 'nothing', ...fields };
        const [content, body] =
          row.id === 'answerClientLogo'
            ? [multipart, multipartOf(Object.entries(sent), png)]
            : [form, new URLSearchParams(sent).toString()];
        const headers = { accept: 'text/html', 'content-type': content, cookie };
        return exchange(bank.baseUrl + filled(row, params), { method: 'POST', from: ownAddress(), headers, body });
      };
      const refused = [await post({}), await post({ csrf: 'x' }), await post({ csrf: strange })];
      const read = await post({ csrf });
      const withMore = await post({ csrf, nonsense: '1', __proto__: '1', constructor: '1' });
      return [
        ...refused.filter(({ status, text }) => status !== 400 || text !== refused[0]!.text).map(({ status }) => `not refused: ${status}`),
        ...(read.text === refused[0]!.text ? [`refused with its token: ${read.status}`] : []),
        ...(outcomeOf(read) === outcomeOf(withMore) ? [] : [`${outcomeOf(read)}, with another field ${outcomeOf(withMore)}`]),
      ];
    };
    expect(await faults(posted, judge)).toEqual({});
  });
});

describe(`each of the ${internalRows.length} rows of the internal ports`, () => {
  /** Services without a resource of customers. */
  const notServed = ['mandates', 'loan-services'].map((service) => `${service} POST ${everyInternal.listCustomerResources.path}`);
  const bank = runningBank(services);

  it('refuses a call without a signed token whatever it brings, HEAD as GET, and has no other method', async () => {
    expect(internalRows.length).toBeGreaterThan(110);
    const statuses: Record<string, number[]> = {};
    const nameOf = ({ service, row }: (typeof internalRows)[number]): string => `${service} ${row.method} ${row.path}`;
    const statusesOf = (one: (typeof internalRows)[number]): number[] => statuses[nameOf(one)]!;
    for (const { row, service } of internalRows) {
      const send = (method: string, path: string, body?: string) =>
        exchange(`http://127.0.0.1:${bank.facts.internal[service].internalPort}${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body !== undefined && { body }),
        });
      const answers = [
        await send(row.method, at(row), takesBody(row) ? '{}' : undefined),
        await send(row.method, at(row, '%00'), takesBody(row) ? '{"a":' : undefined),
        await send('PATCH', at(row)),
        await send('HEAD', at(row)),
      ];
      statuses[nameOf({ service, row })] = answers.map(({ status }) => status);
    }
    const expected = ({ service, row }: (typeof internalRows)[number]): string => {
      const hasGet = internalRows.some((one) => one.service === service && one.row.path === row.path && one.row.method === 'GET');
      return `401,401,404,${hasGet ? 401 : 404}`;
    };
    const others = internalRows.filter((one) => statusesOf(one).join() !== expected(one)).map((one) => [nameOf(one), statusesOf(one)]);
    expect(Object.fromEntries(others)).toEqual(Object.fromEntries(notServed.map((name) => [name, [404, 404, 404, 404]])));
  });
});

const outcomeOf = ({ status, headers }: HttpResponse): string => `${status} ${String(headers['location'])}`;
