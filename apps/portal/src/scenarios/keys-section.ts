import { html, type Html } from '@open-banking/pages';
import { utcMinute } from '../visit/instant.js';
import type { SandboxKeyRow } from './scenarios.statements.js';

/** The keys of a developer's tests, with a form for another one. */
export const keysSection = (keys: readonly SandboxKeyRow[], post: string, csrf: string): Html =>
  html`<p>With a key your tests call the <a href="/reference#sandbox">operations of the sandbox</a>: they create customers, and do what the buttons of these pages do. A key gives no access to other operations of the bank.</p>
${keys.length > 0 && keyTable(keys, post, csrf)}
<form method="post" action="${post}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>Name</span><input name="name" maxlength="100" required autocomplete="off"><small>For your own list, such as "CI".</small></label>
<p><button name="step" value="make-key">Create a key</button></p></form>`;

const keyTable = (keys: readonly SandboxKeyRow[], post: string, csrf: string): Html =>
  html`<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">Created</th><th scope="col">Remove</th></tr></thead><tbody>
${keys.map(
  ({ keyId, name, createdAt }) => html`<tr><td>${name}</td><td>${utcMinute(createdAt)}</td>
<td><form method="post" action="${post}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="keyId" value="${keyId}"><button class="plain" name="step" value="remove-key">Remove ${name}</button></form></td></tr>`,
)}</tbody></table></div>`;
