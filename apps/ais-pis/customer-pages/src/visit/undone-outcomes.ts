/** The values of `done` in an address after which nothing was done: a page says why, and shows no success. */
export const undoneOutcomes: readonly string[] = ['timeOut', 'changed', 'noAccess', 'noPayment', 'noMandate'];
