/** The value of a cookie in a `Cookie` header (RFC 6265 §5.4), as it was sent; undefined where there is none of this name. */
export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/**
 * The same of a cookie that holds an id or sealed text of ours: letters, digits, `-` and `_`. Other characters are dropped; undefined where
 * none is left.
 */
export const plainCookieIn = (header: string | undefined, name: string): string | undefined =>
  cookieIn(header, name)?.replace(/[^A-Za-z0-9_-]/g, '') || undefined;

export interface CookieAttributes {
  readonly path: string;
  readonly sameSite: 'Strict' | 'Lax';
  /** The browser sends the cookie over https only. */
  readonly secure: boolean;
  /** By default it is kept until the browser is closed; 0 removes it. */
  readonly maxAgeSeconds?: number | undefined;
}

/** A `Set-Cookie` header (RFC 6265 §4.1). No script of a page reads a cookie of ours. */
export const setCookie = (name: string, value: string, { path, sameSite, secure, maxAgeSeconds }: CookieAttributes): string =>
  `${name}=${value}; Path=${path}${maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;

/** The name of a cookie for all paths. Over https its prefix binds it to https and to this host (RFC 6265bis §4.1.3.2). */
export const hostCookie = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);
