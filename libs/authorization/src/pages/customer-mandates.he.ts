import type { mandatesInEnglish } from './customer-mandates.en.js';

/** The same in Hebrew. */
export const mandatesInHebrew: typeof mandatesInEnglish = {
  title: 'הרשאות לחיוב',
  living: 'מי רשאי לגבות מחשבונותיך',
  ended: 'הסתיימו',
  none: 'אין מי שרשאי לגבות מחשבונותיך.',
  silent: 'אי אפשר להציג את ההרשאות לחיוב כרגע. אפשר לנסות שוב בעוד רגע.',
  details: (creditor) => `${creditor}: פרטים וגביות`,
  asked: 'התבקשה על ידי',
  signed: 'ניתנה ביום',
  byBank: 'על ידי הבנק. אפשר לפנות אלינו בעניין.',
  suspend: 'השהיה',
  resume: 'חידוש',
  end: 'ביטול ההרשאה',
  ends: 'בזמן השהיה דבר לא נגבה. ביטול מסיים את ההרשאה לצמיתות. החוב לנושה, אם יש, נשאר.',
  collections: 'גביות',
  nothingYet: 'טרם נגבה דבר.',
  refund: (amount, currency) => `החזרה של ${amount} ${currency}`,
  giving: 'הסכום בדרך חזרה.',
  givenBack: (day) => `הוחזר ביום ${day}.`,
  returned: 'הסכום לא נלקח מחשבונך.',
  states: { accepted: 'בתהליך רישום.', booked: 'נגבה.', returned: 'נדחה.' },
  returns: {
    AM04: 'לא היה די כסף בחשבון.', AC04: 'החשבון סגור.', AC06: 'החשבון חסום.', AM02: 'הסכום אינו סכום ההרשאה.', SL14: 'הסכום גבוה ממה שההרשאה מתירה.',
    AM03: 'המטבע שונה.', SL13: 'כבר נגבה בתקופה זו.', MS02: 'ההרשאה הושהתה על ידך.', MS03: 'הבנק דחה את הגבייה.', DT01: 'הגבייה הוגשה לפני היום הראשון של ההרשאה.',
  },
  status: { RCVD: 'טרם ניתנה', PATC: 'ממתינה לבעלים נוסף', ACTV: 'רשאי לגבות', SUSP: 'מושהית', EXPI: 'פקעה', CANC: 'בוטלה', RJCT: 'לא ניתנה' },
};
