import { html, type Html } from '@open-banking/pages';
import { consolePages, developerPages, operations, products, sitePages } from '@open-banking/spec';
import type { SandboxCustomer } from '../customers/sandbox-customers.service.js';
import type { FirstClient } from '../sandbox-accounts/opened-accounts.service.js';
import { codeBlock } from '../samples/samples-section.js';
import { portalNotice } from '../visit/portal-page.js';
import { firstCallByScript, firstCallInBrowser, type FirstCallParts } from './first-call.js';
import { flowDrawing } from './flow-drawing.js';

export interface StartView {
  readonly csrf: string;
  readonly baseUrl: string;
  readonly portalUrl: string;
  readonly sandbox: boolean;
  /** True where anybody may make an account in one click. */
  readonly isOneClickOpen: boolean;
  /** True where developers may sign up with an e-mail address. */
  readonly isSignUpOpen: boolean;
  readonly isSignedIn: boolean;
  /** The link that opens the account again, right after it was made. */
  readonly reopening?: string | undefined;
  /** Undefined where clients authenticate without a secret: the code of this page is not for such a bank. */
  readonly redirectUri: string | undefined;
  readonly client?: FirstClient | undefined;
  /** A customer of the sandbox who approves. */
  readonly customer?: SandboxCustomer | undefined;
}

export const startContent = (view: StartView): Html => html`<h1>Accounts and payments, with the customer's approval</h1>
<p class="lead">Your program reads accounts, savings, loans, cards and securities, and starts payments: ${operations.length} operations of ${products.length} products under <code>${view.baseUrl}</code>.</p>
${view.reopening === undefined ? start(view) : opened(view.reopening, view.client)}
${!view.isSignedIn && flowDrawing}
${view.sandbox ? sandboxSection(view) : html`<h2>Access</h2><p>The bank registers clients of authorised third parties. The <a href="${sitePages.showGuides.path}">guides</a> show the way to a customer's balances, and the <a href="${sitePages.showReference.path}">reference</a> describes each operation.</p>`}
${view.isSignedIn && flowDrawing}`;

function start({ csrf, isOneClickOpen, isSignUpOpen, isSignedIn }: StartView): Html {
  const signIn = html`<a href="${developerPages.showDeveloper.path}">${isSignedIn ? 'Your clients' : 'Sign in'}</a>`;
  const signUp = isSignUpOpen && !isSignedIn && html`, or <a href="${developerPages.showSignUp.path}">sign up with an e-mail address</a>`;
  if (!isOneClickOpen || isSignedIn) return html`<p>${signIn}${signUp}</p>`;
  return html`<form method="post" action="${developerPages.openSandboxAccount.path}" class="start"><input type="hidden" name="csrf" value="${csrf}">
<button name="step" value="open-sandbox-account">Create a sandbox account</button>
<p>An account and a client, in one click. ${signIn}${signUp}.</p></form>`;
}

const opened = (reopening: string, client: FirstClient | undefined): Html => html`<section class="card" aria-labelledby="opened">
<h2 id="opened">Your sandbox account is ready</h2>
${client && html`<dl class="facts"><dt>client_id</dt><dd><code>${client.clientId}</code></dd><dt>client_secret</dt><dd><code>${client.clientSecret}</code></dd></dl><p>The code below has both. <a href="${developerPages.showDeveloper.path}">Your clients</a> shows the client.</p>`}
${portalNotice('note', 'The account has no password. This link opens it once, in any browser, and is shown only here. Keep it; the bank stores only its hash.')}
${codeBlock(reopening, 'The link to this account')}
<p>Get another link, or add an e-mail address and a password, on <a href="${developerPages.showAccount.path}">your account page</a>.</p></section>`;

function sandboxSection(view: StartView): Html {
  const { redirectUri, customer, baseUrl } = view;
  if (redirectUri === undefined)
    return html`<h2 id="balances">A customer's balances</h2>
<p>Clients of this bank authenticate with a key or a certificate: <a href="/docs/fapi">FAPI 2.0</a> describes each step, and the <a href="${consolePages.showConsole.path}">console</a> shows the operations.</p>
${customerFacts(customer, baseUrl)}`;
  return html`<h2 id="balances">A customer's balances</h2>
${code({ ...view, redirectUri })}
${customerFacts(customer, baseUrl)}
${programs(view)}`;
}

const code = (
  parts: FirstCallParts,
): Html => html`<p>Copy this, paste it into a terminal, and read the balances of a customer of the sandbox. It needs curl and openssl${!parts.client && ', and registers a client'}.</p>
<details open><summary>A script approves as the customer</summary>${codeBlock(firstCallByScript(parts), 'The way to the balances')}</details>
<details><summary>You approve as the customer, in the browser</summary>${codeBlock(firstCallInBrowser(parts), 'The way to the balances, approved in the browser')}</details>
<p>Without a terminal, the <a href="${consolePages.showConsole.path}">console</a> takes the same steps and shows each call.</p>`;

/** Marked up as facts: the script of the guides that approves reads them here. */
const customerFacts = (customer: SandboxCustomer | undefined, baseUrl: string): Html | undefined =>
  customer &&
  html`<h3>The customer</h3>
<p>Sign in on the bank's pages, or on <a href="${baseUrl}/customer">the customer's own pages</a>, as this customer of the sandbox:</p>
<dl class="facts"><dt>User name</dt><dd><code>${customer.login}</code></dd><dt>Password</dt><dd><code>${customer.password}</code></dd></dl>`;

/** The guides' programs, which end after the balances when asked to. */
const balancePrograms = [
  { language: 'curl', guide: 'curl', program: 'client.sh', run: 'sh client.sh' },
  { language: 'Node', guide: 'node', program: 'client.mjs', run: 'node client.mjs' },
  { language: 'Python', guide: 'python', program: 'client.py', run: 'python3 client.py' },
] as const;

function programs({ portalUrl }: StartView): Html {
  const guides = `${portalUrl}${sitePages.showGuides.path}`;
  return html`<h2 id="programs">A program to start from</h2>
<p>Each of these registers a client, asks for a consent, prints an address to open in a browser, ends with the balances of the customer who approves there, and removes its client. The <a href="${sitePages.showGuides.path}">guides</a> explain them, and have them in Java and Go too.</p>
${balancePrograms.map(({ language, guide, program, run }) => html`<h3>${language}</h3>${codeBlock(`curl -sSO ${guides}/${program} && ${run} balances`, `Balances with ${language}`)}<p><a href="${sitePages.showGuides.path}/${guide}">The program, step by step</a></p>`)}
<h3>Without a browser</h3>
<p>With any of the three, this script approves as the customer instead of the browser:</p>
${codeBlock(`curl -sSO ${guides}/approve.sh && chmod +x approve.sh && export OPEN_BROWSER=./approve.sh`, 'Approve without a browser')}`;
}
