/** SQL of who holds what a customer held before a reset: nobody who can sign in, so that the books still name an owner of each account. */
export const previousHolder = (psuId: string): string => `md5('former ' || ${psuId})::uuid`;
