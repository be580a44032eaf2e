import { cookieIn } from '@open-banking/http';

/** Days a browser is known without signing in again. */
export const deviceCookieDays = 180;

/** Over https the name itself holds that the cookie is for https, the whole host and no other (RFC 6265bis §4.1.3.2). */
const nameFor = (secure: boolean): string => (secure ? '__Host-device' : 'device');

/** The device cookie of a browser that has signed in here before; unchecked. */
export function deviceCookieOf(header: string | undefined, secure: boolean): string | undefined {
  const value = cookieIn(header, nameFor(secure));
  return value && value.length <= 512 ? value : undefined;
}

/** One cookie for all pages where customers sign in: a browser known to the payments issuer is known to `/customer`. */
export const setDeviceCookie = (value: string, secure: boolean): string =>
  `${nameFor(secure)}=${value}; Path=/; Max-Age=${deviceCookieDays * 86_400}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
