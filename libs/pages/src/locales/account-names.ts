import type { Language } from '../locale.js';

interface TranslatedName {
  readonly he: string;
  readonly ar: string;
}

/**
 * Translations of the names that the bank itself gives to accounts. The interface has one name for each account, in English. Names that
 * customers chose are not in this list and are shown unchanged.
 */
export const accountNames: Readonly<Record<string, TranslatedName>> = {
  'Current account': { he: 'חשבון עובר ושב', ar: 'حساب جارٍ' },
  'Joint account': { he: 'חשבון משותף', ar: 'حساب مشترك' },
  'Business account': { he: 'חשבון עסקי', ar: 'حساب تجاري' },
  'Euro account': { he: 'חשבון אירו', ar: 'حساب باليورو' },
  'Daily savings': { he: 'חיסכון יומי', ar: 'ادخار يومي' },
  'Three-year savings': { he: 'חיסכון לשלוש שנים', ar: 'ادخار لثلاث سنوات' },
  'Savings linked to prime': { he: 'חיסכון צמוד לפריים', ar: 'ادخار مرتبط بالفائدة الأساسية' },
  'Classic credit card': { he: 'כרטיס אשראי קלאסי', ar: 'بطاقة ائتمان كلاسيكية' },
  'Gold credit card': { he: 'כרטיס אשראי זהב', ar: 'بطاقة ائتمان ذهبية' },
  'Business credit card': { he: 'כרטיס אשראי עסקי', ar: 'بطاقة ائتمان تجارية' },
  Mortgage: { he: 'משכנתה', ar: 'قرض سكني' },
  Loan: { he: 'הלוואה', ar: 'قرض' },
  'Car loan': { he: 'הלוואה לרכב', ar: 'قرض سيارة' },
  'Business loan': { he: 'הלוואה לעסק', ar: 'قرض تجاري' },
  'Securities account': { he: 'תיק ניירות ערך', ar: 'حساب أوراق مالية' },
};

/** The name of an account as a page in this language shows it. */
export function accountName(name: string, language: Language): string {
  if (language === 'en' || !Object.hasOwn(accountNames, name)) return name;
  return accountNames[name]![language];
}
