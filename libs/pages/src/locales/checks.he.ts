import type { checksInEnglish } from './checks.en.js';

/** The same in Hebrew. */
export const checksInHebrew: typeof checksInEnglish = {
  keep: 'להשאיר כפי שהוא',
  access: { title: 'להפסיק את הגישה הזו?' },
  payment: { title: 'לבטל את התשלום הזה?' },
  mandate: {
    title: 'לבטל את ההרשאה הזו?',
    says: 'ההרשאה מסתיימת מיד ולצמיתות: לא ניתן לגבות עוד דבר, ואי אפשר לחדש אותה. החוב לנושה, אם יש, נשאר.',
  },
  refund: { title: 'להחזיר את הגבייה הזו?', says: 'הסכום מוחזר לחשבונך. אי אפשר לחזור מכך כאן, והחוב לנושה, אם יש, נשאר.' },
  refusal: { title: 'לסרב לבקשה הזו?', says: 'אישורו של הבעלים האחר יאבד, והשירות יצטרך לבקש מחדש. אי אפשר לחזור מכך.' },
};
