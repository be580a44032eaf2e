/** Names that the attribute types of issuers go by, RFC 4519 and what tools print, and their object identifiers. */
const types: Readonly<Record<string, string>> = {
  CN: '2.5.4.3',
  COMMONNAME: '2.5.4.3',
  SN: '2.5.4.4',
  SERIALNUMBER: '2.5.4.5',
  C: '2.5.4.6',
  COUNTRYNAME: '2.5.4.6',
  L: '2.5.4.7',
  LOCALITYNAME: '2.5.4.7',
  ST: '2.5.4.8',
  S: '2.5.4.8',
  STREET: '2.5.4.9',
  O: '2.5.4.10',
  ORGANIZATIONNAME: '2.5.4.10',
  OU: '2.5.4.11',
  T: '2.5.4.12',
  TITLE: '2.5.4.12',
  ORGANIZATIONIDENTIFIER: '2.5.4.97',
  OI: '2.5.4.97',
  DC: '0.9.2342.19200300.100.1.25',
  UID: '0.9.2342.19200300.100.1.1',
  E: '1.2.840.113549.1.9.1',
  EMAIL: '1.2.840.113549.1.9.1',
  EMAILADDRESS: '1.2.840.113549.1.9.1',
};

/**
 * Whether two texts name the same issuer. Tools differ in order, spaces, names of types and quoting (RFC 4514, RFC 2253, RFC 1779,
 * OpenSSL with slashes), so only what is said counts: the same types with the same values.
 */
export const sameName = (one: string, other: string): boolean => said(one) === said(other);

const said = (name: string): string =>
  parts(name)
    .map(({ type, value }) => `${type}=${value}`)
    .sort()
    .join('\n');

function parts(name: string): { type: string; value: string }[] {
  const separators = name.trim().startsWith('/') ? '/' : ',;+\n';
  return split(name, separators)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const cut = part.indexOf('=');
      const type = part
        .slice(0, cut)
        .trim()
        .toUpperCase()
        .replace(/^OID\./, '');
      return { type: types[type] ?? type, value: valueOf(part.slice(cut + 1).trim()) };
    });
}

/** Cuts at separators that are neither escaped nor within quotes. */
function split(text: string, separators: string): string[] {
  const found = [''];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '"') quoted = !quoted;
    if (!quoted && separators.includes(character)) found.push('');
    else if (character === '\\') found[found.length - 1] += character + (text[(at += 1)] ?? '');
    else found[found.length - 1] += character;
  }
  return found;
}

function valueOf(text: string): string {
  const hex = /^#(?:0c|13|16)([0-9a-f]{2})((?:[0-9a-f]{2})*)$/i.exec(text);
  const plain = hex ? Buffer.from(hex[2]!, 'hex').toString() : unescaped(text.replace(/^"(.*)"$/s, '$1'));
  return plain.replace(/\s+/g, ' ').trim().toLowerCase();
}

const unescaped = (text: string): string =>
  text.replace(/(?:\\[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString()).replace(/\\(.)/gs, '$1');
