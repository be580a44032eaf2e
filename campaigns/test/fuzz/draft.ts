import { randomUUID } from 'node:crypto';
import { jsonText } from './json-text.js';

/** A request as it is drawn. Texts of its head are bytes (latin1), the target is encoded already. */
export interface Draft {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Whose token it carries, by name: tokens are renewed. */
  readonly caller: string;
  readonly body?: Body;
  readonly chunked?: true;
}
export type Body = { readonly value: unknown } | { readonly bytes: Buffer };

/** Stands for a UUID that is new at each sending: a failing case that is sent again is another request. */
export const freshId = '{fresh}';

/** A request as it is sent. */
export interface Wire {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
  readonly chunked: boolean;
}

export const targetOf = ({ path, params, query }: Draft): string => {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => params[name] ?? '');
  const asked = query.map(([name, value]) => (value === '\0bare' ? name : `${name}=${value}`)).join('&');
  return asked === '' ? filled : `${filled}?${asked}`;
};

export const bytesOf = (body: Body): Buffer => ('bytes' in body ? body.bytes : Buffer.from(jsonText(body.value)));

export function wireOf(draft: Draft, authorization: readonly string[]): Wire {
  const headers = draft.headers.map(([name, value]) => [name, value === freshId ? randomUUID() : value] as const);
  return {
    method: draft.method,
    target: targetOf(draft),
    headers: [...authorization.map((value) => ['Authorization', value] as const), ...headers],
    ...(draft.body && { body: bytesOf(draft.body) }),
    chunked: draft.chunked === true,
  };
}

const quoted = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? `'${text.replaceAll("'", `'\\''`)}'`
    : `$'${[...Buffer.from(text, 'latin1')].map((byte) => (byte > 31 && byte < 127 && byte !== 39 && byte !== 92 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`)).join('')}'`;

/** One line that sends it again. Bytes that curl refuses to send (NUL, line ends) are in it all the same. */
export function curlLine(baseUrl: string, { method, target, headers, body, chunked }: Wire): string {
  const shown = headers.map(([name, value]) => {
    const said = name === 'Authorization' && value.length > 40 ? `${value.slice(0, 12)}…` : value;
    return `-H ${quoted(value === '' ? `${name};` : `${name}: ${said}`)}`;
  });
  const sent = body && `--data-binary ${quoted(body.toString('latin1'))}`;
  return [
    `curl -i --globoff --path-as-is -X ${method}`,
    ...shown,
    ...(chunked ? [`-H 'Transfer-Encoding: chunked'`] : []),
    ...(sent ? [sent] : []),
    quoted(`${baseUrl}${target}`),
  ].join(' ');
}
