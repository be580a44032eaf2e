import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** A form as the browser sent it. `readForm` makes it an instance of the form's class. */
export type SentForm = URLSearchParams;

/** Forms are small: names, a password, a code, the accounts ticked. */
const formLimitBytes = 32_768;

/** Bodies of this scope are forms and nothing else; anything else is 415. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: formLimitBytes },
    (_request, body, done) => {
      done(null, new URLSearchParams(body.toString('utf8')));
    },
  );
}

/** The form of a request; empty where the request has none. */
export const sentForm = (body: unknown): SentForm => (body instanceof URLSearchParams ? body : new URLSearchParams());

/**
 * The button that sent a form, for what is decided before the form is read: limits, and what an error page may say. A form
 * that names several buttons has none: `readForm` refuses it.
 */
export function stepOf(body: unknown): string | undefined {
  const [step, ...others] = sentForm(body).getAll('step');
  return others.length === 0 ? step : undefined;
}

/**
 * The token that a form must bring back in its field `csrf`, so that no other site can send it: it is computed from the name of
 * the interaction or session, which only its own browser has. The cookie's SameSite=Lax would suffice, but not every browser
 * obeys it.
 */
export const csrfToken = (key: Buffer, uid: string): string => createHmac('sha256', key).update('form').update(uid).digest('base64url');

/** Whether a form brings the token of this interaction or session. A page with two forms may send it twice; each must be right. */
export function isOurs(form: SentForm, key: Buffer, uid: string): boolean {
  const mine = Buffer.from(csrfToken(key, uid));
  const brought = form.getAll('csrf').map((token) => Buffer.from(token));
  return brought.length > 0 && brought.every((theirs) => mine.length === theirs.length && timingSafeEqual(mine, theirs));
}
