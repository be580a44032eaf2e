import { createHmac } from 'node:crypto';
import {
  approvalApp,
  approvalCodes,
  FailedAppRequests,
  issuerFacts,
  IssuingSettings,
  OwnApprovals,
  ReportedRequests,
  type Approvals,
} from '@open-banking/issuer';
import { AuditService, SigningKeys } from '@open-banking/commands';
import { BankClock, Database, serviceKey } from '@open-banking/database';
import { ServiceSettings } from '@open-banking/config';
import { CustomerDirectoryService } from '@open-banking/ais-pis-directory';

/** Second owners' approvals on these pages, by kind: `@Inject(CONSENT_APPROVALS)`. */
export const CONSENT_APPROVALS = Symbol('customer:consent-approvals');
export const PAYMENT_APPROVALS = Symbol('customer:payment-approvals');
export const MANDATE_APPROVALS = Symbol('customer:mandate-approvals');

export const keyFor = async (database: Database, use: string): Promise<Buffer> =>
  createHmac('sha256', await serviceKey(database, 'customer pages'))
    .update(use)
    .digest();

type Subject = new (...args: never[]) => Approvals;

export const secondOwnerApprovals = (provide: symbol, issuer: 'consents' | 'payments' | 'mandates', subject: Subject) => ({
  provide,
  inject: [
    Database,
    BankClock,
    CustomerDirectoryService,
    subject,
    AuditService,
    ServiceSettings,
    IssuingSettings,
    ReportedRequests,
    FailedAppRequests,
    SigningKeys,
  ],
  useFactory: async (
    database: Database,
    clock: BankClock,
    customers: CustomerDirectoryService,
    approvals: Approvals,
    audit: AuditService,
    service: ServiceSettings,
    issuing: IssuingSettings,
    reported: ReportedRequests,
    appRequests: FailedAppRequests,
    keys: SigningKeys,
  ) => {
    const settings = { ...service, ...issuing };
    return new OwnApprovals({
      database,
      clock,
      customers,
      approvals,
      audit,
      reported,
      issuer,
      settings,
      // These are the keys of this service, and its address for answers, whichever issuer the approval belongs to.
      codes: approvalCodes(settings, keys, issuerFacts('consents', settings).issuer),
      codeKey: await keyFor(database, 'approval codes'),
      app: approvalApp({ database, clock, keys, appRequests, settings }, 'consents'),
    });
  },
});
