import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Refusal } from '@open-banking/messages';

const macBytes = 16;

/**
 * Opaque cursors of lists: where the next page begins, sealed so that an altered one is refused, and bound to what
 * the list was asked with (`about`: operation, client, consent, filters), so that a foreign one is too.
 */
export class Cursors {
  // A key object: from bytes Node makes one at each call, which takes five times as long as the call itself.
  private readonly key: KeyObject;

  /** `key` is the service's own, the same in all its replicas (`service_key`). */
  constructor(key: Buffer) {
    this.key = createSecretKey(key);
  }

  seal(place: readonly string[], about: readonly (string | undefined)[]): string {
    const body = Buffer.from(JSON.stringify(place));
    return Buffer.concat([this.mac(body, about), body]).toString('base64url');
  }

  /** The place a cursor names. 400 where it is not one this list handed out. */
  open(cursor: string, about: readonly (string | undefined)[]): string[] {
    const place = this.find(cursor, about);
    if (!place) {
      throw new Refusal([
        { code: 'FORMAT_ERROR', path: 'cursor', text: 'Not a cursor of this list; follow the `next` link of a page, unchanged.' },
      ]);
    }
    return place;
  }

  /** The same; undefined where it is not one that this list handed out. */
  find(cursor: string, about: readonly (string | undefined)[]): string[] | undefined {
    const bytes = Buffer.from(cursor, 'base64url');
    const body = bytes.subarray(macBytes);
    const genuine =
      bytes.length > macBytes &&
      bytes.toString('base64url') === cursor &&
      timingSafeEqual(bytes.subarray(0, macBytes), this.mac(body, about));
    return genuine ? (JSON.parse(body.toString()) as string[]) : undefined;
  }

  private mac(body: Buffer, about: readonly (string | undefined)[]): Buffer {
    return createHmac('sha256', this.key).update(JSON.stringify(about)).update(body).digest().subarray(0, macBytes);
  }
}
