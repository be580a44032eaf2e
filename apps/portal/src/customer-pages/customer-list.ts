import { html, type Html } from '@open-banking/pages';
import { customerEditorPages, sandboxOperations } from '@open-banking/spec';
import { customerPresets, presetNames } from '../customer-data/customer-presets.js';
import type { SandboxCustomer } from '../scenarios/scenarios.messages.js';
import { utcMinute } from '../visit/instant.js';
import type { AccountBalances } from './customer-balances.service.js';

const path = customerEditorPages.showSandboxCustomers.path;
export const customerPath = (customerId: string): string =>
  customerEditorPages.showSandboxCustomer.path.replace('{customerId}', customerId);

type Account = SandboxCustomer['logins'][number]['accounts'][number];

/** Names of the people. They are missing until all data are loaded. */
export const customerName = ({ logins }: SandboxCustomer): string => logins.map(({ name }) => name).join(' and ') || 'Not complete';

/** The accounts of all people of a customer, each once. */
export const accountsOf = ({ logins }: SandboxCustomer): Account[] => [
  ...new Map(logins.flatMap(({ accounts }) => accounts).map((account) => [account.resourceId, account])).values(),
];

const kinds: Readonly<Record<string, string>> = {
  account: 'Account',
  saving: 'Savings',
  loan: 'Loan',
  card: 'Card',
  securities: 'Securities',
};
export const kindName = (kind: string): string => kinds[kind] ?? kind;

/** The developer's customers, oldest first. */
export function customerList(customers: readonly SandboxCustomer[], balances: AccountBalances): Html {
  if (customers.length === 0) return html`<p>You have no customers yet. Create one below.</p>`;
  return html`<div class="scroll"><table><thead><tr><th scope="col">Customer</th><th scope="col">User name</th><th scope="col">Accounts</th><th scope="col">Created</th></tr></thead><tbody>
${customers.map(
  (customer) => html`<tr><th scope="row"><a href="${customerPath(customer.customerId)}">${customerName(customer)}</a></th>
<td>${customer.logins[0] ? html`<code>${customer.logins[0].login}</code>` : 'Open it, and save it again'}</td>
<td>${accountsOf(customer).length === 0 ? 'None' : html`<ul class="accounts">${accountsOf(customer).map((account) => html`<li>${balanceLine(account, balances)}</li>`)}</ul>`}</td>
<td>${utcMinute(customer.createdAt)}</td></tr>`,
)}</tbody></table></div>`;
}

function balanceLine({ kind, resourceId, currency }: Account, balances: AccountBalances): Html {
  const balance = balances.get(resourceId);
  return balance
    ? html`${balance.name}: <span class="amount">${balance.booked} ${currency}</span>`
    : html`${kindName(kind)} in ${currency}`;
}

/** Asks for the data of a new customer. */
export const createForm = (
  csrf: string,
): Html => html`<form method="post" action="${path}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>Data</span><select name="preset"><option value="">Generated: an account with two years of entries, and one of each product</option>${presetNames.map((name) => html`<option value="${name}">${customerPresets[name].says}</option>`)}</select><small>You can change the entries afterwards.</small></label>
<label class="tick"><input type="checkbox" name="secondOwner" value="yes"><span>A second owner, who must approve too</span></label>
<label><span>Seed</span><input name="seed" maxlength="64" pattern="[A-Za-z0-9._\\-]*" autocomplete="off"><small>The same seed gives the same generated data. If empty, it is 1.</small></label>
<p><button name="step" value="create">Create a customer</button></p></form>`;

/** The same with curl. */
export const createCall = (
  baseUrl: string,
): Html => html`<details><summary>The call</summary><pre tabindex="0"><code>curl -s -X POST "${baseUrl}${sandboxOperations.createSandboxCustomer.path}" \\
  -H "Authorization: Bearer $SANDBOX_KEY" \\
  -H 'Content-Type: application/json' -d '{ "preset": "overdrawn" }'</code></pre></details>`;
