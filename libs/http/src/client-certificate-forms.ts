import { X509Certificate } from 'node:crypto';
import { clientCertForms, type ClientCertForm } from '@open-banking/config';

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The DER in base64 that a header has in one of the forms; undefined: it does not have this form. */
const readers: Readonly<Record<ClientCertForm, (value: string) => string | undefined>> = {
  rfc9440: (value) => /^:([^:]+):$/.exec(value)?.[1],
  'escaped-pem': escapedPem,
  'spaced-pem': pem,
  xfcc: (value) => escapedPem(xfccElement(value)?.get('cert') ?? ''),
  traefik: (value) => {
    // The client's own certificate is the first of its chain.
    const [own, ...chain] = value.split(',');
    return chain.every((one) => base64.test(one)) ? own : undefined;
  },
};

/** One certificate. Line breaks are what the form has for them. */
function pem(value: string): string | undefined {
  return /^-----BEGIN CERTIFICATE-----\s([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/.exec(value)?.[1]?.replace(/\s/g, '');
}

/** Proxies differ in what they escape; a header in this form has no blanks. */
function escapedPem(value: string): string | undefined {
  if (/\s/.test(value)) return undefined;
  try {
    return pem(decodeURIComponent(value));
  } catch {
    return undefined;
  }
}

const quotedValue = String.raw`"(?:[^"\\]|\\.)*"`;
const xfccPair = new RegExp(String.raw`([A-Za-z]+)=(${quotedValue}|[^",;]*)(;|$)`, 'y');

/**
 * The pairs of Envoy's header by their names in lower case. Undefined if it has several elements: those before the last one come from
 * further away, perhaps from the client.
 */
function xfccElement(value: string): ReadonlyMap<string, string> | undefined {
  const pairs = new Map<string, string>();
  let end = 0;
  while (end < value.length) {
    xfccPair.lastIndex = end;
    const [whole = '', name = '', text = ''] = xfccPair.exec(value) ?? [];
    const key = name.toLowerCase();
    // Subjects and names of hosts may come several times, a certificate may not.
    if (whole === '' || (key === 'cert' && pairs.has(key))) return undefined;
    pairs.set(key, text.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/gs, '$1'));
    end += whole.length;
  }
  return pairs;
}

/** The certificate in a header of this form; undefined: there is none, or the header has another form. */
export function certificateIn(form: ClientCertForm, value: string): X509Certificate | undefined {
  const text = readers[form](value);
  if (text === undefined || !base64.test(text)) return undefined;
  const der = Buffer.from(text, 'base64');
  // Node leaves out a digit that fills no byte.
  return der.toString('base64') === text ? parsed(der) : undefined;
}

/** Node also takes PEM, and bytes behind a certificate: neither is the DER of one. */
function parsed(der: Buffer): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(der);
    return certificate.raw.equals(der) ? certificate : undefined;
  } catch {
    return undefined;
  }
}

/** The content of a header without a certificate in the form expected: one in another form, none, or a variable that was not replaced. */
export type OtherContent = ClientCertForm | 'nothing' | 'placeholder' | 'unreadable';

const nothing = new Set(['', '-', '::', ':(null):', '(null)', 'null', '""']);
const placeholder = /[{}$]|%[[(]|%[A-Z_]{3,}%/;

/** A certificate as RFC 9440 §2.2 forwards it. */
export const asByteSequence = ({ raw }: X509Certificate): string => `:${raw.toString('base64')}:`;

/** Classifies a header of which `certificateIn` has read no certificate. */
export function otherContent(value: string): OtherContent {
  const text = value.trim();
  if (nothing.has(text)) return 'nothing';
  const form = (Object.keys(clientCertForms) as ClientCertForm[]).find((one) => certificateIn(one, text));
  if (form) return form;
  return placeholder.test(text) ? 'placeholder' : 'unreadable';
}
