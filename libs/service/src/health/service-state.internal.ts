import { Injectable } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { everyInternal } from '@open-banking/spec';
import type { Problem } from './dependency-checks.js';
import { ReadinessService } from './readiness.service.js';

/** The state of a service. Without `problems` it is public. */
export interface ServiceState {
  readonly status: 'ready' | 'degraded' | 'not ready';
  /** The problems; for operators only. */
  readonly problems?: readonly Problem[];
  /** The bank's time as this service has it; for operators only. `openbank` reads the days of files in it. */
  readonly clock?: { readonly now: string; readonly today: string; readonly timeZone: string };
}

/** Reports the state of this service to the portal and to operators. */
@Injectable()
export class ServiceStateInternal {
  constructor(
    private readonly readiness: ReadinessService,
    private readonly clock: BankClock,
  ) {}

  @ServesInternal(everyInternal.readServiceState)
  async read({ caller }: InternalRequest): Promise<ServiceState> {
    const { problems } = await this.readiness.state();
    const { clock } = this;
    const causes = caller === 'operator' && {
      problems,
      clock: { now: clock.now().toISOString(), today: clock.today(), timeZone: clock.timeZone },
    };
    if (problems.length === 0) return { status: 'ready', ...causes };
    return { status: problems.some(({ blocks }) => blocks) ? 'not ready' : 'degraded', ...causes };
  }
}
