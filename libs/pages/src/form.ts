import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Forms are small: names, a password, a code, the accounts ticked. */
const formLimitBytes = 32_768;

/** Bodies of this scope are forms and nothing else; anything else is 415. */
export function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: formLimitBytes },
    (_request, body, done) => {
      done(null, new URLSearchParams(body.toString('utf8')));
    },
  );
}

/**
 * What a form must bring back, so that no other site can send it: it is computed from the interaction, whose name only
 * its own browser has. The cookie's SameSite=Lax would do alone; not every browser keeps to it.
 */
export const csrfToken = (key: Buffer, uid: string): string => createHmac('sha256', key).update('form').update(uid).digest('base64url');

export function isOurs(given: string | null, key: Buffer, uid: string): boolean {
  const [mine, theirs] = [Buffer.from(csrfToken(key, uid)), Buffer.from(given ?? '')];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}
