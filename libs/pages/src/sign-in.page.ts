import { contactNote } from './contact.js';
import { credentialCharacters } from './forms/sign-in.form.js';
import { html } from './html.js';
import { notice, page, type Frame } from './layout.js';
import { localeOf } from './locale.js';

export interface SignInPage {
  /** Why to sign in, in one sentence, and what else is to be known. */
  readonly lead: string;
  readonly soft: readonly string[];
  /** The warning that the identity of a self-registered client was not checked. */
  readonly unchecked?: string | undefined;
  /** The way back without an answer, where there is one. */
  readonly leave?: string;
  readonly action: string;
  readonly csrf: string;
  readonly problem?: string;
  readonly login?: string;
}

export function signInPage(frame: Frame, { lead, soft, unchecked, leave, action, csrf, problem, login }: SignInPage): string {
  const words = localeOf(frame.language);
  const invalid = problem ? 'true' : 'false';
  return page(
    frame,
    words.signIn.title,
    html`
<div class="card narrow">
<h1>${words.signIn.title}</h1>
<p class="lead">${lead}</p>
${unchecked !== undefined && notice('note', unchecked)}
${soft.map((line) => html`<p class="soft">${line}</p>`)}
${problem && notice('alert', problem)}${problem && contactNote(frame)}
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<label class="field"><span>${words.signIn.login}</span>
<input name="login" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="${credentialCharacters}" aria-invalid="${invalid}" value="${login ?? ''}" ${!login && html`autofocus`}></label>
<label class="field"><span>${words.signIn.password}</span>
<input name="password" type="password" autocomplete="current-password" required maxlength="${credentialCharacters}" aria-invalid="${invalid}" ${login && html`autofocus`}></label>
<div class="row"><button class="main" name="step" value="sign-in">${words.signIn.submit}</button></div>
${leave !== undefined && html`<p class="leave"><button class="link" name="step" value="cancel" formnovalidate>${leave}</button></p>`}
</form>
</div>`,
  );
}
