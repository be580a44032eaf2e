import { words, type Words } from './words.js';

/** A shop: merchant category (ISO 18245), usual amounts in whole units, and how often customers go there. */
export interface Shop {
  readonly name: Words;
  readonly mcc: string;
  readonly from: number;
  readonly to: number;
  readonly town: string;
  readonly street: string;
  readonly weight: number;
}

const shop = (en: string, he: string, mcc: string, from: number, to: number, weight: number, town: string, street: string): Shop => ({
  name: words(en, he),
  mcc,
  from,
  to,
  weight,
  town,
  street,
});

export const shops: readonly Shop[] = [
  shop('Shuk Tov Supermarket', 'סופר שוק טוב', '5411', 80, 620, 14, 'Tel Aviv', 'Ibn Gabirol'),
  shop('Gan Yarok Market', 'גן ירוק מרקט', '5411', 60, 480, 12, 'Haifa', 'Herzl'),
  shop('Makolet Hapina', 'מכולת הפינה', '5411', 15, 140, 12, 'Jerusalem', 'Agrippas'),
  shop('Lechem Vahetzi Bakery', 'מאפיית לחם וחצי', '5462', 12, 75, 8, 'Tel Aviv', 'Dizengoff'),
  shop('Cafe Almond', 'קפה שקד', '5814', 14, 68, 12, 'Tel Aviv', 'Rothschild'),
  shop('Hummus Shel Saba', 'חומוס של סבא', '5812', 40, 160, 7, 'Acre', 'Salah ad-Din'),
  shop('Dagim Restaurant', 'מסעדת דגים', '5812', 120, 520, 4, 'Jaffa', 'Yefet'),
  shop('Delek Darom', 'דלק דרום', '5541', 120, 390, 7, 'Beersheba', 'Hebron Road'),
  shop('Tachana Fuel', 'תחנה דלקים', '5541', 100, 360, 5, 'Netanya', 'Herzl'),
  shop('Rav Kav Transit', 'רב קו תחבורה', '4111', 20, 225, 7, 'Holon', 'Sokolov'),
  shop('Gal Taxi', 'מוניות גל', '4121', 25, 110, 4, 'Tel Aviv', 'Begin Road'),
  shop('Briut Pharmacy', 'בריאות בית מרקחת', '5912', 22, 230, 6, 'Ramat Gan', 'Bialik'),
  shop('Kolnoa Lev', 'קולנוע לב', '7832', 45, 160, 2, 'Tel Aviv', 'Hashmonaim'),
  shop('Sfarim Bookshop', 'חנות הספרים', '5942', 45, 210, 2, 'Jerusalem', 'Jaffa Road'),
  shop('Yeladim Toys', 'ילדים צעצועים', '5945', 40, 320, 2, 'Rishon LeZion', 'Rothschild'),
  shop('Ofna Clothing', 'אופנה בגדים', '5651', 90, 640, 4, 'Petah Tikva', 'Jabotinsky'),
  shop('Bait Vegan Home', 'בית וגן לבית', '5200', 60, 900, 2, 'Modi’in', 'Emek Dotan'),
  shop('Chashmal Electronics', 'אלקטרוניקה חשמל', '5732', 150, 3_400, 1, 'Haifa', 'Allenby'),
  shop('Kosher Fit Gym', 'חדר כושר פיט', '7997', 180, 260, 2, 'Givatayim', 'Weizmann'),
  shop('Stream Nine', 'סטרים תשע', '4899', 30, 70, 3, 'Herzliya', 'Abba Eban'),
];

/** Shops abroad, paid in their own currency. */
export interface ForeignShop extends Shop {
  readonly country: string;
  readonly currency: 'EUR' | 'USD';
}

export const foreignShops: readonly ForeignShop[] = [
  { ...shop('Bahnhof Buchladen', 'Bahnhof Buchladen', '5942', 10, 60, 1, 'Berlin', 'Europaplatz'), country: 'DE', currency: 'EUR' },
  { ...shop('Hotel am Ring', 'Hotel am Ring', '7011', 90, 480, 1, 'Vienna', 'Schubertring'), country: 'AT', currency: 'EUR' },
  { ...shop('Grachten Fietsen', 'Grachten Fietsen', '7999', 15, 70, 1, 'Amsterdam', 'Singel'), country: 'NL', currency: 'EUR' },
  { ...shop('Cloud Storage Inc', 'Cloud Storage Inc', '5734', 3, 25, 3, 'Seattle', 'Pine Street'), country: 'US', currency: 'USD' },
  { ...shop('Paper Planes Store', 'Paper Planes Store', '5969', 12, 140, 2, 'Austin', 'Congress Avenue'), country: 'US', currency: 'USD' },
];

/** Creditors that collect by direct debit: amounts in whole units and the interval in months. */
export interface Collector {
  readonly name: Words;
  readonly text: Words;
  readonly from: number;
  readonly to: number;
  readonly months: number;
  readonly day: number;
}

const collector = (en: string, he: string, text: Words, from: number, to: number, months: number, day: number): Collector => ({
  name: words(en, he),
  text,
  from,
  to,
  months,
  day,
});

export const collectors: readonly Collector[] = [
  collector('Zerem Electricity', 'זרם חשמל', words('Electricity', 'חשמל'), 210, 980, 2, 12),
  collector('Mei Ir Water', 'מי עיר', words('Water and sewage', 'מים וביוב'), 110, 420, 2, 15),
  collector('City Council', 'עיריית העיר', words('Municipal tax', 'ארנונה'), 480, 1_250, 2, 5),
  collector('Kol Mobile', 'קול סלולר', words('Mobile phone', 'טלפון נייד'), 49, 189, 1, 17),
  collector('Rashet Internet', 'רשת אינטרנט', words('Internet', 'אינטרנט'), 89, 160, 1, 18),
  collector('Magen Insurance', 'מגן ביטוח', words('Insurance premium', 'פרמיית ביטוח'), 180, 640, 1, 3),
  collector('Kupat Refuah', 'קופת רפואה', words('Health plan', 'ביטוח משלים'), 60, 210, 1, 8),
  collector('Gaz Habait', 'גז הבית', words('Gas', 'גז'), 70, 190, 2, 21),
  collector('House Committee', 'ועד הבית', words('House committee', 'ועד בית'), 120, 350, 1, 4),
];

export const employers: readonly Words[] = [
  words('Negev Systems', 'מערכות הנגב'),
  words('Carmel Hospital', 'בית חולים כרמל'),
  words('Sharon School Network', 'רשת בתי ספר השרון'),
  words('Blue Port Shipping', 'ספנות נמל כחול'),
  words('Orchard Foods', 'מזון הפרדס'),
  words('Hilltop Software', 'תוכנה בגבעה'),
  words('Galil Optics', 'אופטיקה גליל'),
  words('Ministry of Roads', 'משרד הדרכים'),
  words('Arava Solar', 'ערבה סולאר'),
];

/** Trading partners of businesses: Israeli and European. */
export const partners: readonly Words[] = [
  words('Yam Trading Ltd', 'ים מסחר בע"מ'),
  words('Haogen Retail', 'העוגן קמעונאות'),
  words('Kfar Supplies', 'אספקת הכפר'),
  words('Tzafon Packaging', 'אריזות צפון'),
  words('Merkaz Wholesale', 'סיטונאות מרכז'),
  words('Derech Transport', 'הובלות הדרך'),
];
/** European trading partners of our customers, and their banks. */
export const europeanPartners = [
  { name: 'Donau Handel GmbH', country: 'AT' },
  { name: 'Rijn Import BV', country: 'NL' },
  { name: 'Liffey Foods Ltd', country: 'IE' },
  { name: 'Spree Maschinen AG', country: 'DE' },
  { name: 'Alpenholz KG', country: 'AT' },
] as const;

export const branches = [
  { number: '612', town: 'Tel Aviv' },
  { number: '701', town: 'Haifa' },
  { number: '733', town: 'Jerusalem' },
  { number: '745', town: 'Beersheba' },
  { number: '788', town: 'Netanya' },
  { number: '805', town: 'Nazareth' },
] as const;
