import { Injectable } from '@nestjs/common';
import {
  type DeveloperConsent,
  developerObjectsContracts,
  DeveloperObjectsQuery,
  type DeveloperPayment,
  type InternalRequest,
  ServesInternal,
} from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { consentStatusAt } from '@open-banking/ais-pis-consents';
import { developerHash } from '@open-banking/ais-pis-directory';
import { creditorIban, paymentStatusAt } from '@open-banking/ais-pis-payments';
import {
  accountsAtThisBank,
  findDeveloperConsent,
  findDeveloperPayment,
  listDeveloperConsents,
  listDeveloperPayments,
  type DeveloperConsentRow,
  type DeveloperPaymentRow,
} from './developer-objects.statements.js';
import { statesOfConsent, statesOfPayment } from './passed-states.js';

const dayMs = 86_400_000;
const maxListed = 200;

/** Consents and payments of the clients of one developer, with the states that they have passed. Sandbox only. */
@Injectable()
export class DeveloperObjectsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  @ServesInternal(developerObjectsContracts.listDeveloperConsents)
  async consents({ params, body }: InternalRequest<DeveloperObjectsQuery>): Promise<{ objects: DeveloperConsent[] }> {
    const rows = await this.database.rows(listDeveloperConsents, ...listParams(params['developerId']!, body));
    return { objects: rows.map((row) => this.consentView(row)) };
  }

  @ServesInternal(developerObjectsContracts.readDeveloperConsent)
  async consent({ params: { developerId = '', consentId = '' } }: InternalRequest): Promise<DeveloperConsent> {
    const row = await this.database.row(findDeveloperConsent, developerHash(developerId), consentId);
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { consentId });
    return this.consentView(row);
  }

  @ServesInternal(developerObjectsContracts.listDeveloperPayments)
  async payments({ params, body }: InternalRequest<DeveloperObjectsQuery>): Promise<{ objects: DeveloperPayment[] }> {
    const rows = await this.database.rows(listDeveloperPayments, ...listParams(params['developerId']!, body));
    return { objects: await this.paymentViews(rows) };
  }

  @ServesInternal(developerObjectsContracts.readDeveloperPayment)
  async payment({ params: { developerId = '', paymentId = '' } }: InternalRequest): Promise<DeveloperPayment> {
    const row = await this.database.row(findDeveloperPayment, developerHash(developerId), paymentId);
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { paymentId });
    return (await this.paymentViews([row]))[0]!;
  }

  private consentView(row: DeveloperConsentRow): DeveloperConsent {
    const { firstApprovedAt: _, approvedAt: __, endedAt: ___, readsUsedUpAt, ...facts } = row;
    const now = this.clock.now();
    const status = consentStatusAt(row, now, this.clock.today());
    const usedUpUntil = readsUsedUpAt && new Date(readsUsedUpAt.getTime() + dayMs);
    return {
      ...facts,
      status,
      states: statesOfConsent(row, status, now),
      createdAt: row.createdAt.toISOString(),
      approveBy: instant(row.approveBy),
      endsAt: instant(row.endsAt),
      readsUsedUpUntil: usedUpUntil && usedUpUntil > now ? usedUpUntil.toISOString() : null,
    };
  }

  private async paymentViews(rows: readonly DeveloperPaymentRow[]): Promise<DeveloperPayment[]> {
    const ibans = rows.flatMap(({ request: { creditorAccount } }) => creditorIbanOf(creditorAccount) ?? []);
    const internal = new Set((await this.database.rows(accountsAtThisBank, ibans)).map(({ iban }) => iban));
    const now = this.clock.now();
    return rows.map((row) => {
      const { currency, amount, request, history: _, ...facts } = row;
      const { creditorName = null, creditorAccount, requestedExecutionDate = null } = request;
      const account = creditorIbanOf(creditorAccount) ?? creditorAccount?.bban ?? creditorAccount?.other?.identification ?? null;
      return {
        ...facts,
        transactionStatus: paymentStatusAt(row, now),
        amount: { currency, amount },
        creditorName,
        creditorAccount: account,
        isInternal: account !== null && internal.has(account),
        remittance: remittanceText(request),
        requestedExecutionDate,
        states: statesOfPayment(row, now),
        createdAt: row.createdAt.toISOString(),
        approveBy: instant(row.approveBy),
      };
    });
  }
}

const instant = (at: Date | null): string | null => at && at.toISOString();

const listParams = (developerId: string, { clientIds, status, before, most }: DeveloperObjectsQuery) =>
  [developerHash(developerId), clientIds, status ?? null, before ?? null, Math.min(most, maxListed)] as const;

type Request = DeveloperPaymentRow['request'];

const creditorIbanOf = (account: Request['creditorAccount']): string | undefined => (account ? creditorIban(account) : undefined);

const remittanceText = (request: Request): string | null =>
  request.remittanceInformationUnstructured ??
  request.remittanceInformationUnstructuredArray?.join(' ') ??
  request.remittanceInformationStructured?.reference ??
  null;
