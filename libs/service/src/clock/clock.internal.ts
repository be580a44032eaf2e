import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import { IsWholeNumber, ServesInternal, type InternalRequest } from '@open-banking/http';
import { clockInternal } from '@open-banking/spec';
import { SandboxClock, type ClockState } from './sandbox-clock.js';

/** Up to where the caller has done what had become due. */
class KnownOffset {
  @IsWholeNumber() readonly offsetMs!: number;
}

/** Reports how late it is in this service. */
@Injectable()
export class ClockInternal implements OnModuleDestroy {
  constructor(
    private readonly clock: BankClock,
    private readonly sandboxClock: SandboxClock,
  ) {}

  @ServesInternal(clockInternal.readClock)
  read(): Promise<ClockState> {
    return Promise.resolve(clockState(this.clock, this.sandboxClock));
  }

  /** Answers as soon as the clock is moved further than the caller knows: who follows it need not ask each second. */
  @ServesInternal(clockInternal.awaitClock, { body: KnownOffset })
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
