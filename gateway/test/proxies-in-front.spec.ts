import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { Front } from '../src/front.js';
import { startGateway } from '../src/gateway.js';
import { readSettings } from '../src/settings.js';
import type { TlsListener } from '../src/tls.js';
import { Authority } from './authority.js';
import { hasHaproxy, startHaproxy } from './haproxy-process.js';
import { startProbe } from './probes.js';
import { ask, parse } from './raw-request.js';

type Tls = Omit<TlsListener, 'port'>;
interface Stand {
  readonly url: string;
  readonly tlsPort?: number;
  close(): Promise<void>;
}

const probe = await startProbe('cards');
const targets = { cards: [probe.origin] };
const ca = await Authority.open('Own');
const tls: Tls = { ...(await ca.issue('bank', 'serverAuth')), clientAuthority: ca.certificate };
/** In the order of the services that HAProxy's configuration names. */
const all = { 'ais-pis': [], 'savings-loans': [], mandates: [], securities: [], 'loan-services': [], portal: [], ...targets };

const kinds: Readonly<Record<string, (front: Front) => Promise<Stand>>> = {
  'the Node gateway': (front) => startGateway({ port: 0, tls: { port: 0, ...tls }, targets: all, ...front }),
  ...(hasHaproxy && { HAProxy: (front: Front) => startHaproxy(targets, tls, '', environmentOf(front)) }),
};

/** The front in the settings of HAProxy. */
const environmentOf = ({ trustedProxies = [], forwardedHeader = 'X-Forwarded-For', proxyProtocol = false }: Front) => ({
  TRUSTED_PROXIES: trustedProxies.join(' '),
  FORWARDED_HEADER: forwardedHeader,
  PROXY_PROTOCOL: proxyProtocol ? '1' : '0',
});

/** The front stands at 127.0.0.1; a client that goes around it comes from another address. */
const trusted = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'];
const around = '127.0.0.9';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes before TLS and HTTP. */
  readonly first?: Buffer | string;
  readonly from?: string;
  readonly secure?: boolean;
}

/** The client's address as the service receives it; the status of a refusal, or `closed`. */
function addressSeen({ url, tlsPort }: Stand, { headers = {}, first = '', from = '127.0.0.1', secure = false }: Sent): Promise<string> {
  const port = secure ? tlsPort! : Number(new URL(url).port);
  const bytes = ask('GET /v1.7/cards', { ...headers, Connection: 'close' });
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () => {
      if (first.length > 0) socket.write(first);
      const sending: Socket = secure ? connectSecurely({ socket, rejectUnauthorized: false }) : socket;
      sending.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1'))).on('error', () => sending.destroy());
      sending.once('close', () => resolve(seenIn(heard)));
      sending.write(bytes);
    });
    socket.on('error', () => resolve('closed'));
  });
}

function seenIn(heard: string): string {
  const answer = parse(heard);
  if (!answer) return 'closed';
  if (answer.status !== 200) return String(answer.status);
  const { headers } = JSON.parse(answer.body) as { headers: string[] };
  const valuesOf = (name: string) => headers.filter((_, at) => at % 2 === 1 && headers[at - 1]!.toLowerCase() === name);
  return [...valuesOf('x-forwarded-for'), ...valuesOf('forwarded').map((value) => `and Forwarded: ${value}`)].join();
}

afterAll(() => probe.close());

describe.each(Object.entries(kinds))('%s behind proxies', (_, start) => {
  const opened: Stand[] = [];
  const standing = async (front: Front): Promise<(sent: Sent) => Promise<string>> => {
    const stand = await start({ trustedProxies: trusted, ...front });
    opened.push(stand);
    return (sent) => addressSeen(stand, sent);
  };
  afterAll(() => Promise.all(opened.map((stand) => stand.close())));

  it('takes the client from X-Forwarded-For of a proxy that it trusts, with a port, brackets and several proxies, and from no other header', async () => {
    const seen = await standing({});
    for (const [header, address] of [
      ['198.18.3.4', '198.18.3.4'],
      ['198.18.3.4:50001', '198.18.3.4'],
      ['[2001:db9::1]:50001', '2001:db9::1'],
      ['2001:db9::1', '2001:db9::1'],
      ['6.6.6.6, 198.18.3.4:50001, 10.1.1.1:443, [2001:db8::9]', '198.18.3.4'],
      ['198.18.3.4, unknown', '127.0.0.1'],
      ['_hidden', '127.0.0.1'],
    ] as const)
      expect([header, await seen({ headers: { 'X-Forwarded-For': header, Forwarded: 'for=6.6.6.6' } })]).toEqual([header, address]);
    expect(await seen({ headers: { Forwarded: 'for=6.6.6.6' } })).toBe('127.0.0.1');
    expect(await seen({ headers: { 'X-Forwarded-For': '6.6.6.6' }, from: around })).toBe(around);
  });

  it('takes the client from Forwarded alone where the proxy writes that', async () => {
    const seen = await standing({ forwardedHeader: 'Forwarded' });
    for (const [header, address] of [
      ['for=198.18.3.4', '198.18.3.4'],
      ['proto=https;For="198.18.3.4:50001";host="bank"', '198.18.3.4'],
      ['for="[2001:db9::1]:_port"', '2001:db9::1'],
      ['for=6.6.6.6, for=198.18.3.4;host="a, for=7.7.7.7", for="10.1.1.1:443", for="[2001:db8::9]"', '198.18.3.4'],
      ['for=6.6.6.6, for=_hidden', '127.0.0.1'],
      ['for=6.6.6.6, for=unknown', '127.0.0.1'],
      ['for=6.6.6.6, proto=https', '127.0.0.1'],
      ['198.18.3.4', '127.0.0.1'],
    ] as const)
      expect([header, await seen({ headers: { Forwarded: header, 'X-Forwarded-For': '6.6.6.6' } })]).toEqual([header, address]);
    expect(await seen({ headers: { 'X-Forwarded-For': '6.6.6.6' } })).toBe('127.0.0.1');
    expect(await seen({ headers: { Forwarded: 'for=6.6.6.6' }, from: around })).toBe(around);
  });

  it('believes no invented address, whatever quotes the client leaves open before what its proxy appends', async () => {
    const seen = await standing({ forwardedHeader: 'Forwarded' });
    for (const begun of ['for=6.6.6.6;by="', 'for=6.6.6.6;by="\\', 'for=6.6.6.6;by="\\"', 'for="6.6.6.6', 'for=6.6.6.6, "'])
      for (const appended of ['for=198.18.3.4', 'for="[2001:db9::1]:1";host="bank"'])
        expect(['127.0.0.1', '198.18.3.4', '2001:db9::1']).toContain(await seen({ headers: { Forwarded: `${begun}, ${appended}` } }));
  });

  it('trusts nobody where no proxy is named', async () => {
    const seen = await standing({ trustedProxies: [] });
    for (const forwardedHeader of ['X-Forwarded-For', 'Forwarded'])
      expect(await seen({ headers: { [forwardedHeader]: forwardedHeader === 'Forwarded' ? 'for=6.6.6.6' : '6.6.6.6' } })).toBe('127.0.0.1');
  });

  it('expects the PROXY protocol of its proxies, versions 1 and 2, before TLS too, and of nobody else', async () => {
    const seen = await standing({ proxyProtocol: true });
    const one = 'PROXY TCP4 198.18.3.4 127.0.0.1 50001 443\r\n';
    const two = Buffer.from('0d0a0d0a000d0a515549540a2111000cc61203047f000001c35101bb', 'hex');
    const check = Buffer.from('0d0a0d0a000d0a515549540a20000000', 'hex');
    for (const secure of [false, true]) {
      expect([secure, await seen({ first: one, secure })]).toEqual([secure, '198.18.3.4']);
      expect([secure, await seen({ first: two, secure })]).toEqual([secure, '198.18.3.4']);
      expect([secure, await seen({ first: check, secure })]).toEqual([secure, '127.0.0.1']);
      expect([secure, await seen({ secure })]).toEqual([secure, 'closed']);
      expect([secure, await seen({ secure, from: around })]).toEqual([secure, around]);
    }
    expect(['closed', '400']).toContain(await seen({ first: one, from: around }));
  });

  it('takes the client from the header of a proxy that another one, by the PROXY protocol, names', async () => {
    const seen = await standing({ proxyProtocol: true });
    const headers = { 'X-Forwarded-For': '198.18.3.4:50001' };
    expect(await seen({ first: 'PROXY TCP4 10.1.1.1 127.0.0.1 50001 443\r\n', headers })).toBe('198.18.3.4');
    expect(await seen({ first: 'PROXY TCP4 203.0.113.7 127.0.0.1 50001 443\r\n', headers })).toBe('203.0.113.7');
  });
});

describe('the settings of the gateway', () => {
  const given = { CARDS_URL: 'http://127.0.0.1:1' };

  it('name the proxies, separated by commas or blanks, and the header that they write', () => {
    const settings = {
      ...given,
      TRUSTED_PROXIES: '10.0.0.0/8 192.0.2.1,2001:db8::/32',
      FORWARDED_HEADER: 'Forwarded',
      PROXY_PROTOCOL: '1',
    };
    expect(readSettings(settings)).toMatchObject({
      trustedProxies: ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'],
      forwardedHeader: 'Forwarded',
      proxyProtocol: true,
    });
    expect(() => readSettings({ ...given, FORWARDED_HEADER: 'X-Real-IP' })).toThrow(
      'FORWARDED_HEADER must be X-Forwarded-For or Forwarded',
    );
  });

  it('name no proxies with the PROXY protocol: the gateway does not start, and says which setting is missing', async () => {
    await expect(startGateway({ port: 0, targets: all, proxyProtocol: true })).rejects.toThrow('PROXY_PROTOCOL=1 needs TRUSTED_PROXIES');
  });
});
