/** What customers read of what was read about them. */
export const receiptsInEnglish = {
  link: 'What was read, by whom and when',
  title: 'What was read',
  lead: 'Everything that services of others have read of your accounts, and everything that you approved, by day.',
  none: 'Nothing was read or approved on this day.',
  lost: 'A part of our records of this day was lost in a fault. Something that was read may be missing here, yours or somebody else’s.',
  before: (day: string) => `Earlier: ${day}`,
  after: (day: string) => `Later: ${day}`,
  more: 'More of this day',
  download: 'Download this day with proofs',
  proofs: 'The file proves that nothing of it was changed later. Programs can check it without us.',
  kinds: {
    approval: 'approved by you',
    balances: 'balances',
    transactions: 'transactions',
    list: 'list',
    details: 'details',
  },
};
export type ReceiptWords = typeof receiptsInEnglish;
