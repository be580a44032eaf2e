import { hostCookie, setCookie } from '../src/cookie.js';

describe('a cookie that the bank sets', () => {
  const attributes = { path: '/customer', sameSite: 'Strict', secure: false } as const;

  it('is kept from scripts and other sites, on its path, until the browser is closed', () => {
    expect(setCookie('customer_session', 'x', attributes)).toBe('customer_session=x; Path=/customer; HttpOnly; SameSite=Strict');
    expect(setCookie('portal', 'x', { ...attributes, path: '/', sameSite: 'Lax' })).toBe('portal=x; Path=/; HttpOnly; SameSite=Lax');
  });

  it('is for https alone where the bank is reached by it, and its name says so where it is for all paths', () => {
    expect(setCookie('answer_1', 'sent.en', { ...attributes, secure: true })).toBe(
      'answer_1=sent.en; Path=/customer; HttpOnly; SameSite=Strict; Secure',
    );
    expect([hostCookie('device', true), hostCookie('device', false)]).toEqual(['__Host-device', 'device']);
  });

  it('lasts as long as it says; for 0 s it is removed', () => {
    expect(setCookie('portal', 'x', { ...attributes, maxAgeSeconds: 86_400 })).toContain('; Max-Age=86400;');
    expect(setCookie('portal', '', { ...attributes, maxAgeSeconds: 0 })).toContain('; Max-Age=0;');
  });
});
