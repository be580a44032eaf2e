import type { ClockState } from '@open-banking/contracts';
import { moveClock, readClock } from '@open-banking/operator-client';
import type { Service } from '@open-banking/spec';
import { RunningBank } from './running-bank.js';

/** A bank that one test file has for itself, so that its clock can be moved. */
export class BankWithClock extends RunningBank {
  /** Moves the clock of all services by an ISO 8601 duration. */
  advance(by: string): Promise<ClockState> {
    return moveClock(this.operator, by);
  }

  /** Moves the clock to a future instant. */
  async advanceTo(instant: Date): Promise<ClockState> {
    const seconds = Math.ceil((instant.getTime() - new Date((await this.clock()).now).getTime()) / 1_000);
    if (seconds < 0) throw new Error(`${instant.toISOString()} is in the past`);
    return this.advance(`PT${seconds}S`);
  }

  clock(service: Service = 'ais-pis'): Promise<ClockState> {
    return readClock(this.operator, service);
  }
}
