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
