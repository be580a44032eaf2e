import 'reflect-metadata';
import { createPrivateKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import * as x509 from '@peculiar/x509';

export interface Shown {
  readonly certificate: string;
  readonly privateKey: string;
}

/** The content of a certificate that is requested. */
interface Certified {
  readonly name: string;
  readonly use?: 'clientAuth' | 'serverAuth';
  readonly notBefore?: Date;
  /** That it is signed with. */
  readonly hash?: string;
  readonly key?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly more?: readonly x509.Extension[];
}

const es256 = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' };
const dayMs = 86_400_000;
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const number = () => `40${randomBytes(15).toString('hex')}`;

async function pair(): Promise<{ keys: CryptoKeyPair; privateKey: string }> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = {
    publicKey: await crypto.subtle.importKey('spki', publicKey.export({ type: 'spki', format: 'der' }), es256, true, ['verify']),
    privateKey: await crypto.subtle.importKey('pkcs8', privateKey.export({ type: 'pkcs8', format: 'der' }), es256, true, ['sign']),
  };
  return { keys, privateKey: pem(privateKey) };
}

/** Signs certificates for these tests. */
export class Authority {
  private constructor(
    private readonly own: x509.X509Certificate,
    private readonly keys: CryptoKeyPair,
  ) {}

  /** `pathLength`: how many authorities may stand below it, one below the other. */
  static async open(name: string, pathLength = 0): Promise<Authority> {
    const { keys } = await pair();
    const extensions = [
      new x509.BasicConstraintsExtension(true, pathLength, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ];
    return new Authority(
      await x509.X509CertificateGenerator.createSelfSigned({
        serialNumber: number(),
        name: `CN=Authority ${name}`,
        keys,
        signingAlgorithm: es256,
        extensions,
      }),
      keys,
    );
  }

  get certificate(): string {
    return this.own.toString('pem');
  }

  /** Its own certificate, which it has signed itself, with its key. */
  async shown(): Promise<Shown> {
    const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', this.keys.privateKey));
    return { certificate: `${this.certificate}\n`, privateKey: pem(createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })) };
  }

  /** Valid for a day from `notBefore`. */
  issue(name: string, use: 'clientAuth' | 'serverAuth', notBefore = new Date(Date.now() - 60_000)): Promise<Shown> {
    return this.certify({ name, use, notBefore });
  }

  async certify({
    name,
    use = 'clientAuth',
    notBefore = new Date(Date.now() - 60_000),
    hash = 'SHA-256',
    key,
    more = [],
  }: Certified): Promise<Shown> {
    const { publicKey, privateKey } = key ?? generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const made = await x509.X509CertificateGenerator.create({
      serialNumber: number(),
      subject: `CN=${name}`,
      issuer: this.own.subject,
      notBefore,
      notAfter: new Date(notBefore.getTime() + dayMs),
      publicKey: new x509.PublicKey(publicKey.export({ type: 'spki', format: 'der' })),
      signingKey: this.keys.privateKey,
      signingAlgorithm: { ...es256, hash },
      extensions: [
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage[use]]),
        new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }]),
        ...more,
      ],
    });
    return { certificate: `${made.toString('pem')}\n`, privateKey: pem(privateKey) };
  }

  /** An authority below this one. */
  async below(name: string): Promise<Authority> {
    const { keys } = await pair();
    const own = await x509.X509CertificateGenerator.create({
      serialNumber: number(),
      subject: `CN=Authority ${name}`,
      issuer: this.own.subject,
      publicKey: keys.publicKey,
      signingKey: this.keys.privateKey,
      signingAlgorithm: es256,
      extensions: [new x509.BasicConstraintsExtension(true, 0, true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true)],
    });
    return new Authority(own, keys);
  }
}
