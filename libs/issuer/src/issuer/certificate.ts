import type { X509Certificate } from 'node:crypto';
import { asciiNameText, isSameName, nameOf, subjectOf, type CertificateName } from '@open-banking/access/certificate-name';
import { maxSubjectCharacters } from '@open-banking/contracts';

/**
 * Whether a certificate has the registered subject (RFC 8705 §2.1.2): the same distinguished name, however RFC 4514 lets it be spelled.
 * Clients that registered with 0.2 or before may have a text that is no such name: it counts where it is what Node prints.
 */
export function isSubject(certificate: X509Certificate, registered: string): boolean {
  const name = nameOf(registered);
  if (name === undefined) return printedSubject(certificate) === registered.replace(/(?<!\\)\s*([,=])\s*/g, '$1').trim();
  const subject = presentedSubject(certificate);
  return subject !== undefined && isSameName(subject, name);
}

/**
 * Why a certificate authenticates no client, for `error_description`. The text depends on the certificate alone, which its holder has sent:
 * it is the same whether there is such a client, and however that one authenticates.
 */
export function certificateRefusal(certificate: X509Certificate): string {
  const subject = presentedSubject(certificate);
  const text = subject && asciiNameText(subject);
  const named =
    text === undefined
      ? 'whose subject cannot be read'
      : text.length > maxSubjectCharacters
        ? `whose subject is longer than ${maxSubjectCharacters} characters`
        : `whose subject is ${text}`;
  return `client authentication failed: no client with this client_id is registered with the certificate that was presented, ${named}`;
}

/** Node has read the certificate; what it read may still be no name of RFC 5280. */
function presentedSubject(certificate: X509Certificate): CertificateName | undefined {
  try {
    return subjectOf(certificate);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Node prints one relative name a line, in the order of the certificate. */
const printedSubject = ({ subject }: X509Certificate): string => subject.split('\n').reverse().join(',');
