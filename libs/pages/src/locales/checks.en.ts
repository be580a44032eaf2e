/** Questions before steps that cannot be undone, in English. */
export const checksInEnglish = {
  keep: 'Keep it as it is',
  access: { title: 'End this access?' },
  payment: { title: 'Cancel this payment?' },
  mandate: {
    title: 'Cancel this mandate?',
    says: 'It ends at once and for good: nothing more can be collected, and it cannot be taken up again. What you owe the creditor you still owe.',
  },
  refund: {
    title: 'Have this collection given back?',
    says: 'The amount is given back to your account. This cannot be undone here, and what you owe the creditor you still owe.',
  },
  report: {
    title: 'Did you not ask for this?',
    says: 'The request ends, what another owner has approved is lost, and we are told to look into it. This cannot be undone.',
  },
  refusal: {
    title: 'Refuse this?',
    says: 'What another owner has approved is lost, and the service has to ask anew. This cannot be undone.',
  },
};
