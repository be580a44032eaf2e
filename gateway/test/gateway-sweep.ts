import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { responseHeaders } from '@open-banking/http/response-headers';

// What every gateway of this bank does, Node's and HAProxy's alike. Raw bytes, because clients in good order never send most of it.
// Read by the specs and, as it is, by docker/check.mjs: types are stripped, nothing else is compiled.

export interface Stand {
  readonly url: string;
  /** Real services refuse a request without a token, so what reached them can be seen with probes only. */
  readonly probes: boolean;
}
export interface Check {
  readonly name: string;
  readonly probes?: true;
  run(stand: Stand): Promise<void>;
}
interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: string;
}

const id = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Sends bytes and hears one answer, or nothing, until the other side closes or the answer is whole. */
export function hear({ url }: Pick<Stand, 'url'>, bytes: string, timeoutMs = 9_000): Promise<Heard | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    let heard = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no whole answer within ${timeoutMs} ms: ${heard.slice(0, 200)}`));
    }, timeoutMs);
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(parse(heard));
    };
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (isWhole(parse(heard))) end();
    });
    socket.on('close', end).on('error', end);
  });
}

function parse(bytes: string): Heard | undefined {
  const at = bytes.indexOf('\r\n\r\n');
  if (at < 0) return undefined;
  const [first, ...lines] = bytes.slice(0, at).split('\r\n');
  const status = Number(first!.split(' ')[1]);
  if (status === 100) return parse(bytes.slice(at + 4));
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status, headers, body: bytes.slice(at + 4), bytes };
}

function isWhole(heard: Heard | undefined): boolean {
  if (!heard) return false;
  const {
    headers: { 'content-length': length, 'transfer-encoding': coding },
    body,
  } = heard;
  return coding === 'chunked' ? body.endsWith('0\r\n\r\n') : length !== undefined && body.length >= Number(length);
}

const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
const ask = (line: string, headers: Readonly<Record<string, string>> = {}, body = '') =>
  `${line} HTTP/1.1\r\nHost: bank\r\n${lines(headers)}\r\n${body}`;
const posted = (headers: Readonly<Record<string, string>>, body = '') =>
  ask('POST /v1.7/consents', { 'Content-Type': 'application/json', ...headers }, body);
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

async function answer(stand: Stand, bytes: string): Promise<Heard> {
  const heard = await hear(stand, bytes);
  assert.ok(heard, 'no answer');
  assert.match(heard.headers['x-request-id'] ?? '', uuid, 'every answer has an X-Request-ID');
  assert.doesNotMatch(heard.body, /<html/i);
  for (const name of ['server', 'x-powered-by', 'via']) assert.equal(heard.headers[name], undefined, `${name} names the server`);
  return heard;
}

/** An answer of the gateway itself. */
async function refused(stand: Stand, bytes: string, status: number, code = 'FORMAT_ERROR'): Promise<Heard> {
  const heard = await answer(stand, bytes);
  assert.equal(heard.status, status, heard.bytes.slice(0, 300));
  assert.match(heard.headers['content-type']!, /^application\/json/);
  for (const [name, value] of Object.entries(responseHeaders))
    assert.equal(heard.headers[name], value, `${name} of ${heard.bytes.slice(0, 300)}`);
  const {
    tppMessages: [message],
  } = JSON.parse(heard.body) as { tppMessages: Record<string, string>[] };
  assert.equal(message!.category, 'ERROR');
  assert.equal(message!.code, code);
  return heard;
}

/** What a probe says that it was sent. */
interface Echo {
  service: string;
  method: string;
  target: string;
  headers: string[];
  bodyBytes: number;
}
async function echo(stand: Stand, bytes: string): Promise<Echo> {
  const heard = await answer(stand, bytes);
  assert.equal(heard.status, 200, heard.bytes.slice(0, 300));
  return JSON.parse(heard.body) as Echo;
}
const valuesOf = ({ headers }: Echo, name: string) => headers.filter((_, at) => at % 2 === 1 && headers[at - 1]!.toLowerCase() === name);

const unknown = [
  '/',
  '/v1.7',
  '/v1.7/cardz',
  '/V1.7/cards',
  '/v1.7/cards/',
  '//v1.7/cards',
  '/v1.7/c%61rds',
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

const answered: Check[] = [
  {
    name: 'answers 404 to a path that the bank does not have, to health and to the internal operations',
    async run(stand) {
      for (const path of unknown) await refused(stand, ask(`GET ${path}`), 404, 'RESOURCE_UNKNOWN');
      await refused(stand, ask('POST /internal/clients', { 'Content-Length': '2' }, '{}'), 404, 'RESOURCE_UNKNOWN');
      for (const line of ['OPTIONS *', 'CONNECT bank:80']) await refused(stand, ask(line), 404, 'RESOURCE_UNKNOWN');
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
        (await refused(stand, ask('GET /nothing', { 'X-Request-ID': id }), 404, 'RESOURCE_UNKNOWN')).headers['x-request-id'],
        id,
      );
      for (const sent of ['', 'X-Request-ID: 1\r\n', `X-Request-ID: ${id}x\r\n`, `X-Request-ID: ${id}\r\nX-Request-ID: ${id}\r\n`]) {
        const heard = await refused(stand, `GET /nothing HTTP/1.1\r\nHost: bank\r\n${sent}\r\n`, 404, 'RESOURCE_UNKNOWN');
        assert.notEqual(heard.headers['x-request-id'], id);
      }
    },
  },
  {
    name: 'answers 413 to a body over 64 KiB that has a length',
    async run(stand) {
      await refused(stand, posted({ 'Content-Length': '65537' }, 'x'.repeat(65_537)), 413);
      await refused(stand, posted({ 'Content-Length': '5000000000' }, 'x'), 413);
    },
  },
  {
    name: 'answers 413 to a chunked body over 64 KiB',
    async run(stand) {
      await refused(stand, posted({ 'Transfer-Encoding': 'chunked' }, `${chunk('x'.repeat(65_537))}0\r\n\r\n`), 413);
      await refused(
        stand,
        posted({ 'Transfer-Encoding': 'chunked', 'X-Long': 'y'.repeat(14_000) }, chunk('x'.repeat(30_000)).repeat(3)),
        413,
      );
    },
  },
  {
    name: 'answers 408 to a body that drips',
    async run(stand) {
      const before = performance.now();
      await refused(stand, posted({ 'Content-Length': '100' }, '{"a"'), 408);
      assert.ok(performance.now() - before < 8_000, 'within 8 s');
    },
  },
  {
    name: 'ends a request whose headers drip',
    async run(stand) {
      const heard = await hear(stand, 'GET /v1.7/cards HTTP/1.1\r\nHost: bank\r\n');
      if (heard) assert.equal((await refused(stand, 'GET /v1.7/cards HTTP/1.1\r\nHost: bank\r\n', 408)).status, 408);
    },
  },
  {
    name: 'answers 431 to headers over 16 KiB and 414 to a path and query over 8 KiB',
    async run(stand) {
      await refused(stand, ask('GET /v1.7/cards', { 'X-Long': 'y'.repeat(17_000) }), 431);
      await refused(
        stand,
        ask('GET /v1.7/cards', Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`X-Long-${at}`, 'y'.repeat(500)]))),
        431,
      );
      await refused(stand, ask(`GET /v1.7/cards?x=${'y'.repeat(8_200)}`), 414);
    },
  },
  {
    name: 'answers 400 to a request without Host, and never hands on one with two',
    async run(stand) {
      await refused(stand, 'GET /v1.7/cards HTTP/1.1\r\n\r\n', 400);
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
        posted({ 'Transfer-Encoding': 'gzip' }, 'abc'),
        posted({ 'Transfer-Encoding': 'chunked' }, 'zz\r\n'),
        ask('POST /v1.7/consents', { 'Content-Length': '3', 'content-length': '4' }, 'abcd'),
        ask('GET /v1.7/cards', { 'X-Long': 'y'.repeat(120_000) }),
      ]) {
        const heard = await hear(stand, bytes);
        if (!heard) continue;
        assert.ok([400, 431].includes(heard.status), heard.bytes.slice(0, 300));
        assert.match(heard.body, /^\{"tppMessages"/, `${bytes.slice(0, 60)}: ${heard.bytes}`);
        assert.match(heard.headers['x-request-id'] ?? '', uuid, `${bytes.slice(0, 60)}: ${heard.bytes}`);
      }
    },
  },
  {
    name: 'reads Content-Length beside Transfer-Encoding as an attempt to smuggle: one request at most, no second',
    async run(stand) {
      const heard = await hear(
        stand,
        posted({ 'Content-Length': '5', 'Transfer-Encoding': 'chunked', Connection: 'close' }, `0\r\n\r\n${ask('GET /nothing')}`),
      );
      assert.ok(!heard || heard.bytes.match(/HTTP\/1\.1 \d{3}/g)!.length === 1, heard?.bytes);
    },
  },
];

const handedOn: Check[] = [
  {
    name: 'hands on a body of 64 KiB, with a length or chunked, and asks for it where the client waits',
    probes: true,
    async run(stand) {
      assert.equal((await echo(stand, posted({ 'Content-Length': '65536' }, 'x'.repeat(65_536)))).bodyBytes, 65_536);
      assert.equal(
        (await echo(stand, posted({ 'Transfer-Encoding': 'chunked' }, `${chunk('x'.repeat(65_536))}0\r\n\r\n`))).bodyBytes,
        65_536,
      );
      assert.equal((await echo(stand, posted({ 'Content-Length': '2', Expect: '100-continue' }, '{}'))).bodyBytes, 2);
    },
  },
  {
    name: 'hands on headers of 15 KiB, path and query as they came',
    probes: true,
    async run(stand) {
      const seen = await echo(stand, ask('GET /v1.7/cards/%61%2fb/balances?q=%2f&q=..//', { 'X-Long': 'y'.repeat(15_000) }));
      assert.equal(seen.target, '/v1.7/cards/%61%2fb/balances?q=%2f&q=..//');
      assert.equal((await echo(stand, ask('GET http://bank/v1.7/cards?x=1'))).target, '/v1.7/cards?x=1');
    },
  },
  {
    name: 'replaces X-Forwarded-For and takes out what only a gateway may say',
    probes: true,
    async run(stand) {
      const forged = {
        'X-Forwarded-For': '203.0.113.9',
        'x-forwarded-for': '203.0.113.10',
        Forwarded: 'for=203.0.113.9',
        'Client-Cert': ':AA==:',
        'Client-Cert-Chain': ':AA==:',
        'X-Real-IP': '203.0.113.9',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
      };
      for (const more of [undefined, { Connection: 'close, X-Forwarded-For' }]) {
        const seen = await echo(stand, ask('GET /v1.7/cards', { ...forged, ...more }));
        const addresses = valuesOf(seen, 'x-forwarded-for');
        assert.equal(addresses.length, 1);
        assert.match(addresses[0]!, /^(127\.0\.0\.1|::1)$/);
        for (const name of Object.keys(forged).filter((header) => header.toLowerCase() !== 'x-forwarded-for'))
          assert.deepEqual(valuesOf(seen, name.toLowerCase()), [], name);
      }
    },
  },
  {
    name: "hands on X-Request-ID as it came, so that the service can refuse it, and lets the service's own stand",
    probes: true,
    async run(stand) {
      assert.deepEqual(valuesOf(await echo(stand, ask('GET /v1.7/cards', { 'X-Request-ID': id })), 'x-request-id'), [id]);
      assert.deepEqual(valuesOf(await echo(stand, ask('GET /v1.7/cards', { 'X-Request-ID': 'odd' })), 'x-request-id'), ['odd']);
      assert.deepEqual(valuesOf(await echo(stand, ask('GET /v1.7/cards')), 'x-request-id'), []);
      const own = '11111111-2222-4333-8444-555555555555';
      assert.equal((await answer(stand, ask('GET /v1.7/cards', { 'X-Request-ID': id, 'X-Probe-Id': own }))).headers['x-request-id'], own);
    },
  },
  {
    name: 'hands on Authorization, Consent-ID, PSU-IP-Address and Host',
    probes: true,
    async run(stand) {
      const sent = { Authorization: 'Bearer x', 'Consent-ID': 'c', 'PSU-IP-Address': '192.0.2.1', DPoP: 'p' };
      const seen = await echo(stand, ask('GET /v1.7/cards', sent));
      for (const [name, value] of Object.entries({ ...sent, Host: 'bank' }))
        assert.deepEqual(valuesOf(seen, name.toLowerCase()), [value], name);
    },
  },
];

export const sweep: readonly Check[] = [...answered, ...handedOn];
