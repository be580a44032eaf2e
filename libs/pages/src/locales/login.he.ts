import type { loginInEnglish, loginNoticesInEnglish } from './login.en.js';

/** Signing in at the bank's OpenID provider, in Hebrew. */
export const loginInHebrew: typeof loginInEnglish = {
  explains: 'הכניסה נעשית בדף הכניסה של הבנק, ובסיומה חוזרים לכאן.',
  submit: 'המשך לדף הכניסה של הבנק',
  again: 'כניסה מחדש',
  signedIn: 'נכנסת',
  goOn: 'המשך לדפים שלך',
  signedOut: 'יצאת',
  signedOutHere: 'יצאת מהדפים האלה. כעת תתבצע יציאה גם מדף הכניסה של הבנק.',
  signOut: 'יציאה מדף הכניסה של הבנק',
};

export const loginNoticesInHebrew: typeof loginNoticesInEnglish = {
  'login-refused': 'הכניסה בדף הכניסה של הבנק לא בוצעה. דבר לא הוצג לאיש; אפשר לנסות שוב.',
  'login-incomplete': 'דף הכניסה של הבנק לא הצליח לבצע את הכניסה הפעם. יש לנסות שוב.',
  'login-unavailable': 'דף הכניסה של הבנק אינו עונה כרגע. שום מידע לא נמסר ודבר לא שולם. יש לנסות שוב בעוד רגע.',
  'login-unconfirmed': 'לא הצלחנו לוודא שדף הכניסה של הבנק הוא שענה, ולכן הכניסה לא בוצעה. יש לנסות שוב.',
  'login-old': 'דף הכניסה של הבנק לא ביקש כניסה חדשה אלא הסתמך על כניסה קודמת. יש לצאת שם ולנסות שוב.',
  'login-weak': 'הכניסה הייתה באמצעי חלש ממה שנדרש כאן. יש לנסות שוב ולאשר גם באמצעי זיהוי נוסף.',
  'login-unknown': 'הכניסה בדף הכניסה של הבנק הצליחה, אך היא אינה שייכת ללקוח של השירותים האלה.',
  'login-locked': 'אחרי חמישה קודי אישור שגויים הכניסה ננעלת לעד 15 דקות. גישה שניתנה קודם נמשכת.',
  'login-stale': 'הכניסה הזאת כבר נוצלה, נמשכה זמן רב מדי או התחילה בחלון אחר. יש להיכנס מחדש.',
};
