/** What the bank's pages call something, in each of their languages. */
interface Names {
  readonly en: string;
  readonly he: string;
  readonly ar: string;
}

interface ServiceFacts {
  /** Whether its tables are loaded from files (`openbank load`). Rows of the others come through the interface only. */
  readonly loaded: boolean;
  /** In the sentence that a page shows while the service does not answer. */
  readonly names: Names;
}

/** The services in the order of the specification, and the portal, which serves none of its operations; each is one process with one database. */
export const serviceFacts = {
  'ais-pis':       { loaded: true,  names: { en: 'current accounts',  he: 'חשבונות עובר ושב', ar: 'الحسابات الجارية' } },
  'savings-loans': { loaded: true,  names: { en: 'savings and loans', he: 'חסכונות והלוואות', ar: 'المدخرات والقروض' } },
  mandates:        { loaded: false, names: { en: 'mandates',          he: 'הרשאות לחיוב', ar: 'تفويضات الخصم' } },
  securities:      { loaded: true,  names: { en: 'securities',        he: 'ניירות ערך', ar: 'الأوراق المالية' } },
  cards:           { loaded: true,  names: { en: 'cards',             he: 'כרטיסים', ar: 'البطاقات' } },
  'loan-services': { loaded: true,  names: { en: 'loan services',     he: 'שירותי הלוואות', ar: 'خدمات القروض' } },
  portal:          { loaded: false, names: { en: 'developer portal',  he: 'פורטל המפתחים', ar: 'بوابة المطورين' } },
} as const satisfies Readonly<Record<string, ServiceFacts>>;
export type Service = keyof typeof serviceFacts;
export const services = Object.keys(serviceFacts) as readonly Service[];

/** The services whose tables are loaded from files. */
export type LoadedService = { [S in Service]: (typeof serviceFacts)[S]['loaded'] extends true ? S : never }[Service];
export const loadedServices = services.filter((service): service is LoadedService => serviceFacts[service].loaded);

interface ResourceFacts {
  /** The service that owns resources of this kind: it is asked what a customer has. Others may serve them too. */
  readonly service: Service;
  /** ISO 20022 ExternalCashAccountType1Code. No two kinds have the same: a consent restricted to some kinds lists these codes. */
  readonly cashAccountType: string;
  /** How a consent names one: by an account number (IBAN, BBAN or another), or by a masked card number. */
  readonly namedBy: 'accountNumber' | 'maskedPan';
  /** What error texts call one, and several. */
  readonly one: string;
  readonly many: string;
  /** The heading above them on an approval page. */
  readonly names: Names;
}

/** The kinds of resource that a consent can name. Loan services read the loans of savings-loans. */
export const resourceFacts = {
  account:    { service: 'ais-pis',       cashAccountType: 'CACC', namedBy: 'accountNumber', one: 'account',            many: 'accounts',            names: { en: 'Current accounts', he: 'חשבונות עובר ושב', ar: 'الحسابات الجارية' } },
  savings:    { service: 'savings-loans', cashAccountType: 'SVGS', namedBy: 'accountNumber', one: 'savings account',    many: 'savings',             names: { en: 'Savings',          he: 'חסכונות', ar: 'المدخرات' } },
  loan:       { service: 'savings-loans', cashAccountType: 'LOAN', namedBy: 'accountNumber', one: 'loan',               many: 'loans',               names: { en: 'Loans',            he: 'הלוואות', ar: 'القروض' } },
  card:       { service: 'cards',         cashAccountType: 'CARD', namedBy: 'maskedPan',     one: 'card',               many: 'cards',               names: { en: 'Cards',            he: 'כרטיסים', ar: 'البطاقات' } },
  securities: { service: 'securities',    cashAccountType: 'SCTS', namedBy: 'accountNumber', one: 'securities account', many: 'securities accounts', names: { en: 'Securities',       he: 'ניירות ערך', ar: 'الأوراق المالية' } },
} as const satisfies Readonly<Record<string, ResourceFacts>>;
export type ResourceKind = keyof typeof resourceFacts;
export const resourceKinds = Object.keys(resourceFacts) as readonly ResourceKind[];

/** The services that own what a consent can name. */
export type OwningService = (typeof resourceFacts)[ResourceKind]['service'];
export const owningServices: readonly OwningService[] = [...new Set(resourceKinds.map((kind) => resourceFacts[kind].service))];
