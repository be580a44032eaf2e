import type { thirdPartyInEnglish } from './third-party.en.js';

/** The same in Hebrew. */
export const thirdPartyInHebrew: typeof thirdPartyInEnglish = {
  registeredItself: (client) => `לא בדקנו מי עומד מאחורי ${client}: השירות נרשם בעצמו ובחר בעצמו את שמו.`,
  logo: (client) => `הסמל של ${client}`,
  returnsTo: (host) => `בסיום תוחזר אל ${host}.`,
  listedAs: (client, number) => `${client} רשום במרשם נותני השירות המורשים במספר ${number}.`,
  service: 'השירות',
  suspended: {
    title: 'השירות הופסק',
    says: (client) =>
      `הפסקנו לעת עתה את ${client}: אין לו גישה לדבר ואי אפשר לאשר לו דבר. מה שאישרת קודם נשמר. אפשר לסיים את גישתו אצלנו בכל עת, תחת ”מי רואה את החשבונות שלי“.`,
    mark: 'הופסק על ידינו לעת עתה: אין לו גישה לדבר',
  },
  error: {
    title: 'איננו יכולים לקבל את הבקשה',
    says: (client, host) =>
      `${client} שלח אותך לכאן עם בקשה שאיננו יכולים לקבל. שום מידע לא נמסר ודבר לא שולם. אם תמשיך, תעזוב את דפי הבנק ותעבור אל ${host}. יש להמשיך רק אם הכתובת מוכרת לך והגעת ממנה.`,
    leave: (host) => `המשך אל ${host}`,
  },
};
