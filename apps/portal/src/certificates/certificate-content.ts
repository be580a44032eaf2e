import { X509Certificate } from 'node:crypto';
import { isSameNameText, issuerOf, nameText, subjectOf } from '@open-banking/access/certificate-name';
import { html, type Html } from '@open-banking/pages';
import { certificatePages } from '@open-banking/spec';
import { pathOfClient } from '../developer-clients/client-path.js';
import type { DeveloperClient } from '../developer-clients/developer-clients.service.js';
import { utcMinute } from '../visit/instant.js';
import { portalNotice } from '../visit/portal-page.js';
import type { StoredClientCertificate } from './client-certificate.entity.js';

export const pathOfCertificates = (clientId: string): string =>
  certificatePages.showCertificates.path.replace('{clientId}', encodeURIComponent(clientId));

const uses = [
  ['web', 'TLS', 'The certificate of the connection: it authenticates the client, or binds its tokens. RSA or P-256.'],
  ['seal', 'Signed requests', 'What TPP-Signature-Certificate carries. RSA.'],
] as const;
export const certificateUses = uses.map(([use]) => use);

/** How long a certificate is valid: seconds from now. */
export const validities = [
  ['year', 'One year', 31_536_000],
  ['minute', 'One minute: it expires while your software runs', 60],
  ['expired', 'It expired yesterday: to see what the bank answers', -86_400],
] as const;

interface Typed {
  readonly request: string;
  readonly use: string;
  readonly validity: string;
}

export interface CertificatesParts {
  readonly client: DeveloperClient;
  readonly csrf: string;
  readonly certificates: readonly StoredClientCertificate[];
  /** PEM. Undefined: no signer runs beside the key. */
  readonly authority: string | undefined;
  readonly fault?: string | undefined;
  readonly typed?: Typed | undefined;
}

export function certificatesContent(parts: CertificatesParts): Html {
  const { client, certificates, authority, fault } = parts;
  return html`<p><a href="${pathOfClient(client.clientId)}">${client.name}</a></p>
<h1>Certificates</h1>
<p>The authority of this sandbox gives certificates, which only this bank trusts. The private key stays with you: paste a request that it has signed, or the public key.</p>
${fault !== undefined && portalNotice('alert', 'No certificate was issued. Correct the highlighted field, and send the form again.')}
${authority === undefined ? portalNotice('note', html`The operator of this sandbox issues them: <code>npx openbank ca issue --client ${client.clientId}</code>.`) : issueForm(parts)}
${certificates.length > 0 && html`<h2>Issued</h2>${certificates.map((one, index) => certificateCard(parts, one, index === 0))}`}
${authority !== undefined && html`<details><summary>The authority: what your software trusts at the bank's TLS address</summary><pre tabindex="0" aria-label="The authority"><code>${authority}</code></pre></details>`}`;
}

function issueForm({ client, csrf, fault, typed = { request: '', use: 'web', validity: 'year' } }: CertificatesParts): Html {
  return html`<h2>A new one</h2>
<p>A key and a request for it, to paste into a shell:</p>
<pre tabindex="0" aria-label="The commands"><code>openssl req -new -newkey rsa:2048 -nodes -keyout key.pem -subj /CN=tpp -out request.pem
cat request.pem</code></pre>
<p>The certificate names your client, whatever the request says. For a key that you have already: <code>openssl pkey -in key.pem -pubout</code>.</p>
<form method="post" action="${pathOfCertificates(client.clientId)}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>Request or public key (PEM)</span><textarea name="request" rows="8" required spellcheck="false" ${fault !== undefined && html`aria-invalid="true" aria-describedby="request-fault"`}>${typed.request}</textarea>${fault !== undefined && html`<span class="fault" id="request-fault">${fault}</span>`}</label>
<fieldset><legend>For</legend>${uses.map(
    ([use, name, says]) =>
      html`<label class="tick"><input type="radio" name="use" value="${use}" ${use === typed.use && html`checked`}><span>${name}<small>${says}</small></span></label>`,
  )}</fieldset>
<label><span>Valid for</span><select name="validity">${validities.map(([id, says]) => html`<option value="${id}" ${id === typed.validity && html`selected`}>${says}</option>`)}</select></label>
<p><button name="step" value="issue">Issue</button></p></form>`;
}

function certificateCard({ client, csrf }: CertificatesParts, one: StoredClientCertificate, isNewest: boolean): Html {
  const { serialNumber, use, certificate, expiresAt } = one;
  const state = certificateState(one);
  return html`<section class="card"><h3>${uses.find(([id]) => id === use)![1]} <span class="badge ${state === 'valid' ? 'ok' : 'bad'}">${state}</span></h3>
<dl class="facts"><dt>${state === 'expired' ? 'Expired' : 'Expires'}</dt><dd>${utcMinute(expiresAt)}</dd>
<dt>Serial number</dt><dd><code>${serialNumber}</code></dd>
${usageOf(one, client)}</dl>
<details ${isNewest && html`open`}><summary>The certificate (PEM)</summary><pre tabindex="0" aria-label="Certificate ${serialNumber}"><code>${certificate}</code></pre></details>
${state === 'valid' && html`<form method="post" action="${pathOfCertificates(client.clientId)}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="serialNumber" value="${serialNumber}"><p><button class="plain" name="step" value="revoke">Revoke it</button></p></form>`}</section>`;
}

const certificateState = ({ expiresAt, revokedAt }: StoredClientCertificate): 'valid' | 'expired' | 'revoked' => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt.getTime() < Date.now() ? 'expired' : 'valid';
};

/** The part of a certificate that software needs. */
function usageOf({ use, certificate }: StoredClientCertificate, client: DeveloperClient): Html {
  const x509 = new X509Certificate(certificate);
  if (use === 'seal')
    return html`<dt>keyId of signatures</dt><dd><code>SN=${x509.serialNumber},CA=${nameText(issuerOf(x509))}</code></dd>
<dt>TPP-Signature-Certificate</dt><dd><code>openssl x509 -in certificate.pem -outform der | openssl base64 -A</code></dd>`;
  const name = nameText(subjectOf(x509));
  const isRegistered = client.tlsSubject !== undefined && isSameNameText(client.tlsSubject, name);
  return html`<dt>Subject</dt><dd><code>${name}</code>${client.authMethod === 'tls_client_auth' && !isRegistered && html`<br>The client authenticates with another subject: <a href="${pathOfClient(client.clientId)}#rotate">replace it</a>.`}</dd>`;
}
