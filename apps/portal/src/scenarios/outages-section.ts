import { html, utcTime, type Html } from '@open-banking/pages';
import { interfaceServices } from '@open-banking/spec';
import type { DeveloperClient } from '../developer-clients/developer-clients.service.js';

/** Durations to choose from, in seconds. */
export const outageSeconds: Readonly<Record<string, string>> = { 60: '1 minute', 300: '5 minutes', 900: '15 minutes', 3600: '1 hour' };

type ListedClient = Pick<DeveloperClient, 'clientId' | 'name' | 'outages'>;

const clientName = ({ name, clientId }: ListedClient): string => `${name} (${clientId.slice(0, 8)})`;

/** The outages that are simulated now, with a button that ends each, and a form for another one. */
export function outagesSection(clients: readonly ListedClient[], now: Date, post: string, csrf: string): Html {
  if (clients.length === 0) return html`<p>You have no clients yet.</p>`;
  const current = clients.flatMap((client) =>
    Object.entries(client.outages ?? {}).flatMap(([service, until]) =>
      until > now.getTime() ? [{ client, service, until: new Date(until) }] : [],
    ),
  );
  return html`${current.length > 0 && outageTable(current, post, csrf)}
<form method="post" action="${post}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>Client</span><select name="client">${clients.map((client) => html`<option value="${client.clientId}">${clientName(client)}</option>`)}</select></label>
<label><span>Service</span><select name="service">${interfaceServices.map((service) => html`<option>${service}</option>`)}</select></label>
<label><span>Duration</span><select name="seconds">${Object.entries(outageSeconds).map(([seconds, says]) => html`<option value="${seconds}">${says}</option>`)}</select></label>
<p><button name="step" value="begin-outage">Make it unavailable</button></p></form>`;
}

const outageTable = (
  outages: readonly { readonly client: ListedClient; readonly service: string; readonly until: Date }[],
  post: string,
  csrf: string,
): Html => html`<div class="scroll"><table><thead><tr><th scope="col">Client</th><th scope="col">Unavailable service</th><th scope="col">Until (bank’s clock)</th><th scope="col">End</th></tr></thead><tbody>
${outages.map(
  ({
    client,
    service,
    until,
  }) => html`<tr><td>${clientName(client)}</td><td><code>${service}</code></td><td>${utcTime(until, 'second', ' UTC')}</td>
<td><form method="post" action="${post}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="client" value="${client.clientId}"><input type="hidden" name="service" value="${service}"><input type="hidden" name="seconds" value="0"><button class="plain" name="step" value="end-outage" aria-label="End the outage: ${service} for ${clientName(client)}">End the outage</button></form></td></tr>`,
)}</tbody></table></div>`;
