import { createHash } from 'node:crypto';
import { aisPis, issuerHomes } from '@open-banking/spec';

/** What a client can be told of. */
export type NotificationSubject = 'consent' | 'payment' | 'mandate';

/** What is told: every change of status, or the last alone. Changes of `scaStatus` there are none, as there are no authorisations to ask about. */
export type NotificationContent = 'PROCESS' | 'LAST';

export interface StatusChange {
  readonly status: string;
  readonly reasonCode?: string | null;
}

/** Told of a consent like a status: an account has new entries. Its id stands where a reason would. */
export const newEntries = 'newEntries';

/** The members of the Berlin Group's resource status notification (openFinance API Framework 2.3, `pushResourceStatus`) that name a subject and its status. */
const members: Readonly<Record<NotificationSubject, readonly [id: string, status: string]>> = {
  consent: ['consentId', 'consentStatus'],
  payment: ['paymentId', 'transactionStatus'],
  mandate: ['mandateResourceId', 'mandateStatus'],
};

/** The body, to the byte as it is signed. */
export function notificationBody(subject: NotificationSubject, id: string, { status, reasonCode }: StatusChange): Buffer {
  const [idName, statusName] = members[subject];
  if (status === newEntries)
    return Buffer.from(JSON.stringify({ [idName]: id, _links: { transactions: { href: transactionsPath(reasonCode!) } } }));
  return Buffer.from(JSON.stringify({ [idName]: id, [statusName]: status, ...(reasonCode != null && { reasonCode }) }));
}

const transactionsPath = (accountId: string): string => aisPis.listTransactions.path.replace('{account-id}', accountId);

/** A status older than this is misleading: it is not told any more. */
export const retryPeriodMs = 7 * 86_400_000;
export const isRecent = (madeAt: Date): boolean => Date.now() - madeAt.getTime() < retryPeriodMs;

/** What is sent follows from these, to the byte. */
export interface SignedNotification extends StatusChange {
  readonly notificationId: string;
  readonly subject: NotificationSubject;
  readonly subjectId: string;
  readonly signature: string;
}

export function notificationRequest({ notificationId, subject, subjectId, signature, ...change }: SignedNotification): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
} {
  const body = notificationBody(subject, subjectId, change);
  const headers = {
    'content-type': 'application/json',
    'x-request-id': notificationId,
    digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
    'x-jws-signature': signature,
  };
  return { headers, body };
}

const issuers = { consent: 'consents', payment: 'payments', mandate: 'mandates' } as const;

/** Who signs: the issuer of the subject's tokens, whose metadata names the keys (`jwks_uri`). */
export const notificationIssuer = (subject: NotificationSubject, baseUrl: string): string =>
  `${baseUrl}${issuerHomes[issuers[subject]].path}`;

const preferences = (preferred: string | undefined): string[] =>
  preferred
    ?.replace(/^status=/, '')
    .split(',')
    .map((one) => one.trim()) ?? [];

/** Whether new entries are asked for: a value of this bank's own, beside those of the standard. */
export const asksForEntries = (preferred: string | undefined): boolean => preferences(preferred).includes('ENTRIES');

/** What is provided of what is preferred (`status=SCA,PROCESS,LAST`): the last alone only where nothing else was asked for besides SCA. */
export function notificationContent(preferred: string | undefined): NotificationContent {
  const asked = preferences(preferred);
  return asked.includes('LAST') && !asked.includes('PROCESS') ? 'LAST' : 'PROCESS';
}

const urlOrigin = (uri: string): string | undefined => {
  const { origin } = URL.canParse(uri) ? new URL(uri) : { origin: 'null' };
  // An app's own scheme has no origin, and there is nothing to be told there.
  return /^https?:/.test(origin) ? origin : undefined;
};

const longest = 2_000;

/** Why a client is not told there: only where it already receives its customers. */
export function notificationAddressFault(address: string, redirectUris: readonly string[]): string | undefined {
  if (address.length > longest) return `It is longer than ${longest} characters.`;
  const origin = urlOrigin(address);
  if (origin === undefined || !redirectUris.some((uri) => urlOrigin(uri) === origin))
    return "It is not under the origin of one of this client's redirect URIs.";
  const { username, password } = new URL(address);
  return `${username}${password}` === '' ? undefined : 'It has a user name or password.';
}
