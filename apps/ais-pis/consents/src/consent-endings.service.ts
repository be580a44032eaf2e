import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { BankClock, type Transaction } from '@open-banking/database';
import { consentEndings, type ConsentEnding } from './consent-endings.js';
import { ConsentStateMachine } from './consent-state-machine.service.js';
import { consentPhase, consentStatusAt, type ConsentStatus, type ConsentTimes } from './consent.js';
import { lockedConsent } from './locked-consent.js';

/** Who ends a consent of this client: the client itself if neither a customer nor an operator is named. */
export interface EndedBy {
  readonly clientId: string;
  /** A customer who approved the consent, alone or with others. */
  readonly psuId?: string;
  /** The operator's name. */
  readonly operator?: string;
}

/** The result of `end`. `status` is the status of the consent now; a consent that had ended before keeps its own. */
export interface ConsentOutcome {
  readonly ended: boolean;
  readonly status: ConsentStatus;
}

/** The one place where consents end before their time. Those that end by time, or with a newer consent, end in `ConsentStateMachine`. */
@Injectable()
export class ConsentEndingsService {
  constructor(
    private readonly clock: BankClock,
    private readonly stateMachine: ConsentStateMachine,
    private readonly audit: AuditService,
  ) {}

  /**
   * Locks the consent, ends it unless it has ended, be it by time, and writes its audit row. Undefined, without a change, if there is no
   * such consent of this client, or the customer in `by` has not approved it.
   */
  async end(
    tx: Transaction,
    { id, by, reason }: { readonly id: string; readonly by: EndedBy; readonly reason: ConsentEnding },
  ): Promise<ConsentOutcome | undefined> {
    const consent = await lockedConsent(tx, id, by.clientId);
    if (!consent || (by.psuId !== undefined && !consent.approvers.includes(by.psuId))) return undefined;
    const from = this.currentStatus(consent);
    const { whileOpen, onceValid, audit } = consentEndings[reason];
    let moved: boolean;
    if (from === 'valid') moved = await this.stateMachine.move(tx, id, from, onceValid);
    else if (from === 'received' || from === 'partiallyAuthorised') moved = await this.stateMachine.move(tx, id, from, whileOpen);
    else return { ended: false, status: from };
    if (!moved) throw new Error(`consent ${id} has another status than ${from}`);
    if (audit !== null) await this.audit.record(tx, { operation: audit, subject: id, ...by });
    return { ended: true, status: from === 'valid' ? onceValid : whileOpen };
  }

  /** Ends all consents of a removed client, as if it had deleted each. The removal's audit row stands for all of them. */
  endAll(tx: Transaction, { by, reason }: { readonly by: Pick<EndedBy, 'clientId'>; readonly reason: 'clientRemoved' }): Promise<void> {
    return this.stateMachine.endAllOf(tx, by.clientId, consentEndings[reason].onceValid);
  }

  /** Whether `end` would end the consent now. */
  canEnd(consent: ConsentTimes): boolean {
    return consentPhase(this.currentStatus(consent)) !== 'ended';
  }

  private currentStatus(consent: ConsentTimes): ConsentStatus {
    return consentStatusAt(consent, this.clock.now(), this.clock.today());
  }
}
