import { cookieIn, hostCookie, setCookie } from '@open-banking/http';

/** Days a browser is known without signing in again. */
export const deviceCookieDays = 180;

/** The device cookie of a browser that has signed in here before; unchecked. */
export function deviceCookieOf(header: string | undefined, secure: boolean): string | undefined {
  const value = cookieIn(header, hostCookie('device', secure));
  return value && value.length <= 512 ? value : undefined;
}

/** One cookie for all pages where customers sign in: a browser known to the payments issuer is known to `/customer`. */
export const setDeviceCookie = (value: string, secure: boolean): string =>
  setCookie(hostCookie('device', secure), value, { path: '/', sameSite: 'Strict', secure, maxAgeSeconds: deviceCookieDays * 86_400 });
