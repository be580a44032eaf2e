import type { X509Certificate } from 'node:crypto';

/**
 * The subject of a certificate as RFC 4514 writes it: most specific first. Node tells one name a line, in the order of
 * the certificate, with the escapes of RFC 2253.
 */
export const certificateSubject = ({ subject }: Pick<X509Certificate, 'subject'>): string => subject.split('\n').reverse().join(',');

/** Names are compared without the blanks that may stand around them. */
export const isSubject = (certificate: Pick<X509Certificate, 'subject'>, registered: string): boolean =>
  certificateSubject(certificate) === registered.replace(/(?<!\\)\s*([,=])\s*/g, '$1').trim();
