import assert from 'node:assert/strict';
import { answer, expectRefusal, uuidPattern, type Check, type Stand } from './gateway-check.ts';
import { ask, chunk, hear, postRequest, type Heard } from './raw-request.ts';

const id = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';

const unknown = [
  '/v1.7',
  '/v1.7/cardz',
  '/V1.7/cards',
  '/v1.7/cards/',
  '//v1.7/cards',
  '/v1.7/c%2561rds',
  '/v1.7%2fcards',
  '/v1.7/c%C3%A4rds',
  '/v1%2E7/cards/%2e%2e/balances',
  '/he%61lth/ready',
  '/int%65rnal/clients',
  '/v1.7/cards/x/y',
  '/v1.7/cards/%2e%2e/x/y',
  '/v1.7/oauth/consents',
  '/health/live',
  '/health/ready',
  '/internal/introspections',
  '/internal/clients',
  '/metrics',
  '/.well-known/oauth-authorization-server',
];

/** An answer that may be a page, or without a body: the connection ends with it. */
async function answerTo(stand: Stand, method: string, path: string, headers: Readonly<Record<string, string>>): Promise<Heard> {
  const heard = await hear(stand, ask(`${method} ${path}`, { ...headers, Connection: 'close' }));
  assert.ok(heard, 'no answer');
  return heard;
}

/** The requests that a gateway refuses by itself, and those that it passes on to be refused. */
export const refusalChecks: readonly Check[] = [
  {
    name: 'answers 404 to a path that the bank does not have, to health and to the internal operations',
    async run(stand) {
      for (const path of unknown) await expectRefusal(stand, ask(`GET ${path}`), 404, 'RESOURCE_UNKNOWN');
      await expectRefusal(stand, ask('POST /internal/clients', { 'Content-Length': '2' }, '{}'), 404, 'RESOURCE_UNKNOWN');
      for (const line of ['OPTIONS *', 'CONNECT bank:80']) await expectRefusal(stand, ask(line), 404, 'RESOURCE_UNKNOWN');
    },
  },
  {
    name: 'answers HEAD of its own refusals as GET, without the body',
    async run(stand) {
      for (const [path, headers] of [
        ['/v1.7/cardz', {}],
        ['/v1.7/cardz', { Accept: 'text/html' }],
        [`/v1.7/cards?${'x'.repeat(8_192)}`, {}],
      ] as const) {
        const [get, head] = [await answerTo(stand, 'GET', path, headers), await answerTo(stand, 'HEAD', path, headers)];
        assert.deepEqual([head.status, head.headers['content-length'], head.body], [get.status, get.headers['content-length'], '']);
        assert.notEqual(get.body, '');
      }
    },
  },
  {
    name: 'hands on a method the path does not take, so that the service answers 405 with Allow',
    async run(stand) {
      for (const bytes of [
        ask('PUT /v1.7/cards', { 'Content-Length': '0' }),
        ask('QUERY /v1.7/cards'),
        ask('QUERY /v1.7/cards', { 'Content-Type': 'application/json', 'Content-Length': '2' }, '{}'),
      ]) {
        const heard = await answer(stand, bytes);
        assert.equal(heard.status, 405, heard.bytes.slice(0, 300));
        assert.match(heard.headers.allow ?? '', /\bGET\b/);
      }
    },
  },
  {
    name: "answers with the request's own X-Request-ID, and with a fresh one where it is malformed, doubled or missing",
    async run(stand) {
      assert.equal(
        (await expectRefusal(stand, ask('GET /nothing', { 'X-Request-ID': id }), 404, 'RESOURCE_UNKNOWN')).headers['x-request-id'],
        id,
      );
      for (const sent of ['', 'X-Request-ID: 1\r\n', `X-Request-ID: ${id}x\r\n`, `X-Request-ID: ${id}\r\nX-Request-ID: ${id}\r\n`]) {
        const heard = await expectRefusal(stand, `GET /nothing HTTP/1.1\r\nHost: bank\r\n${sent}\r\n`, 404, 'RESOURCE_UNKNOWN');
        assert.notEqual(heard.headers['x-request-id'], id);
      }
    },
  },
  {
    name: 'answers 413 to a body over 64 KiB that has a length',
    async run(stand) {
      await expectRefusal(stand, postRequest({ 'Content-Length': '65537' }, 'x'.repeat(65_537)), 413);
      await expectRefusal(stand, postRequest({ 'Content-Length': '5000000000' }, 'x'), 413);
    },
  },
  {
    name: 'answers 413 to a chunked body over 64 KiB',
    async run(stand) {
      await expectRefusal(stand, postRequest({ 'Transfer-Encoding': 'chunked' }, `${chunk('x'.repeat(65_537))}0\r\n\r\n`), 413);
      await expectRefusal(
        stand,
        postRequest({ 'Transfer-Encoding': 'chunked', 'X-Long': 'y'.repeat(14_000) }, chunk('x'.repeat(30_000)).repeat(3)),
        413,
      );
    },
  },
  {
    name: 'answers 408 to a body that drips',
    async run(stand) {
      await expectRefusal(stand, postRequest({ 'Content-Length': '100' }, '{"a"'), 408);
    },
  },
  {
    name: 'ends a request whose headers drip',
    async run(stand) {
      const heard = await hear(stand, 'GET /v1.7/cards HTTP/1.1\r\nHost: bank\r\n');
      if (heard) assert.equal((await expectRefusal(stand, 'GET /v1.7/cards HTTP/1.1\r\nHost: bank\r\n', 408)).status, 408);
    },
  },
  {
    name: 'answers 431 to headers over 16 KiB and 414 to a path and query over 8 KiB',
    async run(stand) {
      await expectRefusal(stand, ask('GET /v1.7/cards', { 'X-Long': 'y'.repeat(17_000) }), 431);
      await expectRefusal(
        stand,
        ask('GET /v1.7/cards', Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`X-Long-${at}`, 'y'.repeat(500)]))),
        431,
      );
      await expectRefusal(stand, ask(`GET /v1.7/cards?x=${'y'.repeat(8_200)}`), 414);
    },
  },
  {
    name: 'answers 400 to a request without Host, and never hands on one with two',
    async run(stand) {
      await expectRefusal(stand, 'GET /v1.7/cards HTTP/1.1\r\n\r\n', 400);
      const heard = await hear(stand, 'GET /v1.7/cards HTTP/1.1\r\nHost: bank\r\nHost: evil\r\n\r\n');
      assert.ok(!heard || heard.status === 400, heard?.bytes.slice(0, 300));
    },
  },
  {
    name: 'never answers what is not HTTP with a page',
    async run(stand) {
      for (const bytes of [
        '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n',
        'GET /ä HTTP/1.1\r\nHost: bank\r\n\r\n',
        ask('GET /v1.7/cards#x'),
        ask('GET /v1.7/cards', { 'X Y': '1' }),
        ask('GET /v1.7/cards', { X: 'a\0b' }),
        postRequest({ 'Transfer-Encoding': 'gzip' }, 'abc'),
        postRequest({ 'Transfer-Encoding': 'chunked' }, 'zz\r\n'),
        ask('POST /v1.7/consents', { 'Content-Length': '3', 'content-length': '4' }, 'abcd'),
        ask('GET /v1.7/cards', { 'X-Long': 'y'.repeat(120_000) }),
      ]) {
        const heard = await hear(stand, bytes);
        if (!heard) continue;
        assert.ok([400, 431].includes(heard.status), heard.bytes.slice(0, 300));
        assert.match(heard.body, /^\{"tppMessages"/, `${bytes.slice(0, 60)}: ${heard.bytes}`);
        assert.match(heard.headers['x-request-id'] ?? '', uuidPattern, `${bytes.slice(0, 60)}: ${heard.bytes}`);
      }
    },
  },
  {
    name: 'reads Content-Length beside Transfer-Encoding as an attempt to smuggle: one request at most, no second',
    async run(stand) {
      const heard = await hear(
        stand,
        postRequest({ 'Content-Length': '5', 'Transfer-Encoding': 'chunked', Connection: 'close' }, `0\r\n\r\n${ask('GET /nothing')}`),
      );
      assert.ok(!heard || heard.bytes.match(/HTTP\/1\.1 \d{3}/g)!.length === 1, heard?.bytes);
    },
  },
];
