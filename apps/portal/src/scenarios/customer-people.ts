import { createHash, randomInt } from 'node:crypto';

interface Customer {
  readonly customerId: string;
  readonly secondOwner: boolean;
  readonly password: string;
  /** The end of the user names; customers of the releases up to 0.2.0 have their id there. */
  readonly loginName: string | null;
}

/** Letters and digits that are not mistaken for others. */
const letters = 'abcdefghjkmnpqrstvwxyz23456789';
const loginNameLength = 6;

/** The end of user names, such as "k7m2p4": one of 729 million. */
export const newLoginName = (): string => Array.from({ length: loginNameLength }, () => letters[randomInt(letters.length)]).join('');

function secondOwnerOf(customerId: string): string {
  const hex = createHash('sha256').update(`second owner of ${customerId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Those who are there, or could be. */
export const ownersOf = (customerId: string): string[] => [customerId, secondOwnerOf(customerId)];

/** The first has the customer's id. */
export const psuIdsOf = ({ customerId, secondOwner }: Pick<Customer, 'customerId' | 'secondOwner'>): string[] =>
  secondOwner ? ownersOf(customerId) : [customerId];

export const loginsOf = (customer: Customer) =>
  psuIdsOf(customer).map((psuId, index) => ({
    psuId,
    login: `${index === 0 ? 'first' : 'second'}.${customer.loginName ?? customer.customerId}`,
    password: customer.password,
  }));
