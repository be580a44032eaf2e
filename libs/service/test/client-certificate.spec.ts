import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientCertForms, clientCertHeaders, type ClientCertForm } from '@open-banking/config';
import { X509CertificateGenerator } from '@peculiar/x509';
import { clientCertificate, type UnreadCertificate } from '../src/client-certificate.js';

const es256 = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' };
const keys = (await crypto.subtle.generateKey(es256, true, ['sign', 'verify'])) as CryptoKeyPair;
const made = await X509CertificateGenerator.createSelfSigned({ serialNumber: '07', name: 'CN=Client', keys, signingAlgorithm: es256 });
const der = Buffer.from(made.rawData);
const spki = new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey));
const asHeader = (bytes: Uint8Array): string => `:${Buffer.from(bytes).toString('base64')}:`;
const pem = `${made.toString('pem')}\n`;
const [base64, escaped] = [der.toString('base64'), encodeURIComponent(pem)];
const hash = 'ab'.repeat(32);

/** The certificate as each form has it; what the proxies really send is in docs/decisions/0131. */
const good: Readonly<Record<ClientCertForm, readonly [value: string, ...more: string[]]>> = {
  rfc9440: [asHeader(der)],
  // Envoy escapes less than nginx does, and ends without a line break.
  'escaped-pem': [escaped, encodeURIComponent(pem.trim()), escaped.replaceAll('%3D', '='), escaped.replaceAll('%2F', '/')],
  'spaced-pem': [pem.replaceAll('\n', ' '), pem.replaceAll('\n', ' ').trim()],
  xfcc: [
    `Hash=${hash};Cert="${escaped}"`,
    `Cert="${escaped}"`,
    `By=spiffe://bank/gateway;Hash=${hash};Subject="CN=\\"a, b\\";c,O=x";URI=spiffe://tpp;DNS=a.example;DNS=b.example;Cert="${escaped}";Chain="${escaped}"`,
  ],
  traefik: [base64, `${base64},${spkiText()}`],
};
const forms = Object.keys(good) as ClientCertForm[];

function spkiText(): string {
  return Buffer.from(spki).toString('base64');
}

const reader = (form: ClientCertForm = 'rfc9440') => {
  const unread: UnreadCertificate[] = [];
  const of = clientCertificate({ clientCertProxies: ['192.0.2.1/32', '2001:db8::/32'], clientCertForm: form }, (one) => unread.push(one));
  const read = (headers: IncomingMessage['headers'], remoteAddress = '192.0.2.1') =>
    of({ headers, socket: { remoteAddress } as IncomingMessage['socket'] });
  return { read, unread };
};
const inHeader = (form: ClientCertForm, value: string) => ({ [clientCertForms[form].toLowerCase()]: value });

describe('the certificate in Client-Cert', () => {
  const certificateOf = (header: string, remoteAddress?: string) => reader().read(inHeader('rfc9440', header), remoteAddress);

  it.each(['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::7'])('is accepted from a configured gateway (%s)', (address) => {
    expect(certificateOf(good.rfc9440[0], address)?.raw.equals(der)).toBe(true);
  });

  it.each(['192.0.2.2', '::ffff:192.0.2.2', '2001:db9::7', '127.0.0.1', ''])('is not accepted from any other sender (%s)', (address) => {
    expect(certificateOf(good.rfc9440[0], address)).toBeUndefined();
    expect(certificateOf(good.rfc9440[0])).toBeInstanceOf(X509Certificate);
  });

  const value = good.rfc9440[0];
  const zoo: Readonly<Record<string, string>> = {
    'is absent': '',
    'is an empty sequence': '::',
    'has no colons': value.slice(1, -1),
    'has one colon': value.slice(0, -1),
    'is a string of RFC 8941': `"${value.slice(1, -1)}"`,
    'has blanks around it': ` ${value} `,
    'has parameters': `${value};a=1`,
    'is in the alphabet of URLs': value.replaceAll('+', '-').replaceAll('/', '_').replace(':', ':_'),
    'is broken into lines': `${value.slice(0, 65)}\n${value.slice(65)}`,
    'has padding in its middle': `:AA==${value.slice(1)}`,
    'is in hexadecimal': `:${der.toString('hex')}:`,
    'is PEM': asHeader(Buffer.from(made.toString('pem'))),
    'is cut off': asHeader(der.subarray(0, -1)),
    'has more behind it': asHeader(Buffer.concat([der, Buffer.from([0])])),
    'has another one behind it': asHeader(Buffer.concat([der, der])),
    'has a length that is not its own': asHeader(Buffer.concat([der.subarray(0, 2), Buffer.from([0xff, 0xff]), der.subarray(4)])),
    'is no certificate': asHeader(Buffer.from('certificate')),
    'is a key': asHeader(spki),
    // A second header of the name, as Node joins them, and a list.
    'comes twice': `${value}, ${value}`,
    'comes as a list without a blank': `${value},${value}`,
  };

  it.each(Object.keys(zoo))('is none if it %s; the one that does not is accepted', (name) => {
    expect(certificateOf(zoo[name]!)).toBeUndefined();
    expect(certificateOf(value)).toBeInstanceOf(X509Certificate);
  });
});

describe.each(forms)('a certificate forwarded in the form %s', (form) => {
  it('is read as each proxy of this form writes it, and nothing is reported', () => {
    const { read, unread } = reader(form);
    for (const value of good[form]) expect({ value, read: read(inHeader(form, value))?.raw.equals(der) }).toEqual({ value, read: true });
    expect(unread).toEqual([]);
  });

  it.each(forms.filter((other) => other !== form))('is not read by a service that expects %s, which reports the form', (other) => {
    const { read, unread } = reader(other);
    expect(read(inHeader(form, good[form][0]))).toBeUndefined();
    expect(unread).toEqual([{ header: clientCertForms[form], found: form, from: '192.0.2.1' }]);
    expect(read(inHeader(other, good[other][0]))).toBeInstanceOf(X509Certificate);
  });

  const [value] = good[form];
  const joined: Readonly<Record<string, string>> = {
    'comes twice, as Node joins two headers': `${value}, ${value}`,
    'comes twice without a blank': `${value},${value}`,
    'is cut off': value.slice(0, value.length - 20),
    'has more before it': `,${value}`,
    'has more behind it': `${value}x=`,
  };
  // Traefik separates the certificates of one chain by commas: of two equal ones the first is the client's.
  const isChain = (name: string) => form === 'traefik' && name === 'comes twice without a blank';

  it.each(Object.keys(joined).filter((name) => !isChain(name)))('is none if it %s, and is reported', (name) => {
    const { read, unread } = reader(form);
    expect(read(inHeader(form, joined[name]!))).toBeUndefined();
    expect(unread).toEqual([{ header: clientCertForms[form], found: 'unreadable', from: '192.0.2.1' }]);
    expect(read(inHeader(form, value))).toBeInstanceOf(X509Certificate);
  });

  it.each([
    ['', 'nothing'],
    ['-', 'nothing'],
    ['::', 'nothing'],
    ['(null)', 'nothing'],
    [':{http.request.tls.client.certificate_der_base64}:', 'placeholder'],
    ['$ssl_client_escaped_cert', 'placeholder'],
    ['%{SSL_CLIENT_CERT}s', 'placeholder'],
    ['%DOWNSTREAM_PEER_CERT%', 'placeholder'],
    [':%[ssl_c_der,base64]:', 'placeholder'],
    ['<certificate>', 'unreadable'],
  ] as const)('is reported if its proxy writes %j: %s', (written, found) => {
    const { read, unread } = reader(form);
    expect(read(inHeader(form, written))).toBeUndefined();
    expect(unread).toEqual([{ header: clientCertForms[form], found, from: '192.0.2.1' }]);
  });

  it('is removed from the request with all other headers about certificates, from any sender', () => {
    const all = () => Object.fromEntries([...clientCertHeaders.map((name) => [name.toLowerCase(), value]), ['accept', '*/*']]);
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      const headers = all();
      expect(reader(form).read(headers, address)).toEqual(address === '192.0.2.1' ? expect.any(X509Certificate) : undefined);
      expect(headers).toEqual({ accept: '*/*' });
    }
  });

  it('is not reported from senders that are not trusted: they could fill the log', () => {
    const { read, unread } = reader(form);
    expect(read(inHeader(form, '(null)'), '192.0.2.2')).toBeUndefined();
    expect(unread).toEqual([]);
    read(inHeader(form, '(null)'));
    expect(unread).toHaveLength(1);
  });
});

describe("Envoy's header", () => {
  it.each([
    ['several elements, of which the first may come from the client', `Cert="${escaped}",Hash=${hash}`],
    ['two certificates', `Cert="${escaped}";Cert="${escaped}"`],
    ['a quotation mark that is not closed', `Hash=${hash};Cert="${escaped}`],
    ['no certificate', `Hash=${hash};Subject="CN=x"`],
    ['a chain alone', `Hash=${hash};Chain="${escaped}"`],
    ['a certificate within another value', `Subject="x;Cert=${escaped}"`],
  ])('with %s has no certificate', (_, value) => {
    const { read, unread } = reader('xfcc');
    expect(read(inHeader('xfcc', value))).toBeUndefined();
    expect(unread).toHaveLength(1);
    expect(read(inHeader('xfcc', good.xfcc[0]))).toBeInstanceOf(X509Certificate);
  });
});
