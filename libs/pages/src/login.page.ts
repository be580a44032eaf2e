import { contactNote } from './contact.js';
import { html } from './html.js';
import { notice, page, type Frame } from './layout.js';
import { localeOf } from './locale.js';
import type { SignInPage } from './sign-in.page.js';

export interface LoginPage extends Omit<SignInPage, 'login'> {
  /**
   * The address at which signing in begins. A link and not a form: browsers hold `form-action` against every redirect that the provider
   * makes.
   */
  readonly startAt: string;
}

/** The page with the client that asks, and the way to the bank's OpenID provider. */
export function loginPage(frame: Frame, { lead, soft, unchecked, leave, action, csrf, problem, startAt }: LoginPage): string {
  const { login, signIn } = localeOf(frame.language);
  return page(
    frame,
    signIn.title,
    html`
<div class="card narrow">
<h1>${signIn.title}</h1>
<p class="lead">${lead}</p>
${unchecked !== undefined && notice('note', unchecked)}
${soft.map((line) => html`<p class="soft">${line}</p>`)}
${problem && notice('alert', problem)}${problem && contactNote(frame)}
<p class="soft">${login.explains}</p>
<div class="row"><a class="button main" id="login" href="${startAt}">${problem ? login.again : login.submit}</a></div>
${
  leave !== undefined &&
  html`<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}">
<p class="leave"><button class="link" name="step" value="cancel" formnovalidate>${leave}</button></p></form>`
}
</div>`,
  );
}

/** A page that goes on to `to` by itself, and by its link where the browser does not. */
export function onwardPage(
  frame: Frame,
  { title, says, to, link }: { readonly title: string; readonly says?: string; readonly to: string; readonly link: string },
): string {
  return page(
    { ...frame, switchable: false },
    title,
    html`
<div class="card narrow">
<h1>${title}</h1>
${says !== undefined && html`<p>${says}</p>`}
<div class="row"><a class="button main" href="${to}">${link}</a></div>
</div>`,
  );
}
