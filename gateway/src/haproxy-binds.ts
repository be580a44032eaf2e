import { tlsBind, type TlsPlace } from './haproxy-certificates.js';
import { expectProxyProtocol } from './haproxy-front.js';

/** The listeners of clients. */
export const binds = (bind: string, tls: TlsPlace | undefined): string[] => [
  `  bind ${bind} proto h1`,
  ...(tls ? tlsBind(tls) : []),
  ...expectProxyProtocol,
];
