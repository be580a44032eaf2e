import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import { aisPis, cards, type Operation, type Service } from '@open-banking/spec';

/** A consent approved by a customer, and the resources it covers. */
export interface ConsentedCustomer {
  readonly psuId: string;
  readonly consentId: string;
  readonly token: string;
  readonly resources: readonly { readonly kind: string; readonly resourceId: string }[];
  /** Whether the consent names its resources instead of covering everything. */
  readonly named: boolean;
}

/** One measured operation. */
export interface Target {
  readonly operation: Operation;
  readonly service: Service;
  readonly kind: 'account' | 'card';
  /** The minimum share of the floor's requests per second. */
  readonly mark: number;
  readonly query?: string;
}

const page = (dateFrom: string): string => `?bookingStatus=booked&dateFrom=${dateFrom}&limit=100`;

export const targets = (dateFrom: string): readonly Target[] => [
  { operation: aisPis.readAccountBalances, service: 'ais-pis', kind: 'account', mark: 1 },
  { operation: aisPis.listTransactions, service: 'ais-pis', kind: 'account', mark: 1.5, query: page(dateFrom) },
  { operation: cards.readCardBalances, service: 'cards', kind: 'card', mark: 1 },
  { operation: cards.listCardTransactions, service: 'cards', kind: 'card', mark: 1.5, query: page(dateFrom) },
];

/** The requests of a target: each consent reads each resource it covers, with the customer present. */
export function requestsOf({ operation, kind, query = '' }: Target, consents: readonly ConsentedCustomer[]): Request[] {
  const each = consents.flatMap((consent) =>
    consent.resources.filter((resource) => resource.kind === kind).map(({ resourceId }) => ({ consent, resourceId })),
  );
  return each.map(({ consent, resourceId }) => readOf(operation.path.replace(/\{[^}]+\}/, resourceId) + query, consent));
}

/** A read of a client with its customer present. */
export const readOf = (path: string, { token, consentId }: Pick<ConsentedCustomer, 'token'> & Partial<ConsentedCustomer>): Request => ({
  path,
  headers: {
    authorization: `Bearer ${token}`,
    ...(consentId !== undefined && { 'consent-id': consentId }),
    'x-request-id': randomUUID(),
    'psu-ip-address': '192.0.2.7',
    accept: 'application/json',
  },
});
