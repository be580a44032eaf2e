import { Refusal, type AccountReference } from '@open-banking/messages';
import type { Permission } from '@open-banking/spec';
import { identityOf, type RequestedResource } from '@open-banking/ais-pis-accounts';
import type { Access } from './consents.messages.js';

export type ConsentKind = 'dedicated' | 'bankOffered' | 'allPsd2' | 'availableAccounts' | 'availableAccountsWithBalance';

export const lists = ['accounts', 'balances', 'transactions'] as const;
export const wholes = ['allPsd2', 'availableAccounts', 'availableAccountsWithBalance'] as const;

/** The kind of a consent whose access is consistent. */
export function kindOf(access: Access): ConsentKind {
  const whole = wholes.find((name) => access[name] !== undefined);
  if (whole) return whole;
  return lists.some((name) => (access[name]?.length ?? 0) > 0) ? 'dedicated' : 'bankOffered';
}

const everywhere: Record<(typeof wholes)[number], readonly Permission[]> = {
  allPsd2: ['accounts', 'balances', 'transactions'],
  availableAccounts: ['accounts'],
  availableAccountsWithBalance: ['accounts', 'balances'],
};

/** The parts of a consent granted for all resources; other permissions are granted per resource on approval. */
export interface Whole {
  readonly everywhere: readonly Permission[] | null;
  readonly listsOnly: boolean;
  /** Whether it covers owners' names of all resources. If requested for some resources only, the grants contain `ownerName`. */
  readonly ownerName: boolean;
}

export function wholeOf(access: Access): Whole {
  const kind = kindOf(access);
  if (kind === 'dedicated') {
    return {
      everywhere: null,
      listsOnly: false,
      ownerName: wantedOf(access).every(({ permissions }) => permissions.includes('ownerName')),
    };
  }
  if (kind === 'bankOffered')
    return { everywhere: null, listsOnly: false, ownerName: access.additionalInformation?.ownerName !== undefined };
  return { everywhere: everywhere[kind], listsOnly: kind !== 'allPsd2', ownerName: access[kind] === 'allAccountsWithOwnerName' };
}

/** The permissions a bank-offered consent requests for each account that the customer selects. Balances and transactions imply the details. */
export const offeredPermissions = (access: Access): Permission[] =>
  lists.filter((name) => name === 'accounts' || access[name] !== undefined);

/** The distinct references of a dedicated consent, each with all its requested permissions. */
export function wantedOf(access: Access): RequestedResource[] {
  const wanted = new Map<string, { reference: AccountReference; permissions: Set<Permission | 'ownerName'> }>();
  for (const name of [...lists, 'ownerName'] as const) {
    const references = name === 'ownerName' ? access.additionalInformation?.ownerName : access[name];
    for (const reference of references ?? []) {
      const identity = identityOf(reference);
      const entry = wanted.get(identity) ?? { reference, permissions: new Set<Permission | 'ownerName'>(['accounts']) };
      entry.permissions.add(name);
      wanted.set(identity, entry);
    }
  }
  return [...wanted.values()].map(({ reference, permissions }) => ({ reference, permissions: [...permissions] }));
}

/** Removes duplicate references from every list, so that they are not stored with the consent. */
export function withoutCopies(access: Access): Access {
  const once = (references: readonly AccountReference[]): AccountReference[] => [
    ...new Map(references.map((reference) => [identityOf(reference), reference])).values(),
  ];
  const { additionalInformation } = access;
  return {
    ...access,
    ...Object.fromEntries(lists.flatMap((name) => (access[name] ? [[name, once(access[name])]] : []))),
    ...(additionalInformation?.ownerName && {
      additionalInformation: { ...additionalInformation, ownerName: once(additionalInformation.ownerName) },
    }),
  };
}

export function refuseTooMany(access: Access, max: number): void {
  const named = wantedOf(access).length;
  if (named > max)
    throw new Refusal([{ code: 'FORMAT_ERROR', path: '/access', text: `Names ${named} accounts; a consent may name at most ${max}.` }]);
}
