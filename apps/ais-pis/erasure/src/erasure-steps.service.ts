import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { ServiceSettings } from '@open-banking/config';
import { erasureContracts, requestLogContracts, type ErasureProgress } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { ErasureService } from '@open-banking/erasure';
import { erasureInternal } from '@open-banking/spec';
import { RetentionSettings } from './rules/retention.settings.js';
import { ErasureStateMachine } from './erasure-state-machine.service.js';
import { statusAfter, type StepProgress } from './erasure-step.js';
import { accountsOfOthers, anyDueStep, takeSteps, type DueStep } from './erasures.statements.js';

/** As often as jobs are looked for (`look-for-jobs`), in the same statement. */
const everyMs = 900;
/** Steps of one run, done at once. */
const maxSteps = 12;

/**
 * Has each service erase, until it says that nothing is left. A step may be done twice, by two processes or after one has died: what is erased
 * is not found again. A service that does not answer delays its own step alone.
 */
@Injectable()
export class ErasureStepsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly stateMachine: ErasureStateMachine,
    private readonly calls: InternalCalls,
    private readonly own: ErasureService,
    private readonly retention: RetentionSettings,
    private readonly settings: ServiceSettings,
  ) {}

  @RecurringWork('erase-customers', { everyMs })
  async carryOut(): Promise<void> {
    if (!(await this.database.row(anyDueStep, this.clock.today()))?.due) return;
    for (let taken = maxSteps; taken === maxSteps;) {
      const steps = await this.database.rows(takeSteps, this.clock.today(), maxSteps);
      await Promise.all(steps.map((step) => this.carryOutOne(step)));
      taken = steps.length;
    }
  }

  private async carryOutOne(step: DueStep): Promise<void> {
    let known: DueStep | undefined;
    for (;;) {
      const progress = await this.progress(async () => this.ask((known ??= await this.withLinkedAccounts(step))));
      const goesOn = !progress.done && progress.obstacles.length === 0 && progress.problem === null;
      const isLastRound = await this.noted(step, progress, goesOn);
      if (!isLastRound || !goesOn) return;
    }
  }

  /** Returns whether no later request has begun the erasure again. */
  private noted(step: DueStep, progress: StepProgress, goesOn: boolean): Promise<boolean> {
    const status = statusAfter(progress);
    return this.database.transaction((tx) =>
      status === 'due' ? this.stateMachine.stay(tx, step, progress, goesOn) : this.stateMachine.move(tx, step, 'due', status, progress),
    );
  }

  private async progress(ask: () => Promise<ErasureProgress>): Promise<StepProgress> {
    try {
      return { ...(await ask()), problem: null };
    } catch (error) {
      return { erased: {}, done: false, obstacles: [], keptUntil: null, problem: String(error) };
    }
  }

  /**
   * With the accounts of others that pay for what the customer holds in a service: where it erases their numbers, it writes by which id to know them.
   * They are looked up for each try, and kept nowhere: an erasure of their own may come at any time.
   */
  private async withLinkedAccounts(step: DueStep): Promise<DueStep> {
    const { psuId, service, accounts } = step;
    if (service === 'ais-pis') return step;
    const held = await this.calls.call(service, erasureContracts.listErasureObstacles, { body: { psuId } });
    const own = new Set(accounts.map(({ iban }) => iban));
    const others = held?.linkedNumbers?.filter((iban) => !own.has(iban)) ?? [];
    return others.length === 0
      ? step
      : { ...step, accounts: [...accounts, ...(await this.database.rows(accountsOfOthers, psuId, others))] };
  }

  private async ask({ psuId, service, name, accounts }: DueStep): Promise<ErasureProgress> {
    const { legalRetentionMonths: legalMonths } = this.retention;
    if (service === 'ais-pis') {
      await this.forgetRequestBodies();
      return this.own.erase({ psuId, name, accounts, legalMonths });
    }
    const answer = await this.calls.call(service, erasureContracts.erasePersonalData, {
      params: { customerId: psuId },
      // A service of a release that erases everything at once refuses the member, and is asked again once it is upgraded.
      body: { ...(name !== null && { name }), accounts, ...(legalMonths > 0 && { legalMonths }) },
    });
    if (!answer) throw new Error(`${service} does not know ${erasureInternal.erasePersonalData.id}`);
    return answer;
  }

  /** A sandbox's portal keeps what clients send and receive, for a day. */
  private async forgetRequestBodies(): Promise<void> {
    if (this.settings.sandbox && (this.settings.portalInternalUrl ?? []).length > 0)
      await this.calls.call('portal', requestLogContracts.forgetRequestBodies, {});
  }
}
