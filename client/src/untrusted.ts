export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object in a JSON text; empty where there is none. */
export function parsedObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A member for a message. Converting a value of another type into a text could fail itself. */
export const shown = (value: unknown): string => (typeof value === 'string' ? value : 'which is no text');

/** An absolute address without a user's name; undefined where the value is none. */
export function address(value: unknown): URL | undefined {
  if (typeof value !== 'string' || !/^https?:/i.test(value) || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.username === '' && url.password === '' ? url : undefined;
}

/** True if a path has a segment `..` for a server that decodes it, once or several times; also if it cannot be decoded. */
function climbs(path: string): boolean {
  try {
    for (let before = '', now = path; before !== now;) {
      before = now;
      if (now.split(/[/\\]/).includes('..')) return true;
      now = decodeURIComponent(now);
    }
    return false;
  } catch {
    return true;
  }
}

/** A link as it is requested; undefined where it leads to another server, or out of the path of the base URL. */
export function linkBelow(baseUrl: string, href: string): string | undefined {
  const base = new URL(`${baseUrl.replace(/\/+$/, '')}/`);
  const url = address(href.startsWith('/') && !href.startsWith('//') ? base.href.slice(0, -1) + href : href);
  const isBelow = url?.origin === base.origin && url.pathname.startsWith(base.pathname) && !climbs(url.pathname);
  return isBelow ? url.href : undefined;
}

const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const fieldValue = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;

/** The reason why headers cannot be sent as they are (RFC 9110 §5.5), without the value: it may be a token. */
export function unsendableHeader(headers: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!fieldName.test(name)) return 'the name of a header cannot be sent';
    if (!fieldValue.test(value)) return `the value of the header ${name} cannot be sent`;
  }
  return undefined;
}

const tokenText = /^[\x20-\x7e]+$/;
const longestSeconds = 1e10;

/** True for a token response that can be used (RFC 6749 §5.1 and appendix A). */
export function isTokenResponse(answer: JsonObject): boolean {
  const { access_token, token_type, expires_in, refresh_token = 'none' } = answer;
  const isText = (value: unknown): boolean => typeof value === 'string' && tokenText.test(value);
  return (
    [access_token, token_type, refresh_token].every(isText) &&
    typeof expires_in === 'number' &&
    expires_in >= 0 &&
    expires_in <= longestSeconds
  );
}
