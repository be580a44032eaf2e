import { html, type Html } from '@open-banking/pages';
import { aisPis, consolePages, mandates, operationsOf, products, type Operation } from '@open-banking/spec';
import { objectPath } from '../objects/object-kinds.js';
import { statusText } from '../reference/status-texts.js';
import { withCodes } from '../documents/code-spans.js';
import { documentedOperation } from '../reference/openapi-documents.js';
import { referencePath } from '../reference/reference-pages.service.js';
import { portalNotice } from '../visit/portal-page.js';
import type { ConsoleState, Grant } from './console-state.js';
import { everyPermission, needsCustomer, permissionNames, type Choice, type ConsolePermissions } from './operation-needs.js';
import { kindOf } from './next-steps.js';
import { operationPath } from './operation-path.js';
import type { ConsoleCustomer } from './console-customers.service.js';

const option = ({ value, label }: Choice, chosen: string | undefined): Html =>
  html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`;

/** A field with choices. */
export const selectField = (name: string, label: string | Html, choices: readonly Choice[], chosen?: string): Html =>
  html`<label><span>${label}</span><select name="${name}">${choices.map((choice) => option(choice, chosen))}</select></label>`;

export const customerField = (customers: readonly ConsoleCustomer[], chosen: string | undefined, name = 'login'): Html =>
  selectField(
    name,
    'Customer',
    customers.map(({ login, name: whole, isOwn }) => ({ value: login, label: `${whole} (${login})${isOwn ? ', your own' : ''}` })),
    chosen,
  );

/** Most customers of a list without a search. */
const maxUnsearched = 10;

/** A search among the customers, with its result. */
export interface CustomerSearch {
  readonly text: string;
  readonly found: readonly ConsoleCustomer[];
  readonly all: readonly ConsoleCustomer[];
}

/** Narrows the list of customers, where it is long. `kept`: the other values that the page was opened with. */
export const searchForm = (
  row: Operation,
  { text, found, all }: CustomerSearch,
  kept: Readonly<Record<string, string>> = {},
): Html | false =>
  all.length > maxUnsearched &&
  html`<form method="get" action="${operationPath(row.id)}" role="search" class="stack">${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label><span>Find a customer</span><input type="search" name="find" value="${text}" maxlength="100" autocomplete="off" spellcheck="false"><small>By name, user name or account number. ${searchResult(text, found.length, all.length)}</small></label>
<p><button class="plain">Find</button></p></form>`;

function searchResult(text: string, found: number, all: number): string {
  if (text === '') return `The sandbox has ${all}.`;
  return found === 0 ? `None of the ${all} matches; the list below has all.` : `${found} of ${all} match${found === 1 ? 'es' : ''}.`;
}

/** All operations, the tokens of this browser, and the latest calls. */
export const consoleOverview = (csrf: string, state: ConsoleState, client: Html, history: Html | false): Html => html`<h1>Console</h1>
<p class="lead">Choose an operation. The console does what your software will do: it asks for a consent, sends you to the bank's pages, where you approve as a customer of the sandbox, and sends the call with the token.</p>
<ul class="cards">
<li class="card"><h2><a href="${operationPath(aisPis.readAccountBalances.id)}">A customer's balances</a></h2><p>A consent, its approval, and the call.</p></li>
<li class="card"><h2><a href="${operationPath(aisPis.createPayment.id)}">A payment</a></h2><p>From its approval to its last status.</p></li>
<li class="card"><h2><a href="${operationPath(mandates.createMandate.id)}">A mandate</a></h2><p>From its approval to its <a href="${operationPath(mandates.deleteMandate.id)}">cancellation</a>.</p></li>
</ul>
${grantsHeld(csrf, state)}
${history}
${client}
${products.map(
  ({ product }) => html`<h2 id="${product.id}">${product.title}</h2>
<div class="scroll"><table><thead><tr><th scope="col">Operation</th><th scope="col">Request</th><th scope="col">Needs</th></tr></thead><tbody>
${operationsOf(product.service).map(operationLine)}</tbody></table></div>`,
)}`;

const operationLine = (row: Operation): Html =>
  html`<tr><td class="name"><a href="${operationPath(row.id)}"><code>${row.id}</code></a></td><td><span class="method">${row.method}</span> <code>${row.path}</code></td><td>${needsOf(row)}</td></tr>`;

function needsOf(row: Operation): string {
  if (needsCustomer(row)) return `a customer's consent: ${row.permission}`;
  return row.token ? "the client's own token" : 'no token';
}

const issuerNames = { consents: 'Consent', payments: 'Payment', mandates: 'Mandate', cancellation: 'Cancellation of a mandate' } as const;

function grantsHeld(csrf: string, { grants }: ConsoleState): Html | false {
  if (grants.length === 0) return false;
  return html`<h2>Active tokens</h2>
<ul>${grants.map(({ subject, login }) => html`<li>${issuerNames[subject.issuer]} <code>${subject.id}</code>, approved by <strong>${login}</strong></li>`)}</ul>
<form method="post" action="${consolePages.answerConsole.path}"><input type="hidden" name="csrf" value="${csrf}"><button class="plain" name="step" value="forget">Forget these tokens</button></form>`;
}

/** The beginning of every page of one operation. */
export function operationHeading({ id, method, path, token }: Operation, calling: Html): Html {
  const { operation } = documentedOperation(id)!;
  const [first] = operation.description.split(' Needs ');
  return html`<p><a href="${consolePages.showConsole.path}">Console</a></p>
<h1>${operation.summary}</h1>
<p><span class="method">${method}</span> <code>${path}</code> · <a href="${referencePath(id)}">Reference</a></p>
<p>${withCodes(first!)}</p>
${token && calling}`;
}

interface AskParts {
  readonly csrf: string;
  readonly row: Operation;
  readonly customers: readonly ConsoleCustomer[];
  readonly login?: string | undefined;
  readonly ticked?: ConsolePermissions | undefined;
}

/** The form for a consent. The operation's needs are ticked; what is not ticked is not requested. */
export function askForm({ csrf, row, customers, login, ticked }: AskParts): Html {
  const chosen = ticked ?? ['accounts', row.permission ?? 'accounts'];
  return html`<form method="post" action="${operationPath(row.id)}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
${customerField(customers, login)}
<fieldset><legend>Permissions to ask for</legend>
${everyPermission.map(
  (permission) =>
    html`<label class="tick"><input type="checkbox" name="permission" value="${permission}" ${chosen.includes(permission) && html`checked`}> ${permissionNames[permission]}</label>`,
)}</fieldset>
<p><button name="step" value="ask">Ask for the consent</button></p></form>`;
}

const approvedThings = ({ subject }: Grant): string =>
  subject.permissions === undefined
    ? kindOf(subject)
    : subject.permissions.map((permission) => permissionNames[permission].split(':')[0]!.toLowerCase()).join(', ');

/** The consent of the token that this browser holds, with the status that the bank gives for it now; undefined: it knows none. */
export function consentNotice(grant: Grant, status: string | undefined): Html {
  const { login, subject } = grant;
  const link = html`<a href="${objectPath('consent', subject.id)}">consent</a>`;
  if (status === 'valid')
    return portalNotice('done', html`<strong>${login}</strong> has approved ${approvedThings(grant)}. The ${link} is <code>valid</code>.`);
  const words = status === undefined ? 'The bank does not know this consent for this client.' : statusText('consent', status)?.says;
  return portalNotice(
    'alert',
    html`The ${link} of <strong>${login}</strong> is not valid${status !== undefined && html`: <code>${status}</code>`}. ${words} <a href="#ask">Ask again</a>`,
  );
}

/** Leads to the bank's pages: the link, and the customer to sign in as. */
export const approvalPage = (
  url: string,
  { login, password, name }: ConsoleCustomer,
  below?: Html,
): Html => html`<h1>Approve as the customer</h1>
<p>Your software would send the customer to the bank with a link like the one below. Follow it and sign in as <strong>${name}</strong>; tick the accounts, if it lets you choose. The approval code is filled in, as this is a sandbox. Then the bank sends you back here.</p>
<dl class="facts"><dt>User name</dt><dd><code>${login}</code></dd><dt>Password</dt><dd><code>${password}</code></dd></dl>
<p><a class="button" href="${url}">Go to the bank's pages</a></p>
<details><summary>The link</summary><pre tabindex="0" aria-label="The link"><code>${url}</code></pre></details>
${below}`;

/** The button that leads the customer to the bank's pages, about what was created. */
export const approveForm = (csrf: string, row: Pick<Operation, 'id'>, id: string, login: string, text: string): Html =>
  html`<form method="post" action="${operationPath(row.id)}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="id" value="${id}"><input type="hidden" name="login" value="${login}"><p><button name="step" value="approve">${text}</button></p></form>`;
