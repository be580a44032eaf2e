import { type Bank, VerificationError } from '@open-banking/client';
import { sentenceOf } from './error-sentence.js';
import type { ArrivedNotification } from './forward.js';

/** A notification as the bank's receiver has kept it. */
export interface ReceivedNotification {
  readonly entryId: string;
  readonly clientId: string;
  /** The address that it was sent to. */
  readonly address: string;
  readonly receivedAt: string;
  readonly requestId?: string;
  readonly digest?: string;
  readonly signature?: string;
  /** Base64. */
  readonly body: string;
}

/** The request that the bank has sent to the receiver. Its Content-Type is always JSON. */
export const arrivedNotification = ({ requestId, digest, signature, body }: ReceivedNotification): ArrivedNotification => ({
  headers: {
    'content-type': 'application/json',
    ...(requestId !== undefined && { 'x-request-id': requestId }),
    ...(digest !== undefined && { digest }),
    ...(signature !== undefined && { 'x-jws-signature': signature }),
  },
  body: Buffer.from(body, 'base64'),
});

/** Why it is not forwarded; undefined: the bank has signed it, for this receiver. The bank's own verdict is not asked for. */
export async function verificationFault(bank: Bank, received: ReceivedNotification): Promise<string | undefined> {
  try {
    await bank.verifyNotification(arrivedNotification(received), audienceOf(received));
    return undefined;
  } catch (error) {
    if (error instanceof VerificationError) return error.message;
    // The keys could not be read, or the entry is malformed. That is said of this entry, and the next one is looked at.
    return `It could not be verified: ${sentenceOf(error)}`;
  }
}

/** The address that must be signed: the receiver's, with the query that the client has added to it. */
function audienceOf({ address, signature = '' }: ReceivedNotification): string {
  try {
    const { aud } = JSON.parse(Buffer.from(signature.split('.')[0]!, 'base64url').toString()) as { readonly aud?: unknown };
    return typeof aud === 'string' && aud.startsWith(`${address}?`) ? aud : address;
  } catch {
    return address;
  }
}
