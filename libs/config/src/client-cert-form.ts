/** The forms in which proxies forward the certificate of a TLS client, each with the header that it comes in (docs/operators.md). */
export const clientCertForms = {
  /** RFC 9440 §2.2: the DER as a byte sequence. HAProxy and Caddy can write it. */
  rfc9440: 'Client-Cert',
  /** PEM in percent-encoding: nginx `$ssl_client_escaped_cert`, Envoy `%DOWNSTREAM_PEER_CERT%`. */
  'escaped-pem': 'Client-Cert',
  /** PEM in one line, with spaces for line breaks: Apache `%{SSL_CLIENT_CERT}s`. */
  'spaced-pem': 'Client-Cert',
  /** Envoy's own header, whose element `Cert` is PEM in percent-encoding. */
  xfcc: 'X-Forwarded-Client-Cert',
  /** Traefik's `passTLSClientCert`: the DER in base64; of a chain, with commas between. */
  traefik: 'X-Forwarded-Tls-Client-Cert',
} as const;
export type ClientCertForm = keyof typeof clientCertForms;

/** Headers in which proxies write about the certificate of a TLS client: only a gateway may say such things. */
export const clientCertHeaders = [
  ...new Set(Object.values(clientCertForms)),
  'Client-Cert-Chain',
  'X-Forwarded-Tls-Client-Cert-Info',
] as const;
