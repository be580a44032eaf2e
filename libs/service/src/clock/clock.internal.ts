import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { clockContracts, type ClockState, type InternalRequest, KnownOffset, ServesInternal } from '@open-banking/contracts';
import { BankClock } from '@open-banking/database';
import { clockInternal } from '@open-banking/spec';
import { SandboxClock } from './sandbox-clock.js';

/** Reports how late it is in this service. */
@Injectable()
export class ClockInternal implements OnModuleDestroy {
  constructor(
    private readonly clock: BankClock,
    private readonly sandboxClock: SandboxClock,
  ) {}

  @ServesInternal(clockContracts.readClock)
  read(): Promise<ClockState> {
    return Promise.resolve(clockState(this.clock, this.sandboxClock));
  }

  /** Answers as soon as the clock is moved further than the caller knows: who follows it need not ask each second. */
  @ServesInternal(clockContracts.awaitClock)
  async awaitMove({ body }: InternalRequest<KnownOffset>): Promise<ClockState> {
    await this.sandboxClock.movedPast(body.offsetMs, clockInternal.awaitClock.holdsMs);
    return clockState(this.clock, this.sandboxClock);
  }

  onModuleDestroy(): void {
    this.sandboxClock.endWaiting();
  }
}

export const clockState = (clock: BankClock, { offsetMs, settledMs }: SandboxClock): ClockState => ({
  now: clock.now().toISOString(),
  today: clock.today(),
  offsetMs,
  settledMs,
});
