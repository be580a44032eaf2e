import {
  asciiNameText,
  isSameName,
  isSameNameText,
  issuerOf,
  nameText,
  nameTextFault,
  readName,
  subjectOf,
} from '../../src/certificate-name/index.js';
import { certificateOf, type EncodedSet } from './a-certificate.js';

const [country, organization, identifier, common, user] = ['2.5.4.6', '2.5.4.10', '2.5.4.97', '2.5.4.3', '0.9.2342.19200300.100.1.1'];
const [hebrew, hebrewHex] = ['בית תוכנה', String.raw`\D7\91\D7\99\D7\AA \D7\AA\D7\95\D7\9B\D7\A0\D7\94`];
const hexIdentifier = '#0c0e505344494c2d424f492d34373131';

/** One certificate: C=IL; O; organizationIdentifier; CN and UID in one relative name. */
const certificate = await certificateOf(
  { [country!]: { printableString: 'IL' } },
  { [organization!]: `${hebrew}, A = B + C` },
  { [identifier!]: 'PSDIL-BOI-4711' },
  { [common!]: 'app', [user!]: '123' },
);
const subject = subjectOf(certificate);

/** As the tools print its subject, or accept it. */
const spellings: Readonly<Record<string, string>> = {
  'OpenSSL 3.0, -nameopt RFC2253': String.raw`UID=123+CN=app,organizationIdentifier=PSDIL-BOI-4711,O=${hebrewHex}\, A = B \+ C,C=IL`,
  'OpenSSL 3.0, with -esc_msb,utf8': String.raw`UID=123+CN=app,organizationIdentifier=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C,C=IL`,
  'Node 24, its lines in reverse order': String.raw`CN=app + UID=123,organizationIdentifier=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C,C=IL`,
  'Java 17, X500Principal.toString()': `CN=app + UID=123, OID.2.5.4.97=PSDIL-BOI-4711, O="${hebrew}, A = B + C", C=IL`,
  'Java 17, CANONICAL': String.raw`cn=app+uid=123,2.5.4.97=${hexIdentifier},o=${hebrew}\, a = b \+ c,c=il`,
  'Java 17, RFC2253': String.raw`CN=app+UID=123,2.5.4.97=${hexIdentifier},O=${hebrew}\, A \= B \+ C,C=IL`,
  'Python, cryptography 48': String.raw`CN=app+UID=123,2.5.4.97=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C,C=IL`,
  'Go 1.26, pkix.RDNSequence': String.raw`CN=app+0.9.2342.19200300.100.1.1=#1303313233,2.5.4.97=#130e505344494c2d424f492d34373131,O=${hebrew}\, A = B \+ C,C=IL`,
  'RFC 2253, in quotes': `uid=123 + cn=app; OID.2.5.4.97=PSDIL-BOI-4711; o="${hebrew}, A = B + C"; c=il`,
  'other types and string types': `2.5.4.3=app+userid=123,oid.2.5.4.97=#130e505344494c2d424f492d34373131,organizationName=${bmpString(`${hebrew}, A = B + C`)},countryName=IL`,
  'hex pairs for each character': String.raw`UID=\31\32\33+CN=\61pp,2.5.4.97=PSDIL\2DBOI-4711,O=${hebrewHex}\2C A\20=\20B \2B C,C=\49\4C`,
  'blanks and case': `UID = 123+CN = APP ,  organizationidentifier = psdil-boi-4711 , O =   ${hebrew}\\,   A  =  B \\+ c , C = il`,
};

function bmpString(text: string): string {
  return `#1e${(text.length * 2).toString(16)}${Buffer.from(text, 'utf16le').swap16().toString('hex')}`;
}

describe('The name of a certificate', () => {
  it.each(Object.keys(spellings))('is the same as %s spells it', (tool) => {
    expect(isSameName(readName(spellings[tool]!), subject)).toBe(true);
    const elsewhere = spellings[tool]!.replace(/IL$|il$/, 'DE').replace(/4C$/, '45');
    expect(isSameName(readName(elsewhere), subject)).toBe(false);
  });

  it.each<[what: string, name: string]>([
    ['in another order', String.raw`C=IL,O=${hebrew}\, A = B \+ C,organizationIdentifier=PSDIL-BOI-4711,CN=app+UID=123`],
    [
      'with two of its parts in another order',
      String.raw`CN=app+UID=123,O=${hebrew}\, A = B \+ C,organizationIdentifier=PSDIL-BOI-4711,C=IL`,
    ],
    ['with two parts as one', String.raw`CN=app+UID=123+organizationIdentifier=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C,C=IL`],
    ['with one part as two', String.raw`UID=123,CN=app,organizationIdentifier=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C,C=IL`],
    ['with one attribute more', String.raw`CN=app+UID=123,OU=x,organizationIdentifier=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C,C=IL`],
    [
      'with one attribute more in a part',
      String.raw`CN=app+UID=123+UID=123,organizationIdentifier=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C,C=IL`,
    ],
    ['with one attribute less', String.raw`UID=123,organizationIdentifier=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C,C=IL`],
    ['with a slash for a comma', String.raw`CN=app+UID=123/organizationIdentifier=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C,C=IL`],
    ['with its last comma escaped', String.raw`CN=app+UID=123,organizationIdentifier=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C\,C=IL`],
    ['with another type', String.raw`CN=app+UID=123,2.5.4.5=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C,C=IL`],
    ['with blanks left out', String.raw`CN=app+UID=123,organizationIdentifier=PSDIL-BOI-4711,O=${hebrew}\,A=B\+C,C=IL`],
    ['with the same bytes as no text', String.raw`CN=app+UID=123,2.5.4.97=#040e505344494c2d424f492d34373131,O=${hebrew}\, A = B \+ C,C=IL`],
  ])('is another one %s', (_, name) => {
    expect(isSameName(readName(name), subject)).toBe(false);
    expect(isSameName(readName(spellings['OpenSSL 3.0, -nameopt RFC2253']!), subject)).toBe(true);
  });

  it('is written as RFC 4514 has it, and as error_description may have it; both are read as the same name', () => {
    expect(nameText(subject)).toBe(String.raw`CN=app+UID=123,organizationIdentifier=PSDIL-BOI-4711,O=${hebrew}\, A = B \+ C,C=IL`);
    expect(asciiNameText(subject)).toMatch(/^CN=app\+UID=123,organizationIdentifier=PSDIL-BOI-4711,O=#0c[0-9a-f]+,C=IL$/);
    for (const text of [nameText(subject), asciiNameText(subject)]) expect(isSameName(readName(text), subject)).toBe(true);
    expect(nameText(issuerOf(certificate))).toBe(nameText(subject));
  });

  it.each<[what: string, one: string, other: string, isSame: boolean]>([
    ['case', 'STRASSE Σας', 'straße ΣΑΣ', true],
    ['case, but no dotless i', 'DIŞ', 'dış', false],
    ['runs of blanks', ' a \u00a0\t b ', 'a b', true],
    ['blanks left out', 'a b', 'ab', false],
    ['composed and decomposed letters', 'é', 'e\u0301', true],
    ['accents', 'é', 'e', false],
    ['letters of other scripts that look the same', 'a', 'а', false],
    ['full-width letters', 'A', 'Ａ', false],
    ['zero-width characters', 'ab', 'a\u200bb', false],
    ['dashes', 'a-b', 'a–b', false],
    ['quotation marks', "D'Or", 'D’Or', false],
    ['digits', '1', '١', false],
    ['a NUL', 'ab', 'a\u0000b', false],
    ['a byte order mark', 'ab', '\ufeffab', false],
  ])('counts %s as caseIgnoreMatch does, and nothing else', async (_, one, other, isSame) => {
    const names = await Promise.all([one, other].map(async (text) => subjectOf(await certificateOf({ [common!]: text }))));
    expect(isSameName(names[0]!, names[1]!)).toBe(isSame);
    for (const name of names) expect(isSameName(readName(nameText(name)), name)).toBe(true);
  });

  it.each<[string, EncodedSet]>([
    ['PrintableString', { [common!]: { printableString: 'app' } }],
    ['IA5String', { [common!]: { ia5String: 'app' } }],
    ['BMPString', { [common!]: { bmpString: 'app' } }],
  ])('does not depend on its string type (%s)', async (_, set) => {
    expect(isSameName(subjectOf(await certificateOf(set)), readName('CN=app'))).toBe(true);
    expect(isSameName(subjectOf(await certificateOf(set)), readName('CN=apq'))).toBe(false);
  });
});

describe('A text', () => {
  it.each<[text: string, fault: string]>([
    ['', 'at character 1, the end stands where an attribute type such as CN or 2.5.4.97 belongs.'],
    ['/C=IL/O=x', 'at character 1, "/" stands where an attribute type such as CN or 2.5.4.97 belongs.'],
    ['app', 'at character 1, app is no known attribute type: write its dotted number.'],
    ['CN=app,XY=1', 'at character 8, XY is no known attribute type: write its dotted number.'],
    ['2.05.4=x', 'at character 1, 2.05.4 is no known attribute type: write its dotted number.'],
    ['3.5.4=x', 'at character 1, 3.5.4 is no known attribute type: write its dotted number.'],
    ['CN', 'at character 3, the end stands where = belongs.'],
    ['CN:app', 'at character 3, ":" stands where = belongs.'],
    ['CN=', 'at character 4, an attribute has no value.'],
    ['O=א,CN= ,C=IL', 'at character 9, an attribute has no value.'],
    ['CN=app,', 'at character 8, the end stands where an attribute type such as CN or 2.5.4.97 belongs.'],
    ['CN=app,,C=IL', 'at character 8, "," stands where an attribute type such as CN or 2.5.4.97 belongs.'],
    ['CN=a<b', 'at character 5, "<" must be written with a backslash before it.'],
    ['CN=a"b"', 'at character 5, "\\"" must be written with a backslash before it.'],
    ['CN="app', 'at character 4, a quotation mark is not closed.'],
    ['CN="app"x', 'at character 9, "x" stands where the value has ended.'],
    ['CN=a\\xb', 'at character 5, a backslash is followed neither by two hex digits nor by a character that needs one.'],
    ['CN=app\\', 'at character 7, a backslash is followed neither by two hex digits nor by a character that needs one.'],
    ['CN=\\D7\\D7', 'at character 4, the hex pairs of a value are not UTF-8.'],
    ['CN=#', 'at character 4, # is not followed by the hex of one BER value.'],
    ['CN=#0c0', 'at character 4, # is not followed by the hex of one BER value.'],
    ['CN=#0c03617070ff', 'at character 4, # is not followed by the hex of one BER value.'],
    ['CN=#0c0461', 'at character 4, # is not followed by the hex of one BER value.'],
    ['CN=#0c80610000', 'at character 4, # is not followed by the hex of one BER value.'],
    ['CN=#0c0161x', 'at character 11, "x" stands where the value has ended.'],
    ['C=IL\nCN=app', 'at character 5, "\\n" is a control character: write it as a hex pair.'],
  ])('that is no name (%j) is refused with its fault and position', (text, fault) => {
    expect(nameTextFault(text)).toBe(`must be a distinguished name (RFC 4514), such as CN=Third Party,O=Third Party Ltd,C=IL: ${fault}`);
    expect(nameTextFault('CN=Third Party,O=Third Party Ltd,C=IL')).toBeUndefined();
  });

  it('of random characters is a name or has a fault, and nothing else', () => {
    const pieces = [
      'CN',
      '2.5.4.97',
      '=',
      ',',
      '+',
      ';',
      '"',
      '\\',
      '#',
      '0c',
      '03',
      ' ',
      'é',
      'א',
      '\ud800',
      '\u0000',
      '/',
      '𝔸',
      'D7',
      '91',
    ];
    let seed = 7;
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let at = 0; at < 5_000; at += 1) {
      const text = Array.from({ length: next(14) }, () => pieces[next(pieces.length)]).join('');
      if (nameTextFault(text) !== undefined) continue;
      for (const again of [nameText(readName(text)), asciiNameText(readName(text))])
        expect({ text, again, same: isSameNameText(text, again) }).toEqual({ text, again, same: true });
    }
  });

  it('that is no name is the same as itself only', () => {
    expect(isSameNameText('/C=IL', '/C=IL')).toBe(true);
    expect(isSameNameText('/C=IL', '/c=il')).toBe(false);
    expect(isSameNameText('C=IL', 'c=il')).toBe(true);
  });
});
