import assert from 'node:assert/strict';
import { answer, type Check, type Stand } from './gateway-check.ts';
import { ask, chunk, postRequest } from './raw-request.ts';

const id = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';

/** Paths that are routed like their decoded form. */
const routedAlike = [
  ['/v1.7/c%61rds', 'cards'],
  ['/v1%2E7/%63%61%72%64%73', 'cards'],
  ['/v1%2e7/cards', 'cards'],
  ['/lo%61ns', 'loan-services'],
  ['/account/745%2D204020/loans', 'loan-services'],
  ['/v1.7/accounts/%7E%5f%2d/balances', 'ais-pis'],
  // Decoded once: the parameter is the text %2D, or ends in a percent sign.
  ['/v1.7/cards/%252D', 'cards'],
  ['/v1.7/cards/%%32D', 'cards'],
  ['/v1.7/cards/%', 'cards'],
  ['/v1.7/cards/%2e%2e', 'cards'],
  ['/v1.7/cards/.%2E/balances', 'cards'],
] as const;

/** A probe's report of what it was sent. */
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

/** The requests that a gateway passes on, as a probe in place of a service sees them. */
export const forwardingChecks: readonly Check[] = [
  {
    name: 'hands on a body of 64 KiB, with a length or chunked, and asks for it where the client waits',
    probes: true,
    async run(stand) {
      assert.equal((await echo(stand, postRequest({ 'Content-Length': '65536' }, 'x'.repeat(65_536)))).bodyBytes, 65_536);
      assert.equal(
        (await echo(stand, postRequest({ 'Transfer-Encoding': 'chunked' }, `${chunk('x'.repeat(65_536))}0\r\n\r\n`))).bodyBytes,
        65_536,
      );
      assert.equal((await echo(stand, postRequest({ 'Content-Length': '2', Expect: '100-continue' }, '{}'))).bodyBytes, 2);
    },
  },
  {
    name: 'hands on a body of 1 MiB at the operations that take one, where it has a length, and refuses a larger one',
    probes: true,
    async run(stand) {
      const put = (headers: Readonly<Record<string, string>>, body: string) => {
        const lines = [
          'PUT /sandbox/customers/99391c7e-ad88-49ec-a2ad-99ddcb1f7721 HTTP/1.1',
          'Host: bank',
          'Content-Type: application/json',
        ];
        return [...lines, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), 'Connection: close', '', body].join(
          '\r\n',
        );
      };
      const mebibyte = 1_048_576;
      assert.equal((await echo(stand, put({ 'Content-Length': String(mebibyte) }, 'x'.repeat(mebibyte)))).bodyBytes, mebibyte);
      const refused = await answer(stand, put({ 'Content-Length': String(mebibyte + 1) }, 'x'));
      assert.equal(refused.status, 413);
      assert.match(refused.body, /at most 1 MiB/);
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
    name: 'routes a path by its decoded unreserved characters, and hands it on as it was sent',
    probes: true,
    async run(stand) {
      for (const [path, service] of routedAlike) {
        const seen = await echo(stand, ask(`GET ${path}?q=%61`));
        assert.deepEqual([seen.service, seen.target], [service, `${path}?q=%61`]);
      }
    },
  },
  {
    name: 'hands on HEAD, and its answer without a body and with the length that it names',
    probes: true,
    async run(stand) {
      const closing = { Connection: 'close' };
      const get = await answer(stand, ask('GET /v1.7/cards', closing));
      const head = await answer(stand, ask('HEAD /v1.7/cards', closing));
      assert.deepEqual([head.status, head.body], [200, '']);
      assert.equal(head.headers['x-probe-method'], 'HEAD');
      assert.equal(head.headers['content-type'], get.headers['content-type']);
      assert.ok(Number(head.headers['content-length']) > 0);
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
        'X-Forwarded-Client-Cert': 'Hash=00',
        'X-Forwarded-Tls-Client-Cert': 'AA==',
        'X-Forwarded-Tls-Client-Cert-Info': 'Subject%3D%22CN%3Dx%22',
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
