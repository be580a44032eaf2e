import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { AuditService } from '@open-banking/commands';
import { type ErasureCheck, type ErasurePage, type ErasureRow, type HeldOfCustomer, erasureContracts } from '@open-banking/contracts';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { type ErasedCustomer, ErasureService } from '@open-banking/erasure';
import { Refusal } from '@open-banking/messages';
import { type Service, directoryInternal, services } from '@open-banking/spec';
import { RetentionSettings } from './rules/retention.settings.js';
import { ErasureStateMachine } from './erasure-state-machine.service.js';
import { customerToErase, findErasure, listErasures, type CustomerToErase } from './erasures.statements.js';

/** The services that hold personal data of customers. */
export const erasingServices = services.filter((service) => service !== 'portal');
const pageSize = 200;

/** What a service looks for when it erases somebody. */
type Sought = Pick<ErasedCustomer, 'name' | 'accounts' | 'legalMonths'>;

/** The record of erasures: whose personal data all services erase, at whose request. The steps are carried out by `ErasureStepsService`. */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly stateMachine: ErasureStateMachine,
    private readonly audit: AuditService,
    private readonly calls: InternalCalls,
    private readonly own: ErasureService,
    private readonly retention: RetentionSettings,
  ) {}

  /** What would be erased of a customer now, and what stands in the way. */
  async check(psuId: string): Promise<ErasureCheck> {
    const { askedAt, askedBy, endedAt, name, accounts } = await this.customer(psuId);
    const { answers, unavailable } = await this.askAll(psuId, { name, accounts, legalMonths: this.retention.legalRetentionMonths });
    return {
      earlier: askedAt === null || askedBy === null ? null : { askedAt, askedBy, endedAt },
      services: answers.map(({ service, holds = {}, more = [], obstacles }) => ({ service, holds, more, obstacles })),
      unavailable,
    };
  }

  /** Refuses what cannot be erased now. A service that is down may know of an obstacle. */
  async refuseObstacles(psuId: string): Promise<void> {
    await this.customer(psuId);
    const { answers, unavailable } = await this.askAll(psuId);
    const faults = answers.flatMap(({ service, obstacles }) =>
      obstacles.map(({ what, id, must }) => ({ code: 'STATUS_INVALID' as const, text: `${service}: ${what} ${id} must ${must}.` })),
    );
    if (faults.length > 0) throw new Refusal(faults);
    if (unavailable.length > 0)
      throw new Refusal([{ code: 'SERVICE_UNAVAILABLE', text: `Does not answer: ${unavailable.join(', ')}. Nothing was erased.` }]);
  }

  /** Asked once more, all services begin again: that is how it is carried out after a backup was restored. */
  async erase(psuId: string, operator: string, alongside: (tx: Transaction) => Promise<void>): Promise<ErasureRow> {
    await this.refuseObstacles(psuId);
    await this.database.transaction(async (tx) => {
      await this.stateMachine.begin(tx, psuId, operator, erasingServices);
      await this.audit.record(tx, { operation: directoryInternal.erasePsu.id, operator, subject: psuId });
      await alongside(tx);
    });
    return this.read(psuId);
  }

  async read(psuId: string): Promise<ErasureRow> {
    const found = await this.database.row(findErasure, psuId, this.clock.today());
    if (!found) throw new Refusal('RESOURCE_UNKNOWN', { psuId });
    return found;
  }

  async list(after: string | null): Promise<ErasurePage> {
    const erasures = await this.database.rows(listErasures, after, pageSize, this.clock.today());
    return { erasures, ...(erasures.length === pageSize && { next: erasures.at(-1)!.psuId }) };
  }

  private async customer(psuId: string): Promise<CustomerToErase> {
    const found = await this.database.row(customerToErase, psuId);
    if (!found) throw new Refusal('RESOURCE_UNKNOWN', { psuId });
    return found;
  }

  /** Asks all services at once. They count what they would erase only if they are told what they would look for. */
  private async askAll(psuId: string, sought?: Sought) {
    const answers = await Promise.all(
      erasingServices.map(async (service) => ({ service, answer: await this.ask(service, psuId, sought) })),
    );
    return {
      answers: answers.flatMap(({ service, answer }) => (answer ? [{ service, ...answer }] : [])),
      unavailable: answers.flatMap(({ service, answer }) => (answer ? [] : [service])),
    };
  }

  private async ask(service: Service, psuId: string, sought?: Sought): Promise<HeldOfCustomer | undefined> {
    if (service === 'ais-pis') return sought ? this.own.count({ psuId, ...sought }) : this.own.check(psuId);
    const customer = sought && { ...sought, name: sought.name ?? undefined };
    try {
      return await this.calls.call(service, erasureContracts.listErasureObstacles, { body: { psuId, ...(customer && { customer }) } });
    } catch (error) {
      if (error instanceof Refusal && error.status === 503) return undefined;
      throw error;
    }
  }
}
