import { confirmationField, html, type Html } from '@open-banking/pages';
import { sandboxOperations } from '@open-banking/spec';
import { customerPresets, presetNames } from '../customer-data/customer-presets.js';
import type { SandboxCustomer } from '../scenarios/scenarios.messages.js';
import type { AccountBalances } from './customer-balances.service.js';
import { accountsOf, customerPath, kindName } from './customer-list.js';

export interface EditorState {
  /** JSON as it is to be shown. */
  readonly data: string;
  readonly preset?: string | undefined;
  readonly faults?: readonly { readonly path?: string | undefined; readonly text: string }[];
}

const transferFields = ['amount', 'debtorName', 'text'] as const;
type TransferField = (typeof transferFields)[number];

/** A transfer that was not sent, as it was typed, with the fault of each field. */
export interface RefusedTransfer {
  readonly accountId: string;
  readonly typed: Readonly<Record<TransferField, string>>;
  readonly faults: Partial<Readonly<Record<TransferField, string>>>;
}

const hidden = (csrf: string): Html => html`<input type="hidden" name="csrf" value="${csrf}">`;

/** The people who can sign in as the customer, with their passwords. */
export const signIns = ({ logins }: SandboxCustomer): Html => html`<h2 id="sign-in">Sign-in</h2>
<p>Use these to sign in as the customer on <a href="/customer">the bank's pages</a>, and wherever your client asks for approval.</p>
<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">User name</th><th scope="col">Password</th></tr></thead><tbody>
${logins.map(({ name, login, password }) => html`<tr><th scope="row">${name}</th><td><code>${login}</code></td><td><code>${password}</code></td></tr>`)}</tbody></table></div>`;

/** Accounts with their balances; money can come in to each current account. */
export function accountSection(customer: SandboxCustomer, balances: AccountBalances, csrf: string, refused?: RefusedTransfer): Html {
  const accounts = accountsOf(customer);
  return html`<h2 id="accounts">Accounts</h2>
<div class="scroll"><table><thead><tr><th scope="col">Account</th><th scope="col">Number</th><th scope="col">Booked</th><th scope="col">Available</th><th scope="col">Approval</th></tr></thead><tbody>
${accounts.map(({ kind, resourceId, currency, reference, approval }) => {
  const balance = balances.get(resourceId);
  return html`<tr><th scope="row">${balance?.name ?? kindName(kind)}</th><td><code>${Object.values(reference)[0] ?? ''}</code></td>
<td class="amount">${balance ? `${balance.booked} ${currency}` : '–'}</td><td class="amount">${balance ? `${balance.available} ${currency}` : '–'}</td><td>${approval === 'both' ? 'both owners' : 'one owner'}</td></tr>`;
})}</tbody></table></div>
<h3>Receive money</h3>
${accounts
  .filter(({ kind }) => kind === 'account')
  .map(({ resourceId, currency, reference }) =>
    transferForm(
      customer,
      { resourceId, currency, name: balances.get(resourceId)?.name ?? String(reference['iban']) },
      csrf,
      refused?.accountId === resourceId ? refused : undefined,
    ),
  )}`;
}

function transferForm(
  { customerId }: SandboxCustomer,
  { resourceId, currency, name }: { readonly resourceId: string; readonly currency: string; readonly name: string },
  csrf: string,
  refused: RefusedTransfer | undefined,
): Html {
  const field = transferField(refused);
  return html`<details ${refused && html`open`}><summary>Transfer to ${name}</summary>
<form method="post" action="${customerPath(customerId)}" class="stack">${hidden(csrf)}
<input type="hidden" name="accountId" value="${resourceId}"><input type="hidden" name="currency" value="${currency}">
${field('amount', `Amount in ${currency}`, '250.00', html`inputmode="decimal" required maxlength="20"`)}
${field('debtorName', 'Sender', 'Acme Ltd', html`required maxlength="140"`)}
${field('text', 'Text', 'Refund', html`maxlength="140"`)}
<p><button name="step" value="receive">Receive the transfer</button></p></form></details>`;
}

/** The fields of a transfer, with what was typed and its faults. The first field with a fault has the focus. */
const transferField = (refused: RefusedTransfer | undefined) => {
  const wrong = transferFields.filter((name) => refused?.faults[name] !== undefined);
  return (name: TransferField, label: string, example: string, attributes: Html): Html => {
    const fault = refused?.faults[name];
    const references =
      fault !== undefined && html` aria-invalid="true" aria-describedby="${name}-fault"${name === wrong[0] && html` autofocus`}`;
    return html`<label><span>${label}</span><input name="${name}" ${attributes} value="${refused?.typed[name] ?? example}" autocomplete="off"${references}>${fault !== undefined && html`<span class="fault" id="${name}-fault">${fault}</span>`}</label>`;
  };
};

/** The customer's data as JSON. */
export const editor = (
  { customerId }: SandboxCustomer,
  { data, preset, faults = [] }: EditorState,
  csrf: string,
): Html => html`<h2 id="data">Data</h2>
<p>This is the body of <a href="/reference/${sandboxOperations.putSandboxCustomer.id}"><code>PUT /sandbox/customers/{customerId}</code></a>. Balances are computed from the entries. Saving resets the customer: accounts get new ids and numbers, and consents end.</p>
<form method="post" action="${customerPath(customerId)}#data" class="stack wide">${hidden(csrf)}
<div class="preset"><label><span>Preset</span><select name="preset">${presetNames.map((name) => html`<option value="${name}" ${name === preset && html`selected`}>${customerPresets[name].says}</option>`)}</select></label>
<button class="plain" name="step" value="load-preset">Load a preset</button></div>
<label><span>JSON</span><textarea name="data" rows="24" spellcheck="false" autocomplete="off" ${faults.length > 0 && html`aria-invalid="true" aria-describedby="data-faults"`}>
${data}</textarea></label>
${faults.length > 0 && html`<ul id="data-faults" class="faults">${faults.map(({ path, text }) => html`<li>${path !== undefined && html`<code>${path}</code> `}${text}</li>`)}</ul>`}
<p><button name="step" value="save">Save</button></p></form>`;

/** The forms that reset and delete the customer. */
export const endings = ({ customerId }: SandboxCustomer, csrf: string): Html => html`<h2 id="reset">Reset or delete</h2>
<p>A reset starts the customer over: consents, payments and mandates end, and new accounts with the same data replace the old ones.</p>
<form method="post" action="${customerPath(customerId)}">${hidden(csrf)}<p><button class="plain" name="step" value="reset">Reset</button></p></form>
<details><summary>Delete this customer</summary><p>The user names stop working, and everything that was approved ends. The id cannot be used again.</p>
<form method="post" action="${customerPath(customerId)}">${hidden(csrf)}<input type="hidden" name="${confirmationField.name}" value="${confirmationField.value}"><p><button class="danger" name="step" value="delete">Delete</button></p></form></details>`;
