import type { AlertWords } from './alerts.en.js';

const check = 'אם לא ביצעת זאת, יש לפנות אלינו מיד.';

/** Alerts in Hebrew. */
export const alertsInHebrew: AlertWords = {
  kinds: {
    'access-waits': ({ client }) => ['הגישה ממתינה לבעלים נוסף', `אישרת גישה של ${client}. היא ממתינה לאישור של בעלים נוסף. ${check}`],
    'access-given': ({ client }) => ['גישה חדשה לחשבונות שלך', `מעכשיו ${client} יכול לראות את החשבונות שלך, כפי שאישרת. ${check}`],
    'access-ended': ({ client }) => ['הגישה הסתיימה', `הסתיימה גישה של ${client} שאישרת, ואי אפשר עוד לראות באמצעותה את החשבונות.`],
    'payment-waits': ({ client, creditor, amount }) => [
      'התשלום ממתין לבעלים נוסף',
      `אישרת תשלום של ${amount} אל ${creditor}, לבקשת ${client}. הוא ממתין לאישור של בעלים נוסף. ${check}`,
    ],
    'payment-approved': ({ client, creditor, amount }) => [
      'התשלום אושר',
      `אושר תשלום של ${amount} אל ${creditor}, לבקשת ${client}. ${check}`,
    ],
    'payment-executed': ({ creditor, amount }) => ['התשלום בוצע', `התשלום שלך בסך ${amount} אל ${creditor} בוצע.`],
    'payment-rejected': ({ creditor, amount }) => ['התשלום לא בוצע', `התשלום שלך בסך ${amount} אל ${creditor} נדחה.`],
    'payment-cancelled': ({ creditor, amount }) => ['התשלום בוטל', `התשלום שלך בסך ${amount} אל ${creditor} בוטל.`],
    'payment-returned': ({ creditor, amount }) => ['התשלום הוחזר', `התשלום שלך בסך ${amount} אל ${creditor} הוחזר מהבנק האחר.`],
    'payment-postponed': ({ creditor, amount, day }) => [
      'התשלום יבוצע ביום אחר',
      `התשלום שלך בסך ${amount} אל ${creditor} יבוצע ב־${day}, כי ביום שנקבע קודם לא מבוצעים תשלומים.`,
    ],
    'mandate-waits': ({ creditor }) => [
      'ההרשאה ממתינה לבעלים נוסף',
      `אישרת הרשאה לחיוב עבור ${creditor}. היא ממתינה לאישור של בעלים נוסף. ${check}`,
    ],
    'mandate-active': ({ creditor }) => ['ההרשאה בתוקף', `לפי הרשאה שאישרת, ${creditor} רשאי לחייב את החשבון שלך. ${check}`],
    'mandate-suspended': ({ creditor }) => ['ההרשאה הושעתה', `בשלב זה ${creditor} אינו יכול לחייב את החשבון שלך.`],
    'mandate-ended': ({ creditor }) => ['ההרשאה הסתיימה', `הסתיימה הרשאה שאישרת, ו־${creditor} אינו יכול עוד לחייב לפיה.`],
    'collection-presented': ({ creditor, amount }) => ['חיוב', `${creditor} מחייב את החשבון שלך ב־${amount} לפי ההרשאה.`],
    'third-parties-off': () => ['בלי צדדים שלישיים', `לפי החלטתך, אף צד שלישי אינו רואה את החשבונות שלך ואינו משתמש בהם. ${check}`],
    'third-parties-on': () => ['צדדים שלישיים אפשריים שוב', `צדדים שלישיים שתאשר יכולים שוב לראות את החשבונות שלך ולהשתמש בהם. ${check}`],
  },
  title: 'התראות',
  link: 'בחירת ההתראות',
  lead: 'אנחנו תמיד מודיעים על גישה חדשה, על תשלום שאושר ועל הרשאה חדשה, כדי שאפשר יהיה להבחין במה שנעשה בלעדיך. את השאר אפשר לבחור.',
  also: 'להודיע לי גם על',
  groups: {
    access: 'גישות שמסתיימות',
    payments: 'תשלומים שבוצעו, נדחו, בוטלו, הוחזרו או הועברו ליום אחר',
    mandates: 'הרשאות שהושעו או הסתיימו',
    collections: 'חיובים לפי ההרשאות שלי',
  },
  by: 'להודיע לי',
  channels: { app: 'באפליקציה', email: 'בדוא״ל' },
  save: 'שמירה',
  saved: 'בחירת ההתראות נשמרה.',
};
