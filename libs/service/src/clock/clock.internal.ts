import { Injectable } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import { ServesInternal } from '@open-banking/http';
import { clockInternal } from '@open-banking/spec';
import { MovedClock, type ClockState } from './moved-clock.js';

/** Tells how late it is in this service. */
@Injectable()
export class ClockInternal {
  constructor(
    private readonly clock: BankClock,
    private readonly moved: MovedClock,
  ) {}

  @ServesInternal(clockInternal.readClock)
  read(): Promise<ClockState> {
    return Promise.resolve(stateOf(this.clock, this.moved));
  }
}

export const stateOf = (clock: BankClock, { offsetMs, settledMs }: MovedClock): ClockState => ({
  now: clock.now().toISOString(),
  today: clock.today(),
  offsetMs,
  settledMs,
});
