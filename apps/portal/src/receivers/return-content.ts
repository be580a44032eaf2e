import { denialReasons } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import { consolePages, developerPages, downloadPages, issuerHomes, receiverPages, sitePages, type Issuer } from '@open-banking/spec';
import { shellWord } from '../samples/shell-word.js';
import { portalNotice } from '../visit/portal-page.js';

/** The parameters that an issuer adds to a client's redirect URI (RFC 6749 §4.1.2, RFC 9207; `response`: JARM). */
export interface AuthorizationResponse {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
  readonly errorDescription?: string | undefined;
  readonly response?: string | undefined;
}

export interface ReturnView {
  readonly response: AuthorizationResponse;
  readonly baseUrl: string;
  /** The portal's address, without a slash at its end. */
  readonly site: string;
}

/** The page at which a customer's browser ends that an issuer has sent back to the portal's own redirect URI. */
export function returnContent(view: ReturnView): Html {
  const { code, error, response } = view.response;
  if (error !== undefined) return refused(view);
  if (code !== undefined) return approved(view);
  return response === undefined ? nothingYet(view) : signed(view);
}

const facts = (entries: readonly (readonly [name: string, value: string | undefined])[]): Html =>
  html`<dl class="facts">${entries.map(([name, value]) => value !== undefined && html`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>`;

const redirectUri = (site: string): string => site + receiverPages.showReturn.path;

/** The issuer that `iss` names; that of consents where it names none of this bank. */
function issuerOf({ response, baseUrl }: ReturnView): Issuer {
  const issuers = Object.keys(issuerHomes) as Issuer[];
  return issuers.find((issuer) => response.iss === baseUrl + issuerHomes[issuer].path) ?? 'consents';
}

const tokenRequest = (view: ReturnView, code: string): string =>
  [
    `curl -s ${view.baseUrl}${issuerHomes[issuerOf(view)].path}/token`,
    '-u "$CLIENT_ID:$CLIENT_SECRET"',
    '-d grant_type=authorization_code',
    `--data-urlencode code=${code}`,
    `--data-urlencode redirect_uri=${redirectUri(view.site)}`,
    '-d code_verifier="$CODE_VERIFIER"',
  ].join(' \\\n  ');

const command = (text: string): Html => html`<pre tabindex="0" aria-label="The token request"><code>${text}</code></pre>`;

const checks = html`<li>Compare <code>state</code> with the one that you sent in this browser session. If it differs, stop: the answer belongs to another request.</li>
<li>Compare <code>iss</code> with the issuer that you sent the customer to (RFC 9207).</li>`;

function approved(view: ReturnView): Html {
  const { code = '', state, iss } = view.response;
  return html`<h1>The customer has approved</h1>
<p class="lead">The bank has sent the customer's browser back to your client with a code. This page stands in for your application.</p>
${facts([
  ['code', code],
  ['state', state],
  ['iss', iss],
])}
<h2>What to do with them</h2>
<ol>${checks}
<li>Exchange the code for the customer's tokens, soon, as it is valid once and for a short time. <code>CODE_VERIFIER</code> is the value whose SHA-256 you sent as <code>code_challenge</code>.</li></ol>
${command(tokenRequest(view, shellWord(code)))}
<p>A client that authenticates with <code>private_key_jwt</code> or a certificate sends that in place of <code>-u</code>. In Postman, put <code>code</code> into the variable <code>code</code> of the environment, and go on with the <a href="${downloadPages.showCollection.path}#postman">third step</a>. The <a href="${sitePages.showGuides.path}">guides</a> show the step in each language, and the <a href="${consolePages.showConsole.path}">console</a> does it for you.</p>`;
}

/** Explanations of errors at the redirect URI. The page of errors explains the others. */
const explanations: Readonly<Record<string, string>> = {
  server_error: 'The bank could not complete the request. Nothing was granted. Send the customer again later.',
  temporarily_unavailable: 'The bank is too busy at the moment. Nothing was granted. Send the customer again later.',
};

const afterRefusal = html`<p>After the customer has refused, a consent that waited for approval is <code>rejected</code>, and a payment or mandate <code>RJCT</code>: sending the customer again is refused with <code>invalid_scope</code>. Create a new one when the customer wants to be asked again.</p>`;
const afterNoAnswer = html`<p>After the customer has gone back without an answer, or has not answered in time, the consent, payment or mandate can still be approved until its time is over. Send the customer again when the customer wants to.</p>`;

/** Without one of the bank's descriptions it can be either. */
function denialExplanation(description: string | undefined): Html {
  const isRefused = description === denialReasons.refused;
  const isUnanswered = description === denialReasons.left || description === denialReasons.late;
  return html`<p>Nothing was granted, and no code exists. Show the customer a page that says so.</p>
${!isUnanswered && afterRefusal}
${!isRefused && afterNoAnswer}`;
}

function errorExplanation(error: string, description: string | undefined): Html {
  if (error === 'access_denied') return denialExplanation(description);
  const known = Object.hasOwn(explanations, error) ? explanations[error] : undefined;
  return html`<p>${known ?? 'The request cannot be completed as it was sent. Correct it, and send the customer again.'}</p>`;
}

function refused(view: ReturnView): Html {
  const { error = '', errorDescription, state, iss } = view.response;
  return html`<h1>The customer has not approved</h1>
<p class="lead">The bank has sent the customer's browser back to your client with an error. This page stands in for your application.</p>
${facts([
  ['error', error],
  ['error_description', errorDescription],
  ['state', state],
  ['iss', iss],
])}
<h2>What to do</h2>
${errorExplanation(error, errorDescription)}
<ol>${checks}</ol>
<p>All errors of these endpoints: <a href="${sitePages.showErrors.path}#oauth-endpoints">errors of OAuth</a>.</p>`;
}

/** A client of FAPI 2.0 Message Signing gets one signed parameter (JARM §2.3.1). */
function signed({ response: { response } }: ReturnView): Html {
  return html`<h1>The bank has answered with a signed response</h1>
<p class="lead">The bank has sent the customer's browser back to your client. The answer is a JWT (JARM): <code>code</code> and <code>state</code>, or <code>error</code>, are in it.</p>
${facts([['response', response]])}
<h2>What to do with it</h2>
<ol><li>Verify its signature with the keys at the issuer's <code>jwks_uri</code>.</li>
<li>Check that <code>iss</code> is the issuer, <code>aud</code> your <code>client_id</code>, and that <code>exp</code> is not past.</li>
<li>Compare <code>state</code>, and exchange <code>code</code> at the token endpoint.</li></ol>
<p><a href="/docs/fapi#message-signing">Message signing</a> has the details.</p>`;
}

function nothingYet({ site }: ReturnView): Html {
  return html`<h1>Receiver of answers</h1>
${portalNotice('note', 'This address was opened without an answer of the bank.')}
<p>A client of this sandbox can have <code>${redirectUri(site)}</code> among its redirect URIs. After the customer has approved or refused, this page shows <code>code</code> and <code>state</code>, or the error, and what to do with them. It stores nothing.</p>
<p><a href="${developerPages.showNewClient.path}">Register a client</a> · <a href="${receiverPages.showReceivers.path}">Receivers of notifications</a></p>`;
}
