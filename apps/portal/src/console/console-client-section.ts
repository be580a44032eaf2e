import { html, type Html } from '@open-banking/pages';
import { consolePages } from '@open-banking/spec';
import { pathOfClient } from '../developer-clients/client-path.js';
import { authMethodTexts } from '../clients/client-fields.js';
import type { CallingClient, ClientChoice } from './console-clients.service.js';

/** The client of the console's calls, on every page that sends one. */
export const callingLine = ({ name, clientId, isChosen }: CallingClient): Html =>
  html`<p class="soft">Client used for calls: <strong>${name}</strong>${clientId !== undefined && html` <a href="${pathOfClient(clientId)}"><code>${clientId}</code></a>`}, ${isChosen ? 'which you have chosen' : clientId === undefined ? 'which the console registers for you at the first call' : 'which the console has registered for you'}. <a href="${consolePages.showConsole.path}#client">Choose another</a></p>`;

export interface ClientSectionParts {
  readonly csrf: string;
  readonly calling: CallingClient;
  readonly choices: readonly ClientChoice[];
  readonly redirectUri: string;
  /** The client whose secret was refused. */
  readonly refused?: string | undefined;
}

/** The client of the console's calls, and a form to take another one. */
export const clientSection = (parts: ClientSectionParts): Html =>
  html`<h2 id="client">Client used for calls</h2>
${describes(parts.calling)}
${chooseForm(parts)}
${unfitList(parts)}
${parts.calling.isChosen && html`<form method="post" action="${consolePages.answerConsole.path}"><input type="hidden" name="csrf" value="${parts.csrf}"><p><button class="plain" name="step" value="own-client">Use the client that the console registers</button></p></form>`}`;

function describes({ name, clientId, isChosen }: CallingClient): Html {
  const link = clientId !== undefined && html` <a href="${pathOfClient(clientId)}"><code>${clientId}</code></a>`;
  if (isChosen) return html`<p><strong>${name}</strong>${link}, which you have chosen.</p>`;
  if (clientId === undefined)
    return html`<p>At the first call, the console registers a client for you, named <strong>${name}</strong>.</p>`;
  return html`<p><strong>${name}</strong>${link}, which the console has registered for you.</p>`;
}

function chooseForm({ csrf, calling, choices, refused }: ClientSectionParts): Html | false {
  const fit = choices.filter(({ unfit }) => unfit === undefined);
  if (fit.length === 0) return false;
  const chosen = refused ?? calling.clientId;
  return html`<form method="post" action="${consolePages.answerConsole.path}#client" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>One of your clients</span><select name="client">${fit.map(({ client: { clientId, name } }) => html`<option value="${clientId}" ${clientId === chosen && html`selected`}>${name} (${clientId.slice(0, 8)})</option>`)}</select></label>
<label><span>Its secret</span><input type="password" name="secret" maxlength="200" required autocomplete="off" ${refused !== undefined && html`aria-invalid="true" aria-describedby="secret-fault"`}>${refused !== undefined && html`<span class="fault" id="secret-fault">This is not the secret of this client.</span>`}<small>The bank has only a hash of it, so enter it here. The portal keeps it encrypted for your console. The active tokens are removed, because they belong to the previous client.</small></label>
<p><button name="step" value="choose-client">Use this client</button></p></form>`;
}

function unfitList({ choices, redirectUri }: ClientSectionParts): Html | false {
  const unfit = choices.filter((choice): choice is Required<ClientChoice> => choice.unfit !== undefined);
  if (unfit.length === 0) return false;
  return html`<details><summary>Clients that the console cannot use (${unfit.length})</summary><ul>
${unfit.map((choice) => html`<li><a href="${pathOfClient(choice.client.clientId)}">${choice.client.name}</a> <code>${choice.client.clientId.slice(0, 8)}</code>: ${whyNot(choice, redirectUri)}</li>`)}</ul></details>`;
}

function whyNot({ client: { clientId, authMethod }, unfit }: Required<ClientChoice>, redirectUri: string): Html {
  switch (unfit) {
    case 'suspended':
      return html`the bank has suspended it.`;
    case 'method':
      return html`it authenticates by ${(authMethodTexts[authMethod]?.[0] ?? authMethod).toLowerCase()}; the console has no key of yours and sends a secret in the Authorization header.`;
    case 'roles':
      return html`it has neither the role to read accounts nor the role to initiate payments.`;
    case 'redirect':
      return html`it has no redirect URI that leads customers back to the console. <a href="${pathOfClient(clientId)}#redirects">Add the redirect URI</a> <code>${redirectUri}</code>.`;
  }
}
