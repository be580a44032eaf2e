import { html, type Html } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import type { OwnLogo } from '@open-banking/contracts';
import type { DeveloperClient } from '../developer-clients/developer-clients.service.js';

/** The gateways and services take bodies of 64 KiB; the form around the file takes some of it. */
export const maxFileBytes = 60 * 1_024;

const says = {
  approved: 'Customers see it.',
  proposed: 'It waits for the bank to approve it. Customers do not see it yet.',
  refused: 'The bank has refused it.',
} as const;

const logoPath = ({ clientId }: DeveloperClient, end: string): string =>
  `${developerPages.showClient.path.replace('{clientId}', encodeURIComponent(clientId))}/${end}`;

function shown(client: DeveloperClient, { logo, status, reason }: OwnLogo): Html {
  return html`<li><img class="logo" src="${logoPath(client, `logos/${logo}`)}" width="64" height="64" alt="Logo of ${client.name}, ${status}">
<p><span class="badge ${status === 'approved' && 'ok'}${status === 'refused' && 'bad'}">${status}</span> ${says[status]}${reason !== undefined && html` It says: “${reason}”`}</p></li>`;
}

/** The logo of a client, with what became of those that were uploaded. */
export function logoSection(client: DeveloperClient, logos: readonly OwnLogo[], csrf: string, fault?: string): Html {
  const start = html`<form method="post" action="${logoPath(client, 'logo')}" enctype="multipart/form-data" class="stack"><input type="hidden" name="csrf" value="${csrf}">`;
  return html`<h2 id="logo">Logo</h2>
<p>Customers see it beside the name when they approve, once the bank has approved it. A new logo needs a new approval. Until then customers see the approved one.</p>
${logos.length > 0 && html`<ul class="logos">${logos.map((one) => shown(client, one))}</ul>`}
${start}<label><span>Image</span><input type="file" name="image" accept="image/png,image/jpeg" required ${fault !== undefined && html`aria-invalid="true" aria-describedby="image-fault"`}>${fault !== undefined && html`<span class="fault" id="image-fault">${fault}</span>`}<small>PNG or JPEG, at most 60 KiB, each side 32 to 1,024 pixels. It is stored as a PNG of at most 256 × 256 pixels.</small></label>
<p><button name="step" value="upload-logo">Upload</button></p></form>
${logos.length > 0 && html`${start}<p><button class="plain" name="step" value="remove-logo">Remove the logo</button></p></form>`}`;
}
