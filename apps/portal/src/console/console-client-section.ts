import { html, type Html } from '@open-banking/pages';
import { consolePages } from '@open-banking/spec';
import { pathOfClient } from '../developer-clients/client-path.js';
import { authMethodTexts } from '../clients/client-fields.js';
import type { CallingClient, ClientChoice } from './console-clients.service.js';

/** With which client the console calls, on every page that sends a call. */
export const callingLine = ({ name, clientId, isChosen }: CallingClient): Html =>
  html`<p class="soft">Calls go out as the client <strong>${name}</strong>${clientId !== undefined && html` <a href="${pathOfClient(clientId)}"><code>${clientId}</code></a>`}, ${isChosen ? 'which you have chosen' : clientId === undefined ? 'which the console registers for you at the first call' : "the console's own"}. <a href="${consolePages.showConsole.path}#client">Choose another</a></p>`;

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
  html`<h2 id="client">The client that calls</h2>
${describes(parts.calling)}
${chooseForm(parts)}
${unfitList(parts)}
${parts.calling.isChosen && html`<form method="post" action="${consolePages.answerConsole.path}"><input type="hidden" name="csrf" value="${parts.csrf}"><p><button class="plain" name="step" value="own-client">Call with the console's own client</button></p></form>`}`;

function describes({ name, clientId, isChosen }: CallingClient): Html {
  const link = clientId !== undefined && html` <a href="${pathOfClient(clientId)}"><code>${clientId}</code></a>`;
  if (isChosen) return html`<p><strong>${name}</strong>${link}, which you have chosen.</p>`;
  if (clientId === undefined)
    return html`<p>The console registers a client of its own for you at the first call, <strong>${name}</strong>.</p>`;
  return html`<p><strong>${name}</strong>${link}, the console's own.</p>`;
}

function chooseForm({ csrf, calling, choices, refused }: ClientSectionParts): Html | false {
  const fit = choices.filter(({ unfit }) => unfit === undefined);
  if (fit.length === 0) return false;
  const chosen = refused ?? calling.clientId;
  return html`<form method="post" action="${consolePages.answerConsole.path}#client" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>One of your clients</span><select name="client">${fit.map(({ client: { clientId, name } }) => html`<option value="${clientId}" ${clientId === chosen && html`selected`}>${name} (${clientId.slice(0, 8)})</option>`)}</select></label>
<label><span>Its secret</span><input type="password" name="secret" maxlength="200" required autocomplete="off" ${refused !== undefined && html`aria-invalid="true" aria-describedby="secret-fault"`}>${refused !== undefined && html`<span class="fault" id="secret-fault">The bank does not take this secret for this client.</span>`}<small>The bank has only a hash of it. It is kept encrypted for your console; the tokens of this browser are forgotten, because they are the former client's.</small></label>
<p><button name="step" value="choose-client">Call with this client</button></p></form>`;
}

function unfitList({ choices, redirectUri }: ClientSectionParts): Html | false {
  const unfit = choices.filter((choice): choice is Required<ClientChoice> => choice.unfit !== undefined);
  if (unfit.length === 0) return false;
  return html`<details><summary>Clients that the console cannot call with (${unfit.length})</summary><ul>
${unfit.map((choice) => html`<li><a href="${pathOfClient(choice.client.clientId)}">${choice.client.name}</a> <code>${choice.client.clientId.slice(0, 8)}</code>: ${whyNot(choice, redirectUri)}</li>`)}</ul></details>`;
}

function whyNot({ client: { clientId, authMethod }, unfit }: Required<ClientChoice>, redirectUri: string): Html {
  switch (unfit) {
    case 'suspended':
      return html`the bank has suspended it.`;
    case 'method':
      return html`it authenticates by ${(authMethodTexts[authMethod]?.[0] ?? authMethod).toLowerCase()}; the console has no key of yours and sends a secret in the Authorization header.`;
    case 'roles':
      return html`it may neither read accounts nor initiate payments.`;
    case 'redirect':
      return html`customers could not return here. <a href="${pathOfClient(clientId)}#redirects">Add the redirect URI</a> <code>${redirectUri}</code>.`;
  }
}
