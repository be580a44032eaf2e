import type { ActivityWords } from './activity.en.js';

const times = (number: number): string => (number === 1 ? 'פעם אחת' : number === 2 ? 'פעמיים' : `${number} פעמים`);

const mandates = (number: number): string => `${number === 2 ? 'שתי' : number} הרשאות לחיוב`;

/** Texts of the activity page in Hebrew. */
export const activityInHebrew: ActivityWords = {
  title: 'פעילות',
  lead: 'מה עשו שירותים של אחרים במידע שלך, ומה אישרת. החדש ביותר מופיע ראשון.',
  none: 'ביום הזה לא נקרא ולא אושר דבר.',
  nothing: 'ב־30 הימים האחרונים לא נקרא ולא אושר דבר.',
  summary: (total, day, most) => `ב־30 הימים האחרונים: ${total} בקשות ואישורים. היום העמוס ביותר היה ${day}, עם ${most}.`,
  table: 'להציג את הימים בטבלה',
  day: 'יום',
  number: 'בקשות ואישורים',
  atLeast: (number) => `${number} או יותר`,
  service: 'שירות',
  all: 'כל השירותים',
  show: 'להציג',
  experts: 'למומחים',
  single: 'כל בקשה מהיום הזה, אחת לאחת',
  when: (number, first, last) =>
    number === 1
      ? `פעם אחת, בשעה ${first}`
      : first === last
        ? `${times(number)}, בשעה ${first}`
        : `${times(number)} בין ${first} ל־${last}`,
  period: (first, last) => (first === last ? `בשעה ${first}` : `בין ${first} ל־${last}`),
  several: {
    approvedPayment: (number) => `אישרת ${number === 2 ? 'שני' : number} תשלומים שהשירות ביקש,`,
    approvedMandate: (number) => `אישרת ${mandates(number)} שהשירות ביקש,`,
    approvedCancellation: (number) => `אישרת ביטול של ${mandates(number)},`,
  },
  kinds: {
    lists: 'קריאה של רשימת החשבונות שלך',
    details: 'קריאה של פרטי חשבון',
    balances: 'קריאה של היתרות שלך',
    transactions: 'קריאה של התנועות שלך',
    holdings: 'קריאה של ניירות הערך וההוראות שלך',
    loans: 'קריאה של תנאי ההלוואות שלך ויתרותיהן',
    payment: 'קריאה של תשלום שהשירות ביקש,',
    mandate: 'קריאה של הרשאה לחיוב שהשירות ביקש,',
    access: 'בדיקה של הגישה של השירות, בלי לקרוא את המידע שלך,',
    paymentStatus: 'בדיקה של מצב תשלום, בלי לקרוא את המידע שלך,',
    mandateStatus: 'בדיקה של מצב הרשאה לחיוב, בלי לקרוא את המידע שלך,',
    approvedAccess: 'אישרת את הגישה של השירות',
    approvedPayment: 'אישרת תשלום שהשירות ביקש',
    approvedMandate: 'אישרת הרשאה לחיוב שהשירות ביקש',
    approvedCancellation: 'אישרת ביטול של הרשאה לחיוב',
    other: 'פעולה אחרת',
  },
};
