/** Texts of the activity page in English. */
export const activityInEnglish = {
  title: 'Activity',
  lead: 'What other services did with your data, and what you approved. The newest comes first.',
  none: 'Nothing was read or approved on this day.',
  nothing: 'Nothing was read or approved in the last 30 days.',
  summary: (total: number, day: string, most: number) =>
    `In the last 30 days: ${total} requests and approvals. The busiest day was ${day}, with ${most}.`,
  table: 'Show the days as a table',
  day: 'Day',
  number: 'Requests and approvals',
  atLeast: (number: number) => `${number} or more`,
  service: 'Service',
  all: 'All services',
  show: 'Show',
  experts: 'For experts',
  single: 'Each request of this day, one by one',
  when: (times: number, first: string, last: string) =>
    times === 1 ? `once, at ${first}` : first === last ? `${times} times, at ${first}` : `${times} times between ${first} and ${last}`,
  /** After a number of things: when they were. */
  period: (first: string, last: string) => (first === last ? `at ${first}` : `between ${first} and ${last}`),
  /** Approvals of more than one thing. */
  several: {
    approvedPayment: (number: number) => `You approved ${number} payments that it had asked for,`,
    approvedMandate: (number: number) => `You approved ${number} direct debits that it had asked for,`,
    approvedCancellation: (number: number) => `You approved the cancellation of ${number} direct debits,`,
  },
  kinds: {
    lists: 'Read the list of your accounts',
    details: 'Read the details of an account',
    balances: 'Read your balances',
    transactions: 'Read your transactions',
    holdings: 'Read your securities and orders',
    loans: 'Read the terms and balances of your loans',
    payment: 'Read a payment that it had asked for,',
    mandate: 'Read a direct debit that it had asked for,',
    access: 'Checked its own access, without reading your data,',
    paymentStatus: 'Checked the status of a payment, without reading your data,',
    mandateStatus: 'Checked the status of a direct debit, without reading your data,',
    approvedAccess: 'You approved its access',
    approvedPayment: 'You approved a payment that it had asked for',
    approvedMandate: 'You approved a direct debit that it had asked for',
    approvedCancellation: 'You approved the cancellation of a direct debit',
    other: 'Did something else',
  },
};
export type ActivityWords = typeof activityInEnglish;
