import { html, type Html } from '@open-banking/pages';
import { consentClient, developerPages, issuerHomes, paymentClient } from '@open-banking/spec';
import { pathOfClient } from '../developer-clients/client-path.js';
import { utcMinute, instantText } from '../visit/instant.js';
import { portalNotice } from '../visit/portal-page.js';
import { authMethodTexts, faultSummary, jwksField, redirectUrisField, roleTexts, subjectField } from './client-fields.js';
import type { FieldFaults } from './client-request.js';
import type { ClientCredentials, DeveloperClient } from '../developer-clients/developer-clients.service.js';

/** The parts of a form of this page besides its own fields. */
export interface FormFrame {
  readonly action: string;
  readonly csrf: string;
}
const start = ({ action, csrf }: FormFrame): Html =>
  html`<form method="post" action="${action}" class="stack"><input type="hidden" name="csrf" value="${csrf}">`;

/** The developer's clients on the first page after signing in. */
export function clientList(clients: readonly DeveloperClient[], isOpen: boolean): Html {
  const more = isOpen
    ? html`<p><a class="button" href="${developerPages.showNewClient.path}">Register a client</a></p>`
    : portalNotice('note', 'Developers register no clients at this bank: ask it for one.');
  if (clients.length === 0)
    return html`<p>A client is your program as the bank knows it: it has an id, something to authenticate with, and roles. You have none yet.</p>${more}`;
  const row = ({ clientId, name, roles, createdAt, suspendedAt, formerUntil }: DeveloperClient) => html`<tr>
<td><a href="${pathOfClient(clientId)}"><strong>${name}</strong></a></td><td><code>${clientId}</code></td><td>${roles.join(', ')}</td><td>${utcMinute(createdAt)}</td>
<td>${suspendedAt === undefined ? html`<span class="badge ok">active</span>` : html`<span class="badge bad">suspended</span>`}${formerUntil !== undefined && html` <span class="badge">rotating</span>`}</td></tr>`;
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">Name</th><th scope="col">client_id</th><th scope="col">Roles</th><th scope="col">Registered</th><th scope="col">State</th></tr></thead>
<tbody>${clients.map(row)}</tbody></table></div>${more}`;
}

export const credentialsTitle = (registered: boolean): string => (registered ? 'The client is registered' : 'The credential was rotated');

/** The credential of a client that was registered or has a new secret: the only time that the secret is shown. */
export function credentialsContent(
  { clientId, clientSecret, previousUntil }: ClientCredentials,
  {
    registered,
    authMethod,
    roles,
    baseUrl,
  }: { readonly registered: boolean; readonly authMethod: string; readonly roles: readonly string[]; readonly baseUrl: string },
): Html {
  const { issuer, clientScope: scope } = roles.includes('PSP_AI') ? consentClient : paymentClient;
  const token = `${baseUrl}${issuerHomes[issuer].path}/token`;
  const call =
    authMethod === 'client_secret_post'
      ? `curl -s ${token} \\
  -d client_id=${clientId} -d client_secret=${clientSecret} \\
  -d grant_type=client_credentials -d scope=${scope}`
      : `curl -s ${token} \\
  -u '${clientId}:${clientSecret}' \\
  -d grant_type=client_credentials -d scope=${scope}`;
  return html`<h1>${credentialsTitle(registered)}</h1>
${clientSecret !== undefined && portalNotice('note', 'The secret is shown once. Copy it now: the bank keeps only a hash. If you lose it, rotate it.')}
<dl class="facts"><dt>client_id</dt><dd><code>${clientId}</code></dd>
${clientSecret !== undefined && html`<dt>client_secret</dt><dd><code>${clientSecret}</code></dd>`}</dl>
${previousUntil !== undefined && html`<p>The previous one stays valid until <strong>${utcMinute(previousUntil)}</strong>, so that you can replace it without a gap. Tokens and consents are not affected.</p>`}
${clientSecret !== undefined && html`<h2>Try it</h2><p>A token of the client itself, with which it asks customers for ${scope === 'AIS' ? 'consents' : 'payments'}:</p><pre tabindex="0"><code>${call}</code></pre>`}
<p><a class="button" href="${pathOfClient(clientId)}">To the client</a></p>`;
}

const overlaps = [
  ['', 'For as long as the bank has set'],
  ['PT1H', 'For one hour'],
  ['PT0S', 'Not at all: it has leaked'],
] as const;

const keepField = (faults: FieldFaults): Html =>
  html`<label><span>How long the previous one stays valid</span><select name="keep">${overlaps.map(([value, says]) => html`<option value="${value}">${says}</option>`)}</select>${faults['keep'] !== undefined && html`<span class="fault">${faults['keep'].join(' ')}</span>`}</label>`;

function rotation(
  { authMethod, jwksUri, formerUntil }: DeveloperClient,
  frame: FormFrame,
  faults: FieldFaults,
  typed: { readonly jwks: string; readonly tlsSubject: string },
): Html {
  if (formerUntil !== undefined)
    return html`<p>The previous credential stays valid until <strong>${utcMinute(formerUntil)}</strong>. It can be rotated again after that, or when you end it now.</p>
${start(frame)}<p><button class="plain" name="step" value="finish-rotation">End the previous credential now</button></p></form>`;
  if (authMethod.startsWith('client_secret'))
    return html`<p>The new secret is valid at once. Tokens and consents are not affected.</p>
${start(frame)}${keepField(faults)}<p><button name="step" value="rotate-secret">Rotate the secret</button></p></form>`;
  if (jwksUri !== undefined)
    return html`<p>You publish the keys at <code>${jwksUri}</code>: publish the new key there beside the old one, sign with it, and withdraw the old one later. The bank fetches them again for an assertion by a key that it does not know, once in ten seconds at most, and once a minute otherwise.</p>`;
  if (authMethod === 'private_key_jwt')
    return html`${start(frame)}${jwksField(typed.jwks, faults, true)}${keepField(faults)}<p><button name="step" value="rotate-keys">Replace the keys</button></p></form>`;
  return html`<p>A renewed certificate with the same subject needs no change here.</p>
${start(frame)}${subjectField(typed.tlsSubject, faults, true)}${keepField(faults)}<p><button name="step" value="rotate-subject">Replace the subject</button></p></form>`;
}

const keyIds = (jwks: object | undefined): Html | false => {
  const keys = (jwks as { readonly keys?: readonly { readonly kid?: string; readonly kty?: string; readonly crv?: string }[] } | undefined)
    ?.keys;
  return (
    keys !== undefined &&
    html`<dt>Public keys</dt><dd>${keys.map(({ kid, kty, crv }, index) => html`${index > 0 && html`<br>`}<code>${kid ?? 'without kid'}</code> (${[kty, crv].filter(Boolean).join(' ')})`)}</dd>`
  );
};

const suspensionNotice = ({ suspendedAt, suspensionReason }: DeveloperClient): Html | false =>
  suspendedAt !== undefined &&
  portalNotice(
    'alert',
    `The bank has suspended this client since ${instantText(suspendedAt)}: ${suspensionReason ?? 'no reason given'}. All its requests are refused.`,
  );

/** One client with what can be done with it. */
export function clientContent(
  client: DeveloperClient,
  frame: FormFrame,
  {
    done,
    faults = {},
    typed = { jwks: '', tlsSubject: '' },
    redirectUris,
    redirectHint = false,
    sections = [],
  }: {
    readonly done?: string | Html;
    readonly faults?: FieldFaults;
    /** The text that was typed, to be corrected. */
    readonly redirectUris?: string;
    readonly redirectHint?: Html | false;
    readonly typed?: { readonly jwks: string; readonly tlsSubject: string };
    /** Further sections about the client, each with its heading. */
    readonly sections?: readonly Html[];
  } = {},
): Html {
  return html`<p><a href="${developerPages.showDeveloper.path}">Your clients</a></p>
<h1>${client.name}</h1>
${done !== undefined && portalNotice('done', done)}
${faultSummary(faults)}
${suspensionNotice(client)}
${clientFacts(client)}
${sections}
<h2 id="redirects">Redirect URIs</h2>
<p>A change counts at once. Authorizations that are open with one that you leave out are refused, and so is a code that was sent there.</p>
${start(frame)}${redirectUrisField(redirectUris ?? client.redirectUris.join('\n'), faults, redirectHint)}<p><button name="step" value="change-redirect-uris">Change the redirect URIs</button></p></form>
<h2 id="rotate">Rotate</h2>
${rotation(client, frame, faults, typed)}
<h2>Remove</h2>
<p>Ends the client with its tokens and consents.</p>
${start(frame)}<p><button class="danger" name="step" value="remove">Remove the client</button></p></form>`;
}

const clientFacts = ({ clientId, roles, redirectUris, authMethod, jwks, jwksUri, tlsSubject, createdAt }: DeveloperClient): Html =>
  html`<dl class="facts"><dt>client_id</dt><dd><code>${clientId}</code></dd>
<dt>Roles</dt><dd>${roleTexts.filter(([id]) => roles.includes(id)).map(([id, says], index) => html`${index > 0 && html`, `}${says} <code>${id}</code>`)}</dd>
<dt>Redirect URIs</dt><dd>${redirectUris.map((uri, index) => html`${index > 0 && html`<br>`}<code>${uri}</code>`)}</dd>
<dt>Authentication</dt><dd>${authMethodTexts[authMethod]?.[0] ?? authMethod} <code>${authMethod}</code></dd>
${keyIds(jwks)}${jwksUri !== undefined && html`<dt>Keys at</dt><dd><code>${jwksUri}</code></dd>`}${tlsSubject !== undefined && html`<dt>Certificate</dt><dd><code>${tlsSubject}</code></dd>`}
<dt>Registered</dt><dd>${utcMinute(createdAt)}</dd></dl>`;

/** The redirect URIs that a change has added and removed. */
export function redirectsChanged(before: readonly string[], now: readonly string[]): Html | string {
  const [added, removed] = [now.filter((uri) => !before.includes(uri)), before.filter((uri) => !now.includes(uri))];
  if (added.length === 0 && removed.length === 0) return 'The redirect URIs are as they were.';
  const sentence = (what: string, uris: readonly string[]) =>
    uris.length > 0 && html`${what} ${uris.map((uri, index) => html`${index > 0 && ', '}<code>${uri}</code>`)}. `;
  return html`${sentence('Customers can now return to', added)}${sentence('Nobody is sent any more to', removed)}`;
}

/** Asks whether a removal is meant, and says what it ends. */
export const removalContent = ({ name, clientId }: DeveloperClient, frame: FormFrame): Html =>
  html`<h1>Remove ${name}?</h1>
<p>This cannot be undone. For <code>${clientId}</code>:</p>
<ul><li>all its tokens are refused, from the next request on;</li>
<li>all consents that customers have given it end, and customers see them as ended by you;</li>
<li>payments and mandates that wait for approval end at their deadlines; those approved are carried out.</li></ul>
${start(frame)}<input type="hidden" name="confirmed" value="yes"><p><button class="danger" name="step" value="remove">Remove the client</button></p></form>
<p><a href="${frame.action}">Keep it</a></p>`;
