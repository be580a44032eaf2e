import { html, type Html } from '@open-banking/pages';
import { portalNotice } from '../visit/portal-page.js';
import type { FieldFaults } from './client-request.js';

/** The rights that roles give a client (ETSI TS 119 495 §5.1). */
export const roleTexts = [
  ['PSP_AI', 'Read accounts', 'consents, balances, transactions, cards, savings, loans, securities'],
  ['PSP_PI', 'Initiate payments', 'payments and mandates'],
  ['PSP_IC', 'Confirm funds', 'no operation of this bank needs it'],
] as const;

/** The roles that some operation asks for. Confirmation of funds (PSD2, article 65) is no operation of this interface. */
const offeredRoles: readonly string[] = ['PSP_AI', 'PSP_PI'];

/** How clients authenticate at the token endpoint (RFC 7591 §2). */
export const authMethodTexts: Readonly<Record<string, readonly [name: string, says: string]>> = {
  client_secret_basic: ['Secret in the Authorization header', 'What curl -u sends. The bank issues the secret.'],
  client_secret_post: ['Secret in the body', 'The default of some libraries, for example openid-client. The bank issues the secret.'],
  private_key_jwt: ['Signed assertion', 'Your private key signs; the bank knows the public one. Nothing secret travels.'],
  tls_client_auth: ['TLS certificate', 'The certificate of the connection, by its subject.'],
};

export interface ClientFieldValues {
  readonly name: string;
  readonly role: readonly string[];
  readonly redirectUris: string;
  readonly authMethod: string;
  readonly jwks: string;
  readonly jwksUri: string;
  readonly tlsSubject: string;
}

const saysAt = (faults: FieldFaults, field: string): Html | false =>
  faults[field] !== undefined && html`<span class="fault" id="${field}-fault">${faults[field].join(' ')}</span>`;
const marksAt = (faults: FieldFaults, field: string): Html | false =>
  faults[field] !== undefined && html`aria-invalid="true" aria-describedby="${field}-fault"`;

/** A summary above a form of which fields are wrong: it is read out at once. */
export const faultSummary = (faults: FieldFaults): Html | false =>
  Object.keys(faults).length > 0 &&
  portalNotice('alert', faults[''] ? faults[''].join(' ') : 'Nothing was saved. Correct the highlighted fields, and send the form again.');

/** The form of a new client. Fields for one way of authenticating stand below it; those of the others are not sent on. */
export function newClientFields(
  values: ClientFieldValues,
  faults: FieldFaults,
  methods: readonly string[],
  redirectHint: Html | false,
): Html {
  const method = (
    id: string,
  ) => html`<label class="tick"><input type="radio" name="authMethod" value="${id}" ${values.authMethod === id && html`checked`}>
<span>${authMethodTexts[id]![0]} <code>${id}</code><small>${authMethodTexts[id]![1]}</small></span></label>`;
  return html`<label><span>Name</span><input name="name" value="${values.name}" maxlength="100" required autocomplete="off" ${marksAt(faults, 'name')}>${saysAt(faults, 'name')}<small>Customers see it when they approve, with a note that the bank has not verified who you are.</small></label>
<fieldset ${marksAt(faults, 'roles')}><legend>Roles</legend>
${roleTexts.filter(([id]) => offeredRoles.includes(id) || values.role.includes(id)).map(([id, name, says]) => html`<label class="tick"><input type="checkbox" name="role" value="${id}" ${values.role.includes(id) && html`checked`}><span>${name} <code>${id}</code><small>${says}</small></span></label>`)}${saysAt(faults, 'roles')}</fieldset>
${redirectUrisField(values.redirectUris, faults, redirectHint)}
<fieldset ${marksAt(faults, 'authMethod')}><legend>How it authenticates</legend>
${methods.map(method)}${saysAt(faults, 'authMethod')}</fieldset>
${keyFields(values, faults)}
${methods.includes('tls_client_auth') ? html`<details ${(values.authMethod === 'tls_client_auth' || values.tlsSubject !== '') && html`open`}><summary>For a TLS certificate: its subject</summary>${subjectField(values.tlsSubject, faults)}</details>` : html`<input type="hidden" name="tlsSubject" value="">`}`;
}

const keyFields = ({ authMethod, jwks, jwksUri }: ClientFieldValues, faults: FieldFaults): Html =>
  html`<details ${(authMethod === 'private_key_jwt' || jwks !== '' || jwksUri !== '') && html`open`}><summary>For signed assertions: public keys, or where you publish them</summary>
${jwksField(jwks, faults)}
<label><span>Or their address (<code>jwks_uri</code>)</span><input name="jwksUri" value="${jwksUri}" inputmode="url" autocomplete="off" ${marksAt(faults, 'jwksUri')}>${saysAt(faults, 'jwksUri')}<small>The bank fetches the keys there, so you rotate them without this page.</small></label></details>`;

export const redirectUrisField = (redirectUris: string, faults: FieldFaults, hint: Html | false): Html =>
  html`<label><span>Redirect URIs</span><textarea name="redirectUris" rows="3" required spellcheck="false" ${marksAt(faults, 'redirectUris')}>${redirectUris}</textarea>${saysAt(faults, 'redirectUris')}<small>Where customers return after they have answered. One a line, at most 20.${hint}</small></label>`;

export const jwksField = (jwks: string, faults: FieldFaults, required = false): Html =>
  html`<label><span>Public keys (JWKS)</span><textarea name="jwks" rows="6" spellcheck="false" ${required && html`required`} ${marksAt(faults, 'jwks')}>${jwks}</textarea>${saysAt(faults, 'jwks')}<small>At most 10. Paste public keys only: a private key that was pasted anywhere is compromised.</small></label>`;

export const subjectField = (subject: string, faults: FieldFaults, required = false): Html =>
  html`<label><span>Subject of the certificate</span><input name="tlsSubject" value="${subject}" autocomplete="off" ${required && html`required`} ${marksAt(faults, 'tlsSubject')}>${saysAt(faults, 'tlsSubject')}<small>As RFC 4514 writes it: <code>CN=Third Party,O=Third Party Ltd,C=IL</code></small></label>`;
