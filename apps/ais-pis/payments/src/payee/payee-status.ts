import { Answer } from '@open-banking/http';
import type { PayeeCheck } from './payee-check.js';
import type { PaymentCreated, PaymentStatus } from '../payments.messages.js';

type VerificationMembers = Pick<PaymentStatus, 'originalTransactionInformationAndVopStatus'>;

/** The status of a payment whose creditor was checked: RVCM if there is anything to tell the customer. */
export const statusAfterCheck = ({ creditorNameMatch }: PayeeCheck): 'RCVD' | 'RVCM' => (creditorNameMatch === 'MTCH' ? 'RCVD' : 'RVCM');

/** What the client is told of the check that it asked for; nothing if it has not. */
export const verificationOf = (check: PayeeCheck | null | undefined, endToEndId: string | undefined): VerificationMembers =>
  check
    ? {
        originalTransactionInformationAndVopStatus: [
          {
            ...(endToEndId !== undefined && { originalEndToEndId: endToEndId }),
            transactionStatus: statusAfterCheck(check),
            creditorNameMatch: check.creditorNameMatch,
            ...(check.matchedCreditorName !== undefined && { matchedCreditorName: check.matchedCreditorName }),
          },
        ],
      }
    : {};

/**
 * The answer to a payment as the client gets it. What is kept for copies has no names and no texts: those stand with the payment alone, where
 * they are erased with whom they are about.
 */
export const withVerification = ({ body, headers, status }: Answer<PaymentCreated>, members: VerificationMembers): Answer<PaymentCreated> =>
  new Answer({ ...body, ...members }, headers, status);
