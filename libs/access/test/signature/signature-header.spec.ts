import { digestFault } from '../../src/signature/digest.js';
import { sameName } from '../../src/signature/distinguished-name.js';
import { signatureHeader } from '../../src/signature/signature-header.js';
import { headerOf, signingString } from '../../src/signature/signing-string.js';

const signed = (keyId: string, rest = 'algorithm="rsa-sha256",headers="x-request-id digest",signature="AAEC"') =>
  signatureHeader(`keyId="${keyId}",${rest}`);

describe('The Signature header', () => {
  it('names the key by serial number and issuer, the algorithm, the headers and the signature', () => {
    expect(signed('SN=0A1f,CA=CN=Sandbox CA,O=Demo Bank,C=IL')).toEqual({
      serialNumbers: [0xa1fn],
      issuer: 'CN=Sandbox CA,O=Demo Bank,C=IL',
      algorithm: 'rsa-sha256',
      headers: ['x-request-id', 'digest'],
      signature: Buffer.from([0, 1, 2]),
    });
  });

  it.each<[serial: string, numbers: bigint[]]>([
    ['1234', [0x1234n, 1234n]],
    ['0x1234', [0x1234n]],
    ['00ff', [255n]],
    ['0A:1F', [0xa1fn]],
    ['66124389471624395', [0x66124389471624395n, 66124389471624395n]],
  ])('accepts the serial number %s as hex or decimal', (serial, serialNumbers) => {
    expect(signed(`SN=${serial},CA=CN=x`)).toMatchObject({ serialNumbers });
  });

  it('accepts its parts in any order and spacing, headers in any case, and a header named twice', () => {
    expect(
      signatureHeader('signature="AAEC", headers="Digest  X-Request-ID digest" , algorithm="RSA-SHA512",keyId="SN=1,CA=CN=\\"x, y\\""'),
    ).toMatchObject({ algorithm: 'rsa-sha512', headers: ['digest', 'x-request-id', 'digest'], issuer: 'CN="x, y"' });
  });

  it.each(['Signature ', 'signature   ', ' Signature\t'])('may begin with the scheme of an Authorization header: %j', (scheme) => {
    const fields = 'keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="digest",signature="AAEC"';
    expect(signatureHeader(scheme + fields)).toEqual(signatureHeader(fields));
    expect(signatureHeader(fields)).toMatchObject({ issuer: 'CN=x', headers: ['digest'] });
  });

  it.each(['SN%3D1f%2CCA%3DCN%3DSandbox%20CA%2CC%3DIL', 'SN%3D1f%2CCA%3DCN%3DSandbox+CA%2CC%3DIL', 'SN=1f,CA=CN=Sandbox%20CA,C=IL'])(
    'accepts a percent-encoded key: %s',
    (keyId) => {
      expect(signed(keyId)).toMatchObject({ serialNumbers: [31n], issuer: 'CN=Sandbox CA,C=IL' });
    },
  );

  it.each<[text: string, says: RegExp]>([
    ['', /^Must be keyId=/],
    ['keyId', /^Must be keyId=/],
    ['Signature', /^Must be keyId=/],
    ['Signature Signature keyId="SN=1,CA=x"', /^Must be/],
    ['Digest keyId="SN=1,CA=x"', /^Must be/],
    ['keyId="SN=1,CA=x" algorithm="rsa-sha256"', /^Must be/],
    ['keyId="SN=1,CA=x",keyId="SN=2,CA=x"', /^Must be/],
    ['keyId="SN=1,CA=CN=x",algorithm="rsa-sha256"', /^headers, signature must be given/],
    ['keyId="1",algorithm="rsa-sha256",headers="digest",signature="AAEC"', /^keyId must be SN=/],
    ['keyId="SN=zz,CA=CN=x",algorithm="rsa-sha256",headers="digest",signature="AAEC"', /^keyId must be SN=/],
    [`keyId="SN=${'1'.repeat(65)},CA=CN=x",algorithm="rsa-sha256",headers="digest",signature="AAEC"`, /^keyId must be SN=/],
    ['keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="digest",signature="!"', /^signature must be base64/],
  ])('names the error in %j', (text, says) => {
    expect(signatureHeader(text)).toEqual(expect.stringMatching(says));
  });
});

describe('The name of an issuer', () => {
  const name = 'CN=Open Banking Sandbox CA,O=Tea\\, Bread,C=IL';
  it.each([
    'C=IL, O=Tea\\, Bread, CN=Open Banking Sandbox CA',
    'CN=Open Banking  Sandbox CA, O="Tea, Bread", C=il',
    '/C=IL/O=Tea, Bread/CN=Open Banking Sandbox CA',
    'C=IL\nO=Tea\\, Bread\nCN=Open Banking Sandbox CA',
    '2.5.4.3=Open Banking Sandbox CA;OID.2.5.4.10=Tea\\2C Bread;countryName=IL',
    'CN=#0c174f70656e2042616e6b696e672053616e64626f78204341,O=Tea\\, Bread,C=IL',
  ])('matches the forms written by common tools: %s', (other) => {
    expect(sameName(name, other)).toBe(true);
  });

  it.each([
    'CN=Open Banking Sandbox CA,O=Tea\\, Bread',
    'CN=Another CA,O=Tea\\, Bread,C=IL',
    'CN=Open Banking Sandbox CA,OU=Tea\\, Bread,C=IL',
    `${name},CN=x`,
    '',
  ])('does not match a different name: %j', (other) => {
    expect(sameName(name, other)).toBe(false);
  });
});

describe('A Digest', () => {
  const ofNothing = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
  const sha512 = 'SHA-512=m3HSJL1i83hdltRq06EGuG2w5s7Z9CzzvqPyjdtkSPkfqPvpf+2fJrRb3qz2FZ1Sc2XJHcLvYJTuyV9/8qVPWQ==';
  it('matches the bytes, also of an empty body', () => {
    expect(digestFault(ofNothing, Buffer.alloc(0))).toBeUndefined();
    expect(
      digestFault('sha-512=z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==', Buffer.alloc(0)),
    ).toBeUndefined();
    expect(digestFault(`MD5=abc, ${ofNothing}`, Buffer.alloc(0))).toBeUndefined();
  });

  it.each([ofNothing, `${ofNothing},${sha512}`, 'MD5=abc', 'SHA-256', '', 'SHA-256=!'])('does not match other bytes: %s', (header) => {
    expect(digestFault(header, Buffer.from('{}'))).toEqual(expect.any(String));
  });
});

describe('The signing string', () => {
  const received = {
    method: 'POST',
    path: '/v1.7/consents?x=1',
    body: Buffer.alloc(0),
    rawHeaders: ['X-Request-ID', ' 1 ', 'Digest', 'SHA-256=abc', 'Psu-Id', '\u00fc', 'x-tag', 'a', 'X-Tag', 'b', 'Empty', ''],
  };
  it('has a line for each listed header, in that order and number, with the received bytes', () => {
    expect(headerOf(received, 'x-tag')).toBe('a, b');
    const { bytes, missing } = signingString(received, [
      'digest',
      'x-request-id',
      '(request-target)',
      'psu-id',
      'x-tag',
      'empty',
      'digest',
    ]);
    expect(bytes).toEqual(
      Buffer.from(
        'digest: SHA-256=abc\nx-request-id: 1\n(request-target): post /v1.7/consents?x=1\npsu-id: \u00fc\nx-tag: a, b\nempty: \ndigest: SHA-256=abc',
        'latin1',
      ),
    );
    expect(missing).toEqual([]);
  });

  it('reports which headers are missing', () => {
    expect(signingString(received, ['digest', 'psu-ip-address']).missing).toEqual(['psu-ip-address']);
  });
});
