/** What a customer can be told of. */
export type AlertSubjectKind = 'consent' | 'payment' | 'mandate' | 'customer';

/** Kinds of alerts by what they are about. `always`: nobody can switch them off, since they are how a customer learns of an access that somebody else has given. */
export const alertGroups = {
  always: [
    'access-waits',
    'access-given',
    'payment-waits',
    'payment-approved',
    'mandate-waits',
    'mandate-active',
    'third-parties-off',
    'third-parties-on',
  ],
  access: ['access-ended'],
  payments: ['payment-executed', 'payment-rejected', 'payment-cancelled', 'payment-returned', 'payment-postponed'],
  mandates: ['mandate-suspended', 'mandate-ended'],
  collections: ['collection-presented'],
} as const;

export type AlertGroup = keyof typeof alertGroups;
export type AlertKind = (typeof alertGroups)[AlertGroup][number];

/** What a customer can do without. */
export const optionalGroups = ['access', 'payments', 'mandates', 'collections'] as const satisfies readonly AlertGroup[];
export type OptionalGroup = (typeof optionalGroups)[number];

export const alertGroup = (kind: AlertKind): AlertGroup =>
  (Object.keys(alertGroups) as AlertGroup[]).find((group) => (alertGroups[group] as readonly string[]).includes(kind))!;

/** What is told of a status that something has got. `RETURNED`, `POSTPONED` and `COLLECTED` are no statuses: a payment whose money came back, one that has got another day, a collection under a mandate. */
const kinds: Readonly<Record<Exclude<AlertSubjectKind, 'customer'>, Readonly<Record<string, AlertKind>>>> = {
  consent: {
    partiallyAuthorised: 'access-waits',
    valid: 'access-given',
    rejected: 'access-ended',
    revokedByPsu: 'access-ended',
    terminatedByTpp: 'access-ended',
    replacedByTpp: 'access-ended',
    expired: 'access-ended',
  },
  payment: {
    PATC: 'payment-waits',
    ACTC: 'payment-approved',
    ACSC: 'payment-executed',
    ACCC: 'payment-executed',
    RJCT: 'payment-rejected',
    CANC: 'payment-cancelled',
    RETURNED: 'payment-returned',
    POSTPONED: 'payment-postponed',
  },
  mandate: {
    PATC: 'mandate-waits',
    ACTV: 'mandate-active',
    SUSP: 'mandate-suspended',
    CANC: 'mandate-ended',
    EXPI: 'mandate-ended',
    RJCT: 'mandate-ended',
    COLLECTED: 'collection-presented',
  },
};

/** Undefined: customers are not told of it. */
export const statusAlertKind = (subject: Exclude<AlertSubjectKind, 'customer'>, status: string): AlertKind | undefined =>
  kinds[subject][status];

/** Whether anything at all is told of it, so that nobody is looked for in vain. */
export const isAlerted = (status: string): boolean => Object.values(kinds).some((of) => status in of);

/** What the text of an alert says. Names and amounts; no account numbers. */
export interface AlertFacts {
  /** The third party. */
  readonly client?: string;
  readonly creditorName?: string;
  readonly amount?: { readonly amount: string; readonly currency: string };
  /** The new day of a payment (ISO 8601). */
  readonly day?: string;
}

/** An alert that is too old misleads more than it helps. */
export const alertRetryPeriodMs = 7 * 86_400_000;
