import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { Extension, KeyUsageFlags, KeyUsagesExtension } from '@peculiar/x509';
import { startGateway } from '../src/gateway.js';
import type { TlsListener } from '../src/tls.js';
import { Authority, type Shown } from './authority.js';
import { hasHaproxy, startHaproxy } from './haproxy-process.js';
import { startProbe } from './probes.js';
import { forwardedCertificate } from './forwarded-certificate.js';

const kinds = {
  'the Node gateway': (targets: { cards: string[] }, tls: Omit<TlsListener, 'port'>) =>
    startGateway({ port: 0, tls: { port: 0, ...tls }, targets }),
  ...(hasHaproxy && { HAProxy: startHaproxy }),
};

/** Nothing may stand below the first, one authority below the second. */
const [ca, deep, stranger] = [await Authority.open('Own'), await Authority.open('Deep', 1), await Authority.open('Stranger')];
const probe = await startProbe('cards');
const server = await ca.issue('bank', 'serverAuth');
const clientAuthority = `${ca.certificate}\n${deep.certificate}\n`;
const stands = await Promise.all(
  Object.entries(kinds).map(async ([name, start]) => ({
    name,
    gateway: await start({ cards: [probe.origin] }, { ...server, clientAuthority }),
  })),
);

afterAll(async () => {
  await Promise.all(stands.map(({ gateway }) => gateway.close()));
  await probe.close();
});

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const below = async (root: Authority): Promise<Shown> => {
  const between = await root.below('Between');
  const { certificate, privateKey } = await between.certify({ name: 'tpp' });
  return { certificate: `${certificate}${between.certificate}\n`, privateKey };
};
const rsaOf = (modulusLength: number) => ca.certify({ name: 'tpp', key: generateKeyPairSync('rsa', { modulusLength }) });
const withExtension = (isCritical: boolean) =>
  ca.certify({ name: 'tpp', more: [new Extension('1.3.6.1.4.1.99999.1', isCritical, new Uint8Array([5, 0]))] });
const forUsage = (usage: KeyUsageFlags) => ca.certify({ name: 'tpp', more: [new KeyUsagesExtension(usage, true)] });
const good = () => ca.certify({ name: 'tpp' });

/** Each with one like it that is believed. */
const zoo: Readonly<Record<string, readonly [bad: () => Promise<Shown>, fit: () => Promise<Shown>]>> = {
  'has expired': [() => ca.certify({ name: 'tpp', notBefore: inDays(-3) }), good],
  'is not valid yet': [() => ca.certify({ name: 'tpp', notBefore: inDays(1) }), good],
  'was issued by another authority': [() => stranger.certify({ name: 'tpp' }), good],
  'was issued by an authority of the same name': [async () => (await Authority.open('Own')).certify({ name: 'tpp' }), good],
  'signed itself': [async () => (await Authority.open('tpp')).shown(), good],
  'was signed with SHA-1': [() => ca.certify({ name: 'tpp', hash: 'SHA-1' }), () => ca.certify({ name: 'tpp', hash: 'SHA-384' })],
  'has a critical extension that nobody here knows': [() => withExtension(true), () => withExtension(false)],
  'has an RSA key of 1024 bits': [() => rsaOf(1_024), () => rsaOf(2_048)],
  'is for servers': [() => ca.issue('tpp', 'serverAuth'), good],
  'is for something else than signatures': [() => forUsage(KeyUsageFlags.keyEncipherment), () => forUsage(KeyUsageFlags.digitalSignature)],
  'has an authority between it and one that has none below it': [() => below(ca), () => below(deep)],
  'comes before a good one': [
    async () => before(await stranger.certify({ name: 'tpp' }), await good()),
    async () => before(await good(), await stranger.certify({ name: 'tpp' })),
  ],
};

const before = (first: Shown, second: Shown): Shown => ({ ...first, certificate: first.certificate + second.certificate });

describe.each(stands)('a client certificate at the TLS listener of $name', ({ gateway }) => {
  /** An interrupted handshake tells a service nothing, either. */
  const forwarded = (shown: Shown) =>
    forwardedCertificate({ port: gateway.tlsPort!, ca: ca.certificate, shown, ciphers: 'DEFAULT@SECLEVEL=0' }).catch((error: Error) => ({
      clientCert: undefined,
      many: 0,
      error: error.message,
    }));
  const asHeader = ({ certificate }: Shown) => `:${new X509Certificate(certificate).raw.toString('base64')}:`;

  it.each(Object.keys(zoo))('is told to no service if it %s; one like it that does not is', async (name) => {
    const [bad, fit] = await Promise.all(zoo[name]!.map((make) => make()));
    expect(await forwarded(bad!)).toMatchObject({ clientCert: undefined, many: 0 });
    expect(await forwarded(fit!)).toEqual({ clientCert: asHeader(fit!), many: 1 });
  });
});
