import { Injectable } from '@nestjs/common';
import { everyContracts, type InternalRequest, ServesInternal, type ServiceState } from '@open-banking/contracts';
import { BankClock } from '@open-banking/database';
import { ReadinessService } from './readiness.service.js';

/** Reports the state of this service to the portal and to operators. */
@Injectable()
export class ServiceStateInternal {
  constructor(
    private readonly readiness: ReadinessService,
    private readonly clock: BankClock,
  ) {}

  @ServesInternal(everyContracts.readServiceState)
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
