import { html, type Html } from '@open-banking/pages';
import { customerEditorPages, developerPages } from '@open-banking/spec';
import { confirmedNotice } from '../developers/confirmation-content.js';
import { emailField, passwordField, type CredentialFault } from '../developers/credential-fields.js';
import type { AccountDeletion } from '../developers/account-deletion.service.js';
import { codeBlock } from '../samples/samples-section.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { portalNotice } from '../visit/portal-page.js';

const action = developerPages.answerAccount.path;
const formStart = (csrf: string, address: string = action): Html =>
  html`<form method="post" action="${address}" class="stack"><input type="hidden" name="csrf" value="${csrf}">`;

/** The parts of the page besides the account itself. */
export interface AccountView {
  readonly csrf: string;
  /** True where accounts get a message, or this page's word for one, with which an address is confirmed. */
  readonly isSignUpOpen: boolean;
  readonly isResetOpen: boolean;
  /** The address of the link that opens an account made in one click: shown once. */
  readonly reopening?: string | undefined;
  readonly typedEmail?: string;
  readonly credentialFault?: CredentialFault | undefined;
  readonly deletionFault?: Html | string | undefined;
  /** The address was confirmed just now. */
  readonly isConfirmed?: boolean;
}

export const accountContent = ({ email, hasPassword }: Developer, view: AccountView): Html => html`<h1>Your account</h1>
${view.isConfirmed && confirmedNotice(email)}
<dl class="facts"><dt>${hasPassword ? 'E-mail address' : 'Account name'}</dt><dd><strong>${email}</strong></dd></dl>
${formStart(view.csrf, developerPages.answerDeveloper.path)}<p><button class="plain" name="step" value="sign-out">Sign out</button></p></form>
${hasPassword ? passwordSection(view) : [reopeningSection(view), addressSection(view)]}
${deletionSection(hasPassword, view)}`;

const passwordSection = ({ isResetOpen }: AccountView): Html | false =>
  isResetOpen &&
  html`<h2>Password</h2>
<p><a href="${developerPages.showPasswordReset.path}">Choose a new password</a>. This signs you out in all browsers.</p>`;

const reopeningSection = ({ csrf, reopening }: AccountView): Html => html`<h2>Open this account again</h2>
<p>This account has no password. You open it with a link, which works once, in any browser; each time you get a new one. Without the link, you cannot get back in after you sign out or after ten hours. After 30 days without use (no sign-in, and no request from any of its clients), the account is deleted with its clients and customers.</p>
${
  reopening === undefined
    ? html`${formStart(csrf)}<p><button class="plain" name="step" value="new-reopening">Get a new link</button></p></form><p class="hint">The previous link then stops working.</p>`
    : html`${portalNotice('note', 'The link is shown once. Keep it where you keep passwords: the bank stores only a hash.')}${codeBlock(reopening, 'The link to this account')}`
}`;

const addressSection = ({ csrf, isSignUpOpen, typedEmail = '', credentialFault }: AccountView): Html | false =>
  isSignUpOpen &&
  html`<h2>Sign in with an e-mail address</h2>
<p>With an address and a password, the account is kept until you delete it. Its clients and customers stay as they are.</p>
${formStart(csrf)}${emailField(typedEmail, credentialFault)}
${passwordField('new-password', credentialFault)}
<p><button name="step" value="give-address">Add address and password</button></p></form>`;

const deletionSection = (hasPassword: boolean, { csrf, deletionFault }: AccountView): Html => html`<h2>Delete your account</h2>
<p>Remove your clients and, in the sandbox, the customers made for you first. The bank then deletes your address, password and sandbox keys, and cannot bring them back.</p>
${deletionFault !== undefined && portalNotice('alert', deletionFault)}
${
  hasPassword
    ? html`${formStart(csrf)}${passwordField('current-password')}<p><button class="danger" name="step" value="delete-account">Delete the account</button></p></form>`
    : html`${formStart(csrf)}<p><button class="danger" name="step" value="delete-sandbox-account">Delete the account</button></p></form>`
}`;

/** Asks whether the deletion of an account without a password is meant. */
export const deletionQuestion = ({ email }: Developer, csrf: string): Html => html`<h1>Delete ${email}?</h1>
<p>This cannot be undone.</p>
${formStart(csrf)}<input type="hidden" name="confirmed" value="yes"><p><button class="danger" name="step" value="delete-sandbox-account">Delete the account</button></p></form>
<p><a href="${developerPages.showAccount.path}">Keep it</a></p>`;

export const deletedContent: Html = html`<h1>Your account is deleted</h1>
<p>The bank keeps neither your address nor your password. It does keep the records of what your clients did, under their ids.</p>`;

const counted = (count: number, name: string, list: string): Html[] =>
  count === 0 ? [] : [html`<a href="${list}">${count} ${name}${count > 1 && 's'}</a>`];

/** The things that must be removed before the account, with links to their lists. */
export function leftoversText({ clients, customers }: Exclude<AccountDeletion, 'deleted'>): Html {
  const things = [
    ...counted(clients, 'client', developerPages.showDeveloper.path),
    ...counted(customers, 'sandbox customer', customerEditorPages.showSandboxCustomers.path),
  ];
  if (things.length === 0) return html`Something was added meanwhile. Try again.`;
  return html`Remove ${things.length > 1 ? html`${things[0]} and ${things[1]}` : things} first.${clients > 0 && " The console's own client is deleted with the account."}`;
}
