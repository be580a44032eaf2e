import type { Chance } from '@open-banking/simulators/chance';
import { words, type Language, type Words } from './words.js';

const givenNames: readonly Words[] = [
  words('Noa', 'נועה'),
  words('Itay', 'איתי'),
  words('Tamar', 'תמר'),
  words('Yonatan', 'יונתן'),
  words('Maya', 'מאיה'),
  words('Amir', 'אמיר'),
  words('Shira', 'שירה'),
  words('Daniel', 'דניאל'),
  words('Yael', 'יעל'),
  words('Omer', 'עומר'),
  words('Michal', 'מיכל'),
  words('Eitan', 'איתן'),
  words('Rivka', 'רבקה'),
  words('Moshe', 'משה'),
  words('Hila', 'הילה'),
  words('Nadav', 'נדב'),
  words('Layla', 'לילה'),
  words('Samir', 'סמיר'),
  words('Ruth', 'רות'),
  words('Gil', 'גיל'),
  words('Adi', 'עדי'),
  words('Ronit', 'רונית'),
  words('Elad', 'אלעד'),
  words('Orly', 'אורלי'),
  words('Boris', 'בוריס'),
  words('Svetlana', 'סבטלנה'),
  words('Yosef', 'יוסף'),
  words('Avigail', 'אביגיל'),
  words('Karim', 'כרים'),
  words('Dalia', 'דליה'),
];

const familyNames: readonly Words[] = [
  words('Cohen', 'כהן'),
  words('Mizrahi', 'מזרחי'),
  words('Peretz', 'פרץ'),
  words('Biton', 'ביטון'),
  words('Friedman', 'פרידמן'),
  words('Azulay', 'אזולאי'),
  words('Katz', 'כץ'),
  words('Haddad', 'חדד'),
  words('Shapira', 'שפירא'),
  words('Gabay', 'גבאי'),
  words('Ohana', 'אוחנה'),
  words('Rosenberg', 'רוזנברג'),
  words('Khoury', "ח'ורי"),
  words('Ben David', 'בן דוד'),
  words('Malka', 'מלכה'),
  words('Segal', 'סגל'),
  words('Dayan', 'דיין'),
  words('Amar', 'עמר'),
  words('Levin', 'לוין'),
  words('Yosefi', 'יוספי'),
  words('Barak', 'ברק'),
  words('Sasson', 'ששון'),
  words('Zohar', 'זוהר'),
  words('Novak', 'נובק'),
];

const europeanNames = [
  'Anna Müller',
  'Lukas Gruber',
  'Sofie de Vries',
  'Aoife Byrne',
  'Jonas Weber',
  'Clara Hoffmann',
  'Marek Kowalski',
  'Élise Laurent',
];

const trades: readonly Words[] = [
  words('Olive Press', 'בית הבד'),
  words('Carpentry', 'נגרות'),
  words('Software', 'תוכנה'),
  words('Bakery', 'מאפייה'),
  words('Irrigation', 'השקיה'),
  words('Printing', 'דפוס'),
  words('Logistics', 'לוגיסטיקה'),
  words('Ceramics', 'קרמיקה'),
];

export interface Person {
  readonly name: string;
  /** The name in Latin letters without accents. */
  readonly latinName: string;
  readonly family: Words;
  readonly login: string;
  readonly language: Language;
}

/** Creates a person; with a family member's surname and language if one is already a customer. */
export function person(chance: Chance, number: number, relative?: Person): Person {
  const family = relative?.family ?? chance.pick(familyNames);
  const language: Language = relative?.language ?? (chance.happens(0.6) ? 'he' : 'en');
  if (!relative && chance.happens(0.06)) return european(chance, number, family);
  const given = chance.pick(givenNames);
  return {
    name: `${given[language]} ${family[language]}`,
    latinName: `${given.en} ${family.en}`,
    family,
    language,
    login: `${given.en}.${family.en}${number}`.toLowerCase().replace(/[^a-z0-9.]/g, ''),
  };
}

function european(chance: Chance, number: number, family: Words): Person {
  const name = chance.pick(europeanNames);
  const latinName = name.normalize('NFD').replace(/[^A-Za-z ]/g, '');
  return { name, latinName, family, language: 'en', login: `${latinName.toLowerCase().replace(/ /g, '.')}${number}` };
}

export const companyName = (chance: Chance, family: Words): Words => {
  const trade = chance.pick(trades);
  return words(`${family.en} ${trade.en} Ltd`, `${family.he} ${trade.he} בע"מ`);
};

/** A person who is not a customer, such as a landlord, a friend or a tenant. */
export const stranger = (chance: Chance): Words => {
  const given = chance.pick(givenNames);
  const family = chance.pick(familyNames);
  return words(`${given.en} ${family.en}`, `${given.he} ${family.he}`);
};
