import { aisPis, mandates, type Operation } from '@open-banking/spec';
import type { Subject } from './console-state.js';
import { parseBody } from './exchange-faults.js';
import type { Exchange } from '../gateway-calls/gateway-calls.service.js';

/** Operations after whose response the customer decides, with the name of the button that leads there. */
export const approvalNames: Readonly<Record<string, string>> = {
  [aisPis.createConsent.id]: 'Let the customer approve it',
  [aisPis.createPayment.id]: 'Let the customer approve it',
  [mandates.createMandate.id]: 'Let the customer approve it',
  [mandates.deleteMandate.id]: 'Let the customer approve the cancellation',
};

/** The consent, payment or mandate that a response has created, or asks the customer about. */
export function exchangeSubject(row: Operation, { status, text }: Exchange, values: ReadonlyMap<string, string>): Subject | undefined {
  const created = (parseBody(text) ?? {}) as Readonly<Record<string, string | undefined>>;
  if (row.id === aisPis.createConsent.id && created['consentId']) return { issuer: 'consents', id: created['consentId'] };
  if (row.id === aisPis.createPayment.id && created['paymentId'])
    return { issuer: 'payments', id: created['paymentId'], product: values.get('{payment-product}')! };
  if (row.id === mandates.createMandate.id && created['resourceId']) return { issuer: 'mandates', id: created['resourceId'] };
  // 202: an active mandate ends when its customer agrees.
  if (row.id === mandates.deleteMandate.id && status === 202) return { issuer: 'mandates', id: values.get('{resourceId}')! };
  return undefined;
}
