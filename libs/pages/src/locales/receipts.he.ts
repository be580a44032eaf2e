import type { ReceiptWords } from './receipts.en.js';

/** What customers read of what was read about them, in Hebrew. */
export const receiptsInHebrew: ReceiptWords = {
  link: 'מה נקרא, מי קרא ומתי',
  title: 'מה נקרא',
  lead: 'כל מה ששירותים של אחרים קראו מהחשבונות שלך, וכל מה שאישרת, לפי יום.',
  none: 'ביום הזה לא נקרא ולא אושר דבר.',
  lost: 'חלק מהרישומים שלנו מהיום הזה אבד בתקלה. ייתכן שחסר כאן משהו שנקרא, שלך או של אחרים.',
  before: (day) => `מוקדם יותר: ${day}`,
  after: (day) => `מאוחר יותר: ${day}`,
  more: 'עוד מהיום הזה',
  download: 'הורדת היום הזה עם הוכחות',
  proofs: 'הקובץ מוכיח שדבר ממנו לא שונה מאוחר יותר. תוכנות יכולות לבדוק אותו בלעדינו.',
  kinds: { approval: 'אושר על ידך', balances: 'יתרות', transactions: 'תנועות', list: 'רשימה', details: 'פרטים' },
};
