import { attributeTypeOid } from '../certificate-name/index.js';

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
      const type = part.slice(0, cut).trim();
      return { type: attributeTypeOid(type) ?? type.toUpperCase(), value: valueOf(part.slice(cut + 1).trim()) };
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
