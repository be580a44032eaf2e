import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { ClockAdvance, clockContracts, type ClockState, type InternalRequest, ServesInternal } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { Refusal, durationMs } from '@open-banking/messages';
import { SandboxClock, clockState } from '@open-banking/service';
import { clockInternal } from '@open-banking/spec';
import { moveClock } from './clock.statements.js';

const maxAdvanceMs = 10 * 366 * 86_400_000;

/** Moves the sandbox's clock: in this service at once, in the other services within a second. */
@Injectable()
export class ClockService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly sandboxClock: SandboxClock,
    private readonly audit: AuditService,
  ) {}

  /** Responds after the work that became due in this service is done. */
  @ServesInternal(clockContracts.advanceClock)
  async advance({ operator, body }: InternalRequest<ClockAdvance>): Promise<ClockState> {
    const byMs = durationMs(body.by);
    if (byMs === undefined || byMs > maxAdvanceMs)
      throw new Refusal([{ code: 'FORMAT_ERROR', path: '/by', text: 'Must be a duration of at most ten years, such as PT24H or P7D.' }]);
    const { offsetMs } = await this.database.transaction(async (tx) => {
      await this.audit.record(tx, { operation: clockInternal.advanceClock.id, operator, subject: body.by });
      return (await tx.row(moveClock, byMs))!;
    });
    await this.sandboxClock.moveTo(offsetMs);
    return clockState(this.clock, this.sandboxClock);
  }
}
