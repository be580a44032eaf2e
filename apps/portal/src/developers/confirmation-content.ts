import { html, type Html } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import { portalNotice } from '../visit/portal-page.js';
import type { PageResult, Visit } from '../visit/portal-router.js';
import { confirmationPath } from './sign-up-mails.service.js';

/** A sign-up that waits for its confirmation. `code` and `proof`: where the sandbox shows what it would send. */
interface PendingSignUp {
  readonly email: string;
  readonly code: string | undefined;
  /** The code, sealed for this browser, which has just sent the password. */
  readonly proof: string | undefined;
  /** The password was typed at a sign-in: the visitor does not know that the address waits. */
  readonly isSignIn?: boolean;
}

/** The page after a sign-up. In the sandbox one click confirms it; elsewhere a message is on its way. */
export function confirmationAsked({ frame, csrf }: Pick<Visit, 'frame' | 'csrf'>, pending: PendingSignUp): PageResult {
  const { email, code, proof, isSignIn = false } = pending;
  return {
    title: 'Confirm your address',
    narrow: true,
    scripts: 'none',
    content: html`<h1>Confirm your address</h1>
${isSignIn && portalNotice('note', html`<strong>${email}</strong> is not confirmed yet, so it has no account. ${frame.sandbox ? 'Confirm it now.' : 'We send you a fresh message.'}`)}
${!frame.sandbox && html`<p class="lead">We send a message to <strong>${email}</strong>, which may take a few minutes. Follow its link within a day.</p>`}
${frame.sandbox && (code === undefined || proof === undefined) && portalNotice('note', html`<strong>${email}</strong> has an account: <a href="${developerPages.showDeveloper.path}">sign in</a>.`)}
${
  code !== undefined &&
  proof !== undefined &&
  html`<p>This sandbox sends no messages. One click confirms <strong>${email}</strong>:</p>
<form method="post" action="${developerPages.answerConfirmation.path}" class="stack"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="proof" value="${proof}">
<p><button name="step" value="confirm-here">Confirm and sign in</button></p></form>
<p>In another browser, open <a href="${confirmationPath(code)}">this link</a> and type the password there. It is valid for a day.</p>`
}`,
  };
}

/** The query of the page that follows a confirmation. */
export const confirmedQuery = '?confirmed=yes';
export const isConfirmed = ({ query }: Pick<Visit, 'query'>): boolean => query['confirmed'] === 'yes';

export const confirmedNotice = (email: string): Html =>
  portalNotice('done', html`Your address <strong>${email}</strong> is confirmed. You are signed in.`);
