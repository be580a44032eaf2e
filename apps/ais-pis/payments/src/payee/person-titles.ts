import { normalForm } from '../party-names/normal-form.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(normalForm));

/** Titles in front of a name. */
export const titlesInFront = words(
  [
    'mr mrs ms miss mx madam dr dra prof professor sir dame rev rabbi adv advocate atty herr frau hr fr dipl ing univ mag monsieur mme mlle',
    'dott dottssa sig sigra avv mevr mevrouw dhr drs sra srta mgr',
    'מר גב גברת הגב הגברת דר דוקטור פרופ פרופסור הרב אדון מרת עוד רוח אינג השופט ונוטריון המנוח המנוחה',
    'السيد السيدة الانسة د دكتور الدكتور دكتورة الدكتورة اد المحامي المحامية المهندس المهندسة الاستاذ الاستاذة المرحوم المرحومة',
  ].join(' '),
);

/** Titles and degrees behind a name, and what Hebrew and Arabic say there of the dead and of minors. */
export const titlesBehind = words(
  [
    'phd md mba esq msc bsc cpa dr prof adv advocate atty jd llb llm dds dmd dphil pharmd acca cfa obe cbe mbe',
    'עוד רוח זל פרופ פרופסור דוקטור שליטא היו קטין קטינה המנוח המנוחה נוטריון ונוטריון אינג',
    'دكتور الدكتور الدكتورة المحامي المحامية المهندس المهندسة القاصر قاصر المرحوم المرحومة',
  ].join(' '),
);

/** Words behind a name that tell relatives of one name apart. No initial stands for them. */
export const generations = words('jr sr junior senior i ii iii iv v vi');

/** Particles of surnames: each belongs to the word that follows it. */
export const particles = words(
  [
    'de van von vom zu zum zur der den dem des du da das do dos del della delle dei di la le les las los ter ten te op het af av san santa',
    'ben bar bat bin bint ibn abu abou abi umm al el ul ould',
    'בן בת בר אבו אבן אל דה ואן פון',
    'بن ابن بنت ابو ابي ام ال فون دي',
    'фон де ван',
  ].join(' '),
);

/** Words that are written together with the next one: particles, and the beginnings of some names. */
export const beginnings: ReadonlySet<string> = new Set([...particles, ...words('mac mc fitz ha saint st عبد')]);

/** Words that are written together with the one before. */
export const endings = words('الله');

/** What stands for partners and relatives behind "and" in the name of a company. */
export const partners = words(
  'sohne soehne sohn tochter toechter sons son daughters brothers bros fils freres filles figli fratelli hijos filhos zonen zoon partner partners בניו ובניו אחיו',
);

/** Between two names, or two parts of one. */
export const conjunctions = words('and und et و');
