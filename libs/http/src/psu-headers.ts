import type { IncomingHttpHeaders } from 'node:http';

export interface HeaderForm {
  readonly name: string;
  readonly fits: (value: string) => boolean;
  /** The same as a JSON Schema. */
  readonly schema: { readonly pattern: string } | { readonly format: 'uri' };
  readonly text: string;
  /** Its effect, if it has one. */
  readonly does?: string;
  /** The one operation that it does something for. */
  readonly only?: string;
}

const pattern = (name: string, of: RegExp, text: string): HeaderForm => ({
  name,
  fits: (value) => of.test(value),
  text,
  // Schemas know no flags.
  schema: { pattern: of.flags.includes('i') ? of.source.replaceAll('a-f', 'a-fA-F').replace('GEO', '[Gg][Ee][Oo]') : of.source },
});
const absoluteUri = (name: string): HeaderForm => ({
  name,
  fits: (value) => /^[a-z][a-z0-9+.-]*:/i.test(value) && URL.canParse(value),
  text: 'Must be an absolute URI.',
  schema: { format: 'uri' },
});
const truth = (name: string): HeaderForm => pattern(name, /^(true|false)$/, 'Must be true or false.');

/**
 * Headers of NextGenPSD2 1.3.11 that have a form. Where it is not said what they do, nothing but their form is looked at: with OAuth the
 * authorization request decides.
 */
export const headerForms: readonly (HeaderForm & { readonly key: string })[] = [
  pattern('PSU-IP-Port', /^[0-9]{1,5}$/, 'Must be a port number.'),
  pattern('PSU-Http-Method', /^(GET|POST|PUT|PATCH|DELETE)$/, 'Must be GET, POST, PUT, PATCH or DELETE.'),
  pattern('PSU-Device-ID', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Must be a UUID.'),
  pattern('PSU-Geo-Location', /^GEO:-?[0-9]{1,2}(\.[0-9]{1,6})?[;,]-?[0-9]{1,3}(\.[0-9]{1,6})?$/i, 'Must be like GEO:52.506931;13.144558.'),
  absoluteUri('TPP-Redirect-URI'),
  absoluteUri('TPP-Nok-Redirect-URI'),
  {
    ...absoluteUri('TPP-Notification-URI'),
    does: 'Where the client is told of changes of what it creates here: under the origin of one of its redirect URIs, or else ignored with a warning.',
  },
  {
    ...pattern(
      'TPP-Notification-Content-Preferred',
      /^status=(?!.*\b([A-Z]+)\b.*\b\1\b)(SCA|PROCESS|LAST|ENTRIES)( *, *(SCA|PROCESS|LAST|ENTRIES)){0,3}$/,
      'Must be like status=PROCESS: SCA, PROCESS, LAST or ENTRIES, or several of them, each once.',
    ),
    does: 'Which changes it is told of: PROCESS, all of them; LAST, the last alone; of a consent besides ENTRIES, that an account has new entries.',
  },
  truth('TPP-Redirect-Preferred'),
  truth('TPP-Decoupled-Preferred'),
  truth('TPP-Explicit-Authorisation-Preferred'),
  {
    ...truth('Client-VOP-Requested'),
    only: 'createPayment',
    does: "openFinance PIS 2.3: with `true` the creditor's name is checked against the owner of the account, and the answer says what was found. What the customer is shown does not depend on it.",
  },
].map((form) => ({ ...form, key: form.name.toLowerCase() }));

/** The address to which a client wants changes notified, and which changes. */
export interface NotificationPreference {
  readonly address: string;
  readonly preferred?: string;
}

export function notificationPreferenceOf(headers: IncomingHttpHeaders): NotificationPreference | undefined {
  const { 'tpp-notification-uri': address, 'tpp-notification-content-preferred': preferred } = headers as Record<
    string,
    string | undefined
  >;
  return address === undefined ? undefined : { address, ...(preferred !== undefined && { preferred }) };
}

/** Whether the client asks for a verification of the payee (openFinance PIS 2.3). */
export const isVerificationRequested = (headers: IncomingHttpHeaders): boolean => headers['client-vop-requested'] === 'true';

/** The headers about the customer's device, for the record of a write. */
export const psuHeadersOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith('psu-'))
      .map(([name, value]) => [name, String(value)]),
  );
