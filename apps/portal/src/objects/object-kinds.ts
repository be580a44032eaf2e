import { objectPages, type Operation } from '@open-banking/spec';
import { statusTexts } from '../reference/status-texts.js';

/** The kinds of objects that third parties create and customers approve. */
export type ObjectKind = 'consent' | 'payment' | 'mandate';

interface KindPages {
  readonly plural: string;
  /** The name of the id in the pages' paths. */
  readonly id: string;
  readonly list: Pick<Operation, 'path'>;
  readonly one: Pick<Operation, 'path'>;
}

/** The pages of each kind. */
export const kindPages: Readonly<Record<ObjectKind, KindPages>> = {
  consent: { plural: 'consents', id: 'consentId', list: objectPages.showDeveloperConsents, one: objectPages.showDeveloperConsent },
  payment: { plural: 'payments', id: 'paymentId', list: objectPages.showDeveloperPayments, one: objectPages.showDeveloperPayment },
  mandate: { plural: 'mandates', id: 'resourceId', list: objectPages.showDeveloperMandates, one: objectPages.showDeveloperMandate },
};

/** The page of one consent, payment or mandate. In the sandbox only. */
export const objectPath = (kind: ObjectKind, objectId: string): string =>
  kindPages[kind].one.path.replace(/\{\w+\}/, encodeURIComponent(objectId.toLowerCase()));

export const statusesOf = (kind: ObjectKind): readonly string[] => Object.keys(statusTexts[kind]);
