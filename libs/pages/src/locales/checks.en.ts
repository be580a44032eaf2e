/** Questions before steps that cannot be undone, in English. */
export const checksInEnglish = {
  keep: 'Keep it as it is',
  access: { title: 'End this access?' },
  payment: { title: 'Cancel this payment?' },
  mandate: {
    title: 'Cancel this mandate?',
    says: 'If you cancel, the mandate ends immediately and for good: nothing more can be collected under it. You cannot undo the cancellation. This does not change what you owe the creditor.',
  },
  refund: {
    title: 'Have this collection given back?',
    says: 'If you go on, we give the amount back to your account. You cannot undo this here. This does not change what you owe the creditor.',
  },
  report: {
    title: 'Did you not ask for this?',
    says: 'If you report this, the request ends, the approval of the other owner is discarded, and we look into it. You cannot undo the report.',
  },
  refusal: {
    title: 'Refuse this?',
    says: 'If you refuse, the approval of the other owner is discarded, and the service has to ask again. You cannot undo the refusal.',
  },
};
