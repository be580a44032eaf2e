import { html, type Html } from '@open-banking/pages';
import { downloadPages } from '@open-banking/spec';
import { resolveReference, type DocumentedOperation, type OpenApiDocument, type Parameter } from '../reference/openapi-documents.js';
import { acceptField, fieldName, headerParameters, presentAddress, takesSignature, type FilledForm } from './filled-call.js';
import { choiceField, typedField } from './typed-field.js';

export const notificationHeader = 'TPP-Notification-URI';
const presenceHeader = 'PSU-IP-Address';
const contentHeader = 'TPP-Notification-Content-Preferred';
/** Headers that change what the bank does. It checks and records the others. */
const firstHeaders: readonly string[] = [presenceHeader, notificationHeader, contentHeader, 'Client-VOP-Requested'];

const typeNames: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/xml': 'camt.053 (XML)',
  'text/csv': 'CSV',
  'application/problem+json': 'JSON, errors as problem details (RFC 9457)',
};

/** The media types of an operation's responses, successes first. */
export function responseTypes(document: OpenApiDocument, { responses }: DocumentedOperation): string[] {
  const types = Object.values(responses).flatMap((response) => Object.keys(resolveReference(document, response).content ?? {}));
  return [...new Set(types)];
}

export interface HeaderSectionParts {
  readonly parameters: readonly Parameter[];
  readonly types: readonly string[];
  /** The call that was sent before; undefined: none was, and fields have their defaults. */
  readonly sent: FilledForm | undefined;
  readonly faultsOf: (name: string) => readonly string[];
  /** Absent: this sandbox issues no certificates here. */
  readonly signing?: { readonly isRequired: boolean; readonly isTicked: boolean };
}

/** The headers of an operation, each by its parameter; a signature and the receiver of notifications are boxes to tick. */
export function headerSection({ parameters, types, sent, faultsOf, signing }: HeaderSectionParts): Html | false {
  const headers = headerParameters(parameters);
  const [first, others] = [true, false].map((is) => headers.filter(({ name }) => firstHeaders.includes(name) === is)) as [
    Parameter[],
    Parameter[],
  ];
  const field = (parameter: Parameter): Html => headerField(parameter, sent, faultsOf(parameter.name));
  const faults = [...headers.map(({ name }) => name), 'Accept', 'Signature', 'Digest'].some((name) => faultsOf(name).length > 0);
  if (headers.length === 0 && types.length < 2) return false;
  return html`<details class="headers" ${(faults || isChanged(headers, sent)) && html`open`}><summary>Headers</summary>
${types.length > 1 && acceptChoice(types, sent, faultsOf('Accept'))}
${first.map(field)}
${signing && takesSignature(parameters) && signatureTick(signing, [...faultsOf('Signature'), ...faultsOf('Digest')])}
${others.length > 0 && html`<details ${isSet(others, sent, faultsOf) && html`open`}><summary>More headers</summary>${others.map(field)}</details>`}
<p class="hint">The console sends <code>X-Request-ID</code>, <code>Authorization</code> and <code>Consent-ID</code> itself. An empty field is not sent.</p></details>`;
}

/** True for a sent call whose headers differ from those that the form begins with. */
const isChanged = (headers: readonly Parameter[], sent: FilledForm | undefined): boolean =>
  sent !== undefined &&
  ((sent.get(acceptField) ?? '') !== 'application/json' ||
    headers.some((parameter) => (sent.get(fieldName(parameter)) ?? '') !== defaultOf(parameter)));

const isSet = (headers: readonly Parameter[], sent: FilledForm | undefined, faultsOf: HeaderSectionParts['faultsOf']): boolean =>
  headers.some((parameter) => (sent?.get(fieldName(parameter)) ?? '') !== '' || faultsOf(parameter.name).length > 0);

const defaultOf = ({ name }: Parameter): string => (name === presenceHeader ? presentAddress : '');

const acceptChoice = (types: readonly string[], sent: FilledForm | undefined, faults: readonly string[]): Html =>
  choiceField(
    {
      name: acceptField,
      label: html`<code>Accept</code>`,
      value: sent?.get(acceptField) || types[0],
      hint: 'The form of the response.',
      faults,
    },
    types.map((value) => ({ value, label: typeNames[value] ? `${typeNames[value]} · ${value}` : value })),
  );

function headerField(parameter: Parameter, sent: FilledForm | undefined, faults: readonly string[]): Html {
  const name = fieldName(parameter);
  const value = sent ? (sent.get(name) ?? undefined) : defaultOf(parameter);
  const field = typedField(parameter, { name, value, faults });
  return html`${field}${parameter.name === notificationHeader && notificationTick}`;
}

const notificationTick = html`<label class="tick"><input type="checkbox" name="notify" value="yes"> <span>Send notifications to this client's receiver. Its address replaces what is typed above.</span></label>`;

const signatureTick = ({ isRequired, isTicked }: { isRequired: boolean; isTicked: boolean }, faults: readonly string[]): Html =>
  html`<label class="tick"><input type="checkbox" name="sign" value="yes" ${(isRequired || isTicked) && html`checked`}${faults.length > 0 && html` aria-invalid="true" aria-describedby="sign-fault"`}> <span>Sign the request (<code>Digest</code>, <code>Signature</code>, <code>TPP-Signature-Certificate</code>) with a certificate that the sandbox's authority issues to this client. ${isRequired && 'This bank refuses requests that are not signed.'}</span></label>${faults.length > 0 && html`<span class="fault" id="sign-fault">${faults.join(' ')}</span>`}
<p class="hint"><a href="${downloadPages.showDocument.path.replace('{document}', 'signed-requests')}">How signed requests work</a></p>`;
