import type { ConsentFacts } from '@open-banking/pages';
import { Injectable } from '@nestjs/common';
import type { ApprovalRequest } from '@open-banking/issuer';
import { BankClock, Database } from '@open-banking/database';
import { CustomerResourcesService } from '@open-banking/ais-pis-accounts';
import { ConsentApprovalsService } from './consent-approvals.service.js';
import { ConsentEndingsService } from './consent-endings.service.js';
import { consentPhase, consentStatusAt, type ConsentStatus } from './consent.js';
import { accessOf, oneAccess, pendingOn, type AccessRow, type PendingRow } from './access.statements.js';

/** A consent with its current status, whether or not a change by time is stored yet. */
export interface AccessNow extends Omit<AccessRow, 'status'> {
  readonly status: ConsentStatus;
}

/** A page of a customer's consents. */
export interface AccessPage {
  readonly active: readonly AccessNow[];
  readonly ended: readonly AccessNow[];
  /** How many there are from this page on. */
  readonly total: number;
  /** The last consent of the page, where there are more. */
  readonly after?: string;
}

/** What is open is on the first page, however much has ended since; only a customer with more than this has to turn the page for it. */
const maxActive = 1_000;
const maxEnded = 100;

/** A customer's consents: reading and ending them. */
@Injectable()
export class CustomerAccessService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly approvals: ConsentApprovalsService,
    private readonly resources: CustomerResourcesService,
    private readonly consents: ConsentEndingsService,
  ) {}

  /** Those whose client has `searched` in its name: the first page, or the one after a consent. */
  async list(psuId: string, { searched, after }: { readonly searched: string; readonly after?: string | undefined }): Promise<AccessPage> {
    const rows = await this.database.rows(accessOf, psuId, searched, after ?? null, maxActive, maxEnded);
    const total = rows[0]?.total ?? 0;
    const now = rows.map((row) => this.now(row));
    return {
      active: now.filter(({ status }) => consentPhase(status) !== 'ended'),
      ended: now.filter(({ status }) => consentPhase(status) === 'ended'),
      total,
      ...(total > rows.length && { after: rows.at(-1)!.consentId }),
    };
  }

  async one(psuId: string, consentId: string): Promise<{ access: AccessNow; facts: ConsentFacts } | undefined> {
    const row = await this.database.row(oneAccess, psuId, consentId);
    return row && { access: this.now(row), facts: await this.approvals.granted({ id: consentId, clientId: row.clientId, psuId }) };
  }

  /** Consents that wait for this customer as a second owner. */
  async pending(psuId: string): Promise<PendingRow[]> {
    const { resources } = await this.resources.listOfCustomer(psuId, []);
    const shared = resources.filter(({ rule }) => rule === 'both').map(({ resourceId }) => resourceId);
    return shared.length > 0 ? this.database.rows(pendingOn, psuId, shared, this.clock.now(), this.clock.today()) : [];
  }

  /** Returns false if the consent had already ended. Any customer who approved it may end it alone, even while it waits for a second owner. */
  async end({ id, clientId, psuId }: ApprovalRequest): Promise<boolean> {
    const outcome = await this.database.transaction((tx) => this.consents.end(tx, { id, by: { clientId, psuId }, reason: 'revoked' }));
    return outcome?.ended === true;
  }

  private now(row: AccessRow): AccessNow {
    return { ...row, status: consentStatusAt(row, this.clock.now(), this.clock.today()) };
  }
}
