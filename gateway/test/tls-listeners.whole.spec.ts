import { X509Certificate } from 'node:crypto';
import { connect, type ConnectionOptions } from 'node:tls';
import { startGateway } from '../src/gateway.js';
import type { TlsListener } from '../src/tls.js';
import { Authority, type Shown } from './authority.js';
import { hasHaproxy, startHaproxy } from './haproxy-process.js';
import { startProbe } from './probes.js';
import { closedByServer } from './slow-client.js';
import { forwardedCertificate } from './forwarded-certificate.js';

type Targets = { readonly cards: string[] };

const kinds = {
  'the Node gateway': (targets: Targets, tls: Omit<TlsListener, 'port'>) =>
    startGateway({
      port: 0,
      tls: { port: 0, ...tls },
      targets: { 'ais-pis': [], 'savings-loans': [], mandates: [], securities: [], 'loan-services': [], ...targets },
    }),
  ...(hasHaproxy && { HAProxy: startHaproxy }),
};

const [ca, stranger, lookalike] = [await Authority.open('Own'), await Authority.open('Stranger'), await Authority.open('Own')];
const probe = await startProbe('cards');
const server = await ca.issue('bank', 'serverAuth');
const stands = await Promise.all(
  Object.entries(kinds).map(async ([name, start]) => ({
    name,
    gateway: await start({ cards: [probe.origin] }, { ...server, clientAuthority: ca.certificate }),
  })),
);

afterAll(async () => {
  await Promise.all(stands.map(({ gateway }) => gateway.close()));
  await probe.close();
});

const forwarded = (port: number, shown: Partial<Shown>, headers: Readonly<Record<string, string>> = {}) =>
  forwardedCertificate({ port, ca: ca.certificate, shown, headers });

const asHeader = ({ certificate }: Shown) => `:${new X509Certificate(certificate).raw.toString('base64')}:`;

describe.each(stands)('the TLS listener of $name', ({ gateway }) => {
  const port = () => gateway.tlsPort!;

  it("passes on only valid client certificates signed by one of the bank's CAs", async () => {
    const good = await ca.issue('tpp', 'clientAuth');
    const unfit: Record<string, Partial<Shown>> = {
      'of another authority': await stranger.issue('tpp', 'clientAuth'),
      'of one that calls itself the same': await lookalike.issue('tpp', 'clientAuth'),
      'out of date': await ca.issue('tpp', 'clientAuth', new Date(Date.now() - 3 * 86_400_000)),
      'for servers': server,
      none: {},
    };
    expect(await forwarded(port(), good)).toEqual({ clientCert: asHeader(good), many: 1 });
    for (const [how, shown] of Object.entries(unfit))
      expect({ how, ...(await forwarded(port(), shown)) }).toEqual({ how, clientCert: undefined, many: 0 });
    // Twice, because the second connection may resume the first TLS session.
    expect(await forwarded(port(), good)).toEqual({ clientCert: asHeader(good), many: 1 });
  });

  it('removes the header from client requests, with and without TLS', async () => {
    const [one, other] = [await ca.issue('one', 'clientAuth'), await ca.issue('other', 'clientAuth')];
    for (const name of ['client-cert', 'Client-Cert', 'CLIENT-CERT']) {
      expect(await forwarded(port(), {}, { [name]: asHeader(one) })).toEqual({ clientCert: undefined, many: 0 });
      expect(await forwarded(port(), other, { [name]: asHeader(one) })).toEqual({ clientCert: asHeader(other), many: 1 });
    }
    const plain = await fetch(`${gateway.url}/v1.7/cards`, {
      headers: { 'client-cert': asHeader(one), 'x-request-id': crypto.randomUUID() },
    });
    expect(await plain.text()).not.toMatch(/client-cert/i);
  });

  it('accepts TLS 1.3, or 1.2 with ECDHE and AES-GCM, and nothing older', async () => {
    const agreed = (options: ConnectionOptions) =>
      new Promise<string>((resolve) => {
        const socket = connect({ port: port(), host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => {
          resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
          socket.destroy();
        });
        socket.once('error', () => {
          resolve('refused');
        });
      });
    expect(await agreed({})).toMatch(/^TLSv1\.3 TLS_AES_/);
    expect(await agreed({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 TLS_ECDHE_ECDSA_WITH_AES_(128|256)_GCM_SHA(256|384)$/);
    for (const ciphers of [
      'ECDHE-ECDSA-AES128-SHA256',
      'ECDHE-ECDSA-AES128-SHA',
      'ECDHE-ECDSA-CHACHA20-POLY1305',
      'AES128-GCM-SHA256',
      'DHE-RSA-AES128-GCM-SHA256',
    ]) {
      expect({ ciphers, agreed: await agreed({ maxVersion: 'TLSv1.2', ciphers }) }).toEqual({ ciphers, agreed: 'refused' });
    }
    expect(await agreed({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })).toBe('refused');
  });
});

// HAProxy takes it for an idle connection, which it closes after 30 s.
describe.each(stands.filter(({ name }) => name !== 'HAProxy'))('the TLS listener of $name', ({ gateway }) => {
  it('closes a connection on which no TLS handshake is begun, or none is ended; others are answered meanwhile', async () => {
    const address = { host: '127.0.0.1', port: gateway.tlsPort! };
    // The beginning of a ClientHello.
    const slow = [closedByServer(address), closedByServer(address, '\x16\x03\x01\x02\x00\x01')];
    expect(await forwarded(gateway.tlsPort!, {})).toMatchObject({ many: 0 });
    await Promise.all(slow);
    // Shorter than the two minutes that Node waits by itself, and longer than a busy machine needs for the five seconds.
  }, 60_000);
});
