import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { X509CertificateGenerator } from '@peculiar/x509';
import { clientCertificate } from '../src/client-certificate.js';

const es256 = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' };
const keys = (await crypto.subtle.generateKey(es256, true, ['sign', 'verify'])) as CryptoKeyPair;
const made = await X509CertificateGenerator.createSelfSigned({ serialNumber: '07', name: 'CN=Client', keys, signingAlgorithm: es256 });
const der = Buffer.from(made.rawData);
const spki = new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey));
const asHeader = (bytes: Uint8Array): string => `:${Buffer.from(bytes).toString('base64')}:`;
const good = asHeader(der);

describe('the certificate in Client-Cert', () => {
  const of = clientCertificate(['192.0.2.1/32', '2001:db8::/32']);
  const certificateOf = (header: string | undefined, remoteAddress: string | undefined = '192.0.2.1') =>
    of({ headers: { 'client-cert': header }, socket: { remoteAddress } } as unknown as IncomingMessage);

  it.each(['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::7'])('is believed from a configured gateway (%s)', (address) => {
    expect(certificateOf(good, address)?.raw.equals(der)).toBe(true);
  });

  it.each(['192.0.2.2', '::ffff:192.0.2.2', '2001:db9::7', '127.0.0.1', ''])('is not believed from anybody else (%s)', (address) => {
    expect(certificateOf(good, address)).toBeUndefined();
    expect(certificateOf(good)).toBeInstanceOf(X509Certificate);
  });

  const zoo: Readonly<Record<string, string>> = {
    'is absent': '',
    'is an empty sequence': '::',
    'has no colons': good.slice(1, -1),
    'has one colon': good.slice(0, -1),
    'is a string of RFC 8941': `"${good.slice(1, -1)}"`,
    'has blanks around it': ` ${good} `,
    'has parameters': `${good};a=1`,
    'is in the alphabet of URLs': good.replaceAll('+', '-').replaceAll('/', '_').replace(':', ':_'),
    'is broken into lines': `${good.slice(0, 65)}\n${good.slice(65)}`,
    'has padding in its middle': `:AA==${good.slice(1)}`,
    'is in hexadecimal': `:${der.toString('hex')}:`,
    'is PEM': asHeader(Buffer.from(made.toString('pem'))),
    'is cut off': asHeader(der.subarray(0, -1)),
    'has more behind it': asHeader(Buffer.concat([der, Buffer.from([0])])),
    'has another one behind it': asHeader(Buffer.concat([der, der])),
    'has a length that is not its own': asHeader(Buffer.concat([der.subarray(0, 2), Buffer.from([0xff, 0xff]), der.subarray(4)])),
    'is no certificate': asHeader(Buffer.from('certificate')),
    'is a key': asHeader(spki),
    // A second header of the name, as Node joins them, and a list.
    'comes twice': `${good}, ${good}`,
    'comes as a list without a blank': `${good},${good}`,
  };

  it.each(Object.keys(zoo))('is none if it %s; the one that does not is believed', (name) => {
    expect(certificateOf(zoo[name])).toBeUndefined();
    expect(certificateOf(good)).toBeInstanceOf(X509Certificate);
  });
});
