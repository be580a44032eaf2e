import { html, type Html } from '@open-banking/pages';
import { aisPis, consolePages, mandates, operationsOf, products, type Operation } from '@open-banking/spec';
import { withCodes } from '../reference/code-spans.js';
import { documentedOperation, type Parameter } from '../reference/openapi-documents.js';
import { referencePath } from '../reference/reference-pages.service.js';
import { portalNotice } from '../visit/portal-page.js';
import type { ConsoleState, Grant } from './console-state.js';
import { everyPermission, needsCustomer, permissionNames, type Choice, type ConsolePermissions } from './operation-needs.js';
import type { SandboxCustomer } from '../customers/sandbox-customers.service.js';

export const operationPath = (id: string): string =>
  consolePages.showConsoleOperation.path.replace('{operationId}', encodeURIComponent(id));

const option = ({ value, label }: Choice, chosen: string | undefined): Html =>
  html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`;

/** A field with choices. */
export const selectField = (name: string, label: string | Html, choices: readonly Choice[], chosen?: string): Html =>
  html`<label><span>${label}</span><select name="${name}">${choices.map((choice) => option(choice, chosen))}</select></label>`;

export const customerField = (customers: readonly SandboxCustomer[], chosen: string | undefined, name = 'login'): Html =>
  selectField(
    name,
    'Customer',
    customers.map(({ login, name: whole }) => ({ value: login, label: `${whole} (${login})` })),
    chosen,
  );

/** More than can be looked through in a list. */
const maxUnsearched = 10;

/** A search among the customers, with its result. */
export interface CustomerSearch {
  readonly text: string;
  readonly found: readonly SandboxCustomer[];
  readonly all: readonly SandboxCustomer[];
}

/** Narrows the list of customers, where it is long. `kept`: what the page was shown with besides. */
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
  return found === 0 ? `None of the ${all} fits; the list below has all.` : `${found} of ${all} fit${found === 1 ? 's' : ''}.`;
}

/** All operations, and what this browser may do already. */
export const consoleOverview = (csrf: string, state: ConsoleState, client: Html): Html => html`<h1>Console</h1>
<p class="lead">Choose an operation. The console does what your software will do: it asks for a consent, sends you to the bank's pages, where you approve as a customer of the sandbox, and sends the call with the token.</p>
<ul class="cards">
<li class="card"><h2><a href="${operationPath(aisPis.readAccountBalances.id)}">A customer's balances</a></h2><p>A consent, its approval, and the call.</p></li>
<li class="card"><h2><a href="${operationPath(aisPis.createPayment.id)}">A payment</a></h2><p>Until the money has arrived, or the bank says why not.</p></li>
<li class="card"><h2><a href="${operationPath(mandates.createMandate.id)}">A mandate</a></h2><p>Given by the customer, and <a href="${operationPath(mandates.deleteMandate.id)}">cancelled</a>.</p></li>
</ul>
${grantsHeld(csrf, state)}
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
  return html`<h2>Tokens of this browser</h2>
<ul>${grants.map(({ subject, login }) => html`<li>${issuerNames[subject.issuer]} <code>${subject.id}</code>, approved by <strong>${login}</strong></li>`)}</ul>
<form method="post" action="${consolePages.answerConsole.path}"><input type="hidden" name="csrf" value="${csrf}"><button class="plain" name="step" value="forget">Forget them</button></form>`;
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
  readonly customers: readonly SandboxCustomer[];
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

export const grantNotice = ({ subject, login }: Grant): Html =>
  portalNotice(
    'done',
    html`<strong>${login}</strong> has approved ${subject.permissions === undefined ? issuerNames[subject.issuer].toLowerCase() : subject.permissions.map((permission) => permissionNames[permission].split(':')[0]!.toLowerCase()).join(', ')}.`,
  );

export interface CallFormParts {
  readonly csrf: string;
  readonly row: Operation;
  /** The variable parts of the path, each with what it can be. */
  readonly places: readonly { readonly part: string; readonly choices: readonly Choice[] }[];
  readonly parameters: readonly Parameter[];
  readonly body?: string | undefined;
  readonly login: string;
  /** Values that are not to be chosen here. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The request that was sent, to be changed and sent again. */
  readonly sent: URLSearchParams;
}

export function callForm({ csrf, row, places, parameters, body, login, fixed = {}, sent }: CallFormParts): Html {
  const present = sent.get('step') !== 'send' || sent.has('attended');
  return html`<form method="post" action="${operationPath(row.id)}" class="stack"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="login" value="${login}">${Object.entries(fixed).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${places.map(({ part, choices }) => selectField(part, html`<code>${part}</code>`, choices, sent.get(part) ?? undefined))}
${parameters.map((parameter) => queryField(parameter, sent))}
${body !== undefined && html`<label><span>Body</span><textarea name="body" rows="16" spellcheck="false">${sent.get('body') ?? body}</textarea></label>`}
${row.token && html`<label class="tick"><input type="checkbox" name="attended" value="yes" ${present && html`checked`}> The customer is present (PSU-IP-Address)</label>`}
<p><button name="step" value="send">Send</button></p></form>`;
}

const queryName = (name: string): string => `query.${name}`;

function queryField({ name, required = false, schema = {} }: Parameter, sent: URLSearchParams): Html {
  const brought = sent.get(queryName(name)) ?? undefined;
  const label = html`<code>${name}</code>${!required && ' (optional)'}`;
  if (!schema.enum)
    return html`<label><span>${label}</span><input name="${queryName(name)}" value="${brought ?? ''}" maxlength="2000" autocomplete="off"></label>`;
  const values = schema.enum.map(String).map((value) => ({ value, label: value }));
  return selectField(queryName(name), label, required ? values : [{ value: '', label: 'not sent' }, ...values], brought);
}

/** The query as it was filled in: empty fields are not sent. */
export function consoleQuery(parameters: readonly Parameter[], sent: URLSearchParams): string {
  const filled = parameters.map(({ name }) => [name, sent.get(queryName(name)) ?? '']).filter(([, value]) => value !== '');
  return filled.length === 0 ? '' : `?${new URLSearchParams(filled).toString()}`;
}

/** Leads to the bank's pages: with whose sign-in, and what will be asked there. */
export const approvalPage = (
  url: string,
  { login, password, name }: SandboxCustomer,
  below?: Html,
): Html => html`<h1>Now approve as the customer</h1>
<p>Your software would send the customer to the bank with a link like the one below. Follow it and sign in as <strong>${name}</strong>; tick the accounts, if it lets you choose. The approval code is filled in, as this is a sandbox. Then the bank sends you back here.</p>
<dl class="facts"><dt>User name</dt><dd><code>${login}</code></dd><dt>Password</dt><dd><code>${password}</code></dd></dl>
<p><a class="button" href="${url}">Go to the bank's pages</a></p>
<details><summary>The link</summary><pre tabindex="0" aria-label="The link"><code>${url}</code></pre></details>
${below}`;

export const approveForm = (csrf: string, row: Operation, id: string, login: string, text: string): Html =>
  html`<form method="post" action="${operationPath(row.id)}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="id" value="${id}"><input type="hidden" name="login" value="${login}"><p><button name="step" value="approve">${text}</button></p></form>`;
