import { clientCertForms, type ClientCertForm } from '@open-banking/config';
import { tlsSuites } from './tls.js';

/** `certificate`: PEM of the bank's certificate with its key; `authority`: PEM of the CAs accepted for client certificates. */
export interface TlsPlace {
  readonly bind: string;
  readonly certificate: string;
  readonly authority: string;
}

/** Admits every client, with a valid certificate, an invalid one or none. The services decide on the certificate. */
export const tlsBind = ({ bind, certificate, authority }: TlsPlace) => [
  `  bind ${bind} proto h1 alpn http/1.1 ssl crt ${certificate} ca-file ${authority} verify optional crt-ignore-err all ca-ignore-err all ssl-min-ver TLSv1.2 ciphers ${tlsSuites.of12.join(':')} ciphersuites ${tlsSuites.of13.join(':')}`,
];

const pemText = String.raw`regsub('-----(BEGIN|END) CERTIFICATE-----','',g),regsub('[[:space:]]','',g)`;
/** How the base64 of the DER is made of a header in each form. A header in another form becomes no certificate: a service checks it. */
const converters: Readonly<Record<Exclude<ClientCertForm, 'rfc9440'>, string>> = {
  'escaped-pem': `,url_dec,${pemText}`,
  'spaced-pem': `,${pemText}`,
  xfcc: String.raw`,regsub('^(.*;)?Cert=\"([^\"]*)\".*\$','\2'),url_dec,${pemText}`,
  traefik: `,field(1,',')`,
};

/**
 * One header. Envoy's may be a list, whose first elements come from further away; Traefik's commas separate the certificates of one chain.
 * PEM in percent-encoding has no blanks.
 */
const isOne = (form: ClientCertForm, header: string): string =>
  `{ req.${form === 'xfcc' ? 'hdr' : 'fhdr'}_cnt(${header}) eq 1 }` +
  (form === 'escaped-pem' ? ` !{ req.fhdr(${header}) -m sub ' ' }` : '');

const valueOf = (form: ClientCertForm): string => {
  const header = clientCertForms[form].toLowerCase();
  const value = form === 'rfc9440' ? `%[req.fhdr(${header})]` : `:%[req.fhdr(${header})${converters[form]}]:`;
  return `http-request set-var-fmt(txn.certificate) "${value}" if { var(txn.front) -m bool } ${isOne(form, header)}`;
};

/**
 * Reads the certificate that a proxy in front forwards, in the form of CLIENT_CERT_FORM, before the headers of all forms are removed.
 * CLIENT_CERT_PROXIES lists the proxies' addresses (CIDR), separated by blanks; by default there are none.
 */
export const readForwardedCertificate: readonly string[] = [
  '  # The certificate that a proxy in front has checked and forwards: docs/operators.md.',
  '.if strneq("${CLIENT_CERT_PROXIES}","")',
  '  http-request set-var(txn.front) bool(true) if { src "${CLIENT_CERT_PROXIES[*]}" }',
  ...(Object.keys(clientCertForms) as ClientCertForm[]).flatMap((form) => [
    `.if streq("\${CLIENT_CERT_FORM}","${form}")`,
    `  ${valueOf(form)}`,
    '.endif',
  ]),
  // Anything else from such a proxy: the service that gets this logs it and reports it to `openbank doctor`.
  ...[...new Set(Object.values(clientCertForms))].map(
    (header) =>
      `  http-request set-var(txn.certificate) str(unreadable) if { var(txn.front) -m bool } !{ var(txn.certificate) -m found } { req.fhdr_cnt(${header.toLowerCase()}) gt 0 }`,
  ),
  '.endif',
];

/** Passes the certificate to the services (RFC 9440 §2.2): that of the connection only if one of our CAs signed it and it is valid now. */
export const passCertificate = (tls: TlsPlace | undefined): string[] => [
  '  http-request set-header Client-Cert %[var(txn.certificate)] if { var(txn.certificate) -m found }',
  ...(tls ? ['  http-request set-header Client-Cert :%[ssl_c_der,base64]: if { ssl_fc } { ssl_c_used } { ssl_c_verify 0 }'] : []),
];
