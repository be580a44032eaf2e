import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceCookieDays } from '@open-banking/issuer';

const nonceBytes = 16;
const issuedBytes = 6;
const macBytes = 32;
/** Customers per browser; the one who signed in longest ago is dropped. */
const maxMarks = 5;

/**
 * A cookie that marks a browser in which customers have signed in (OWASP, "Slow Down Online Guessing Attacks with Device
 * Cookies"). Per customer: a nonce, the time of issue in seconds, and a MAC over both and the login. It grants no access;
 * attempts from it are counted separately. The bank does not store it, and it does not reveal the customer.
 */
export class DeviceCookies {
  constructor(private readonly key: Buffer) {}

  /** The nonce of this login's mark, if the cookie contains one that has not expired. */
  nonceFor(cookie: string | undefined, login: string, now: Date): string | undefined {
    const oldest = now.getTime() / 1_000 - deviceCookieDays * 86_400;
    const mark = marksOf(cookie).find((one) => this.isFor(one, login) && issuedAt(one) >= oldest);
    return mark?.subarray(0, nonceBytes).toString('base64url');
  }

  /** The cookie with a new mark for this login; other marks are kept. */
  renewed(cookie: string | undefined, login: string, now: Date): string {
    const others = marksOf(cookie)
      .filter((one) => !this.isFor(one, login))
      .slice(0, maxMarks - 1);
    return [this.mark(login, now), ...others].map((one) => one.toString('base64url')).join('.');
  }

  private mark(login: string, now: Date): Buffer {
    const issued = Buffer.alloc(issuedBytes);
    issued.writeUIntBE(Math.floor(now.getTime() / 1_000), 0, issuedBytes);
    const signed = Buffer.concat([randomBytes(nonceBytes), issued]);
    return Buffer.concat([signed, this.mac(signed, login)]);
  }

  private isFor(mark: Buffer, login: string): boolean {
    const signed = mark.subarray(0, nonceBytes + issuedBytes);
    return timingSafeEqual(mark.subarray(nonceBytes + issuedBytes), this.mac(signed, login));
  }

  private mac(signed: Buffer, login: string): Buffer {
    return createHmac('sha256', this.key).update(signed).update(login).digest();
  }
}

const marksOf = (cookie = ''): Buffer[] =>
  cookie
    .split('.')
    .map((mark) => Buffer.from(mark, 'base64url'))
    .filter(({ length }) => length === nonceBytes + issuedBytes + macBytes);

const issuedAt = (mark: Buffer): number => mark.readUIntBE(nonceBytes, issuedBytes);
