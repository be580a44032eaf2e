import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { Name, X509CertificateGenerator } from '@peculiar/x509';
import { certificateRefusal, isSubject } from '../src/issuer/certificate.js';

const es256 = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' };
const keys = (await crypto.subtle.generateKey(es256, true, ['sign', 'verify'])) as CryptoKeyPair;

/** A certificate whose subject has these attributes, each in a relative name of its own. */
async function certificateOf(...attributes: readonly (readonly [type: string, text: string])[]): Promise<X509Certificate> {
  const name = new Name(attributes.map(([type, utf8String]) => ({ [type]: [{ utf8String }] })));
  const made = await X509CertificateGenerator.createSelfSigned({ serialNumber: '07', name, keys, signingAlgorithm: es256 });
  return new X509Certificate(Buffer.from(made.rawData));
}

/** The text that releases up to 0.2 compared with a registered subject. */
const printed = ({ subject }: X509Certificate): string => subject.split('\n').reverse().join(',');
const country = ['2.5.4.6', 'IL'] as const;

describe('A subject that was registered with release 0.2 or before', () => {
  // Types of qualified and extended-validation certificates, of Java and of directories, and two that this bank has no name for.
  const types = [
    ...['2.5.4.3', '2.5.4.4', '2.5.4.5', '2.5.4.7', '2.5.4.8', '2.5.4.9', '2.5.4.10', '2.5.4.11', '2.5.4.12', '2.5.4.13', '2.5.4.15'],
    ...['2.5.4.16', '2.5.4.17', '2.5.4.18', '2.5.4.20', '2.5.4.41', '2.5.4.42', '2.5.4.43', '2.5.4.44', '2.5.4.45', '2.5.4.46', '2.5.4.51'],
    ...['2.5.4.65', '2.5.4.72', '2.5.4.97', '0.9.2342.19200300.100.1.1', '0.9.2342.19200300.100.1.3', '0.9.2342.19200300.100.1.25'],
    ...['1.2.840.113549.1.9.1', '1.2.840.113549.1.9.2', '1.2.840.113549.1.9.8', '1.3.6.1.4.1.311.60.2.1.1', '1.3.6.1.4.1.311.60.2.1.2'],
    ...['1.3.6.1.4.1.311.60.2.1.3', '1.2.3.4', '2.5.4.33'],
  ];

  it.each(types)('counts as Node prints it, with an attribute of type %s', async (type) => {
    const certificate = await certificateOf(country, [type, 'Ab, "c" + d=<é> א; #e\\f']);
    expect({ type, counts: isSubject(certificate, printed(certificate)) }).toEqual({ type, counts: true });
    expect(isSubject(certificate, printed(certificate).replace('Ab', 'Ac'))).toBe(false);
  });

  it('counts with blanks around its separators', async () => {
    const certificate = await certificateOf(country, ['2.5.4.10', 'Tea, Bread'], ['2.5.4.3', 'app']);
    expect(isSubject(certificate, ' CN = app, O = Tea\\, Bread , C = IL ')).toBe(true);
    expect(isSubject(certificate, ' CN = app, O = TeaBread , C = IL ')).toBe(false);
  });
});

describe('The refusal of a certificate', () => {
  const subjectIn = (text: string): string => / whose subject is (.*)$/.exec(text)![1]!;

  it.each(['app', 'בית תוכנה', 'Ab, "c" + d = <é>; #e\\f', ' blanks ', '#0c', 'a\u0000b\u202ec', ''])(
    'names a subject with %j in the characters of error_description, and as a name that can be registered',
    async (text) => {
      const certificate = await certificateOf(country, ['2.5.4.10', text], ['1.2.3.4', 'x'], ['2.5.4.3', 'app']);
      const refusal = certificateRefusal(certificate);
      expect(refusal).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
      expect(isSubject(certificate, subjectIn(refusal))).toBe(true);
      expect(isSubject(certificate, subjectIn(refusal).replace('C=IL', 'C=DE'))).toBe(false);
    },
  );

  it('does not repeat a subject that is too long to be registered', async () => {
    const certificate = await certificateOf(country, ['2.5.4.10', 'x'.repeat(2_100)]);
    expect(certificateRefusal(certificate)).toContain('whose subject is longer than 2000 characters');
    expect(certificateRefusal(await certificateOf(country, ['2.5.4.10', 'x'.repeat(1_900)]))).toContain('whose subject is O=xxx');
  });
});
