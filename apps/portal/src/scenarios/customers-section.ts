import { html, type Html } from '@open-banking/pages';
import type { SandboxCustomer } from './scenarios.messages.js';

/** The developer's customers, with a form that makes another one. */
export const customersSection = (customers: readonly SandboxCustomer[], post: string, csrf: string): Html => html`<h2>Your customers</h2>
${customerTable(customers)}
<form method="post" action="${post}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>Seed</span><input name="seed" maxlength="64" pattern="[A-Za-z0-9._\\-]*" autocomplete="off"><small>The same seed gives the same data. Empty: 1.</small></label>
<p><button name="step" value="createSandboxCustomer">Create a customer</button></p></form>`;

function customerTable(customers: readonly SandboxCustomer[]): Html {
  if (customers.length === 0) return html`<p>You have none yet.</p>`;
  return html`<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">Seed</th><th scope="col">User name</th><th scope="col">Password</th></tr></thead><tbody>
${customers.map(
  ({ seed, logins }) =>
    html`<tr><td>${logins.map(({ name }) => html`${name}<br>`)}</td><td>${seed}</td><td>${logins.map(({ login }) => html`<code>${login}</code><br>`)}</td><td><code>${logins[0]?.password ?? ''}</code></td></tr>`,
)}</tbody></table></div>`;
}
