import type { ReadReceipt } from '@open-banking/receipts';
import { issuers, operations, resourceFacts, type Issuer, type Operation, type Service } from '@open-banking/spec';

/** What a receipt is about, as it is looked up: by its id, or an account by branch and account number. */
export interface Reference {
  readonly kind: 'account' | 'payment' | 'mandate' | 'access';
  readonly id: string;
  /** Whose data it is. */
  readonly service: Service;
}

const issuedFor: Readonly<Record<Issuer, Omit<Reference, 'id'>>> = {
  consents: { kind: 'access', service: 'ais-pis' },
  payments: { kind: 'payment', service: 'ais-pis' },
  mandates: { kind: 'mandate', service: 'mandates' },
  cancellation: { kind: 'mandate', service: 'mandates' },
};

/** Undefined: a list, or an operation that this release does not have. */
export function receiptReference({ operation, resource }: Pick<ReadReceipt, 'operation' | 'resource'>): Reference | undefined {
  if (resource === '') return undefined;
  const approvedBy = issuers.find((issuer) => operation === `${issuer}.approve`);
  const row = operations.find(({ id }) => id === operation);
  const issuer = approvedBy ?? row?.token?.issuer;
  if (!issuer) return undefined;
  return row?.token?.consent ? accountRead(row, resource) : byUuid(issuedFor[issuer], resource);
}

/** The consent that something was read with. */
export const consentReference = ({ consent }: Pick<ReadReceipt, 'consent'>): Reference | undefined => byUuid(issuedFor.consents, consent);

/** `0012-0345` and `12-345` are the same account. */
export const branchAccount = (branchNumber: string, accountNumber: string): string =>
  [branchNumber, accountNumber].map((digits) => digits.replace(/^0+(?=.)/, '')).join('-');

const numbers = /^(\d{1,4})-(\d{1,10})$/;
const uuidAtEnd = /(?:^|-)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function accountRead({ of }: Operation, resource: string): Reference | undefined {
  const [, branchNumber, accountNumber] = numbers.exec(resource) ?? [];
  // The loans of an account are asked for by the account.
  if (branchNumber !== undefined && accountNumber !== undefined)
    return { kind: 'account', service: 'ais-pis', id: branchAccount(branchNumber, accountNumber) };
  return of && byUuid({ kind: 'account', service: resourceFacts[of].service }, resource);
}

/** A payment's id follows its product: clients write ids in small or capital letters. */
function byUuid(about: Omit<Reference, 'id'>, resource: string): Reference | undefined {
  const [, id] = uuidAtEnd.exec(resource.toLowerCase()) ?? [];
  return id === undefined ? undefined : { ...about, id };
}
