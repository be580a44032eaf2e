import type { thirdPartyInEnglish } from './third-party.en.js';

/** The same in Hebrew. */
export const thirdPartyInHebrew: typeof thirdPartyInEnglish = {
  registeredItself: (client) => `לא בדקנו מי עומד מאחורי ${client}: השירות נרשם בעצמו ובחר בעצמו את שמו.`,
  returnsTo: (host) => `בסיום תוחזר אל ${host}.`,
  error: {
    title: 'הבקשה אינה תקינה',
    says: (client, host) => `${client} שלח אותך לכאן עם בקשה שאיננו יכולים לקבל. שום מידע לא נמסר ודבר לא שולם. אם תמשיך, תעזוב את דפי הבנק ותעבור אל ${host}. יש להמשיך רק אם הכתובת מוכרת לך והגעת ממנה.`,
    leave: (host) => `המשך אל ${host}`,
  },
};
