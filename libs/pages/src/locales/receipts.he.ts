import { receiptOperationsInHebrew } from './receipt-operations.he.js';
import type { ReceiptWords } from './receipts.en.js';

/** Texts about the reads of a customer's data, in Hebrew. */
export const receiptsInHebrew: ReceiptWords = {
  title: 'כל הבקשות של יום',
  lead: 'כל בקשה של שירות למידע שלך וכל אישור שנתת, לפי הסדר שבקובץ עם ההוכחות.',
  none: 'ביום הזה לא נקרא ולא אושר דבר.',
  lost: 'חלק מהרישומים שלנו מהיום הזה אבד בתקלה. ייתכן שחסר כאן משהו שנקרא, שלך או של אחרים.',
  before: (day) => `מוקדם יותר: ${day}`,
  after: (day) => `מאוחר יותר: ${day}`,
  more: 'עוד מהיום הזה',
  download: 'הורדת היום הזה עם הוכחות',
  proofs: 'הקובץ מוכיח שדבר ממנו לא שונה מאוחר יותר. תוכנות יכולות לבדוק אותו בלעדינו.',
  operations: receiptOperationsInHebrew,
  otherOperation: 'דבר אחר',
  gone: 'הפריט כבר אינו מוצג כאן.',
  unavailable: 'אי אפשר להציג כרגע במה מדובר.',
  noSuchDay: 'אין יום כזה. יש לכתוב יום כך: 2026-11-25. מוצג היום הנוכחי.',
  noSuchPlace: 'אין מקום כזה ברשימה של היום הזה. היא מוצגת מתחילתה.',
  noFurther: 'ביום הזה לא נקרא ולא אושר דבר נוסף.',
  beginning: 'מההתחלה',
  noFile: 'אין קובץ של היום הזה, כי לא נקרא ולא אושר בו דבר.',
};
