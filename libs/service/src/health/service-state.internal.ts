import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { everyInternal } from '@open-banking/spec';
import type { Problem } from './readiness-problem.js';
import { ReadinessService } from './readiness.service.js';

/** How a service is. Without `problems` it may be told to anybody. */
export interface ServiceState {
  readonly status: 'ready' | 'degraded' | 'not ready';
  /** What is wrong; for operators only. */
  readonly problems?: readonly Problem[];
}

/** Tells the portal and operators how this service is. */
@Injectable()
export class ServiceStateInternal {
  constructor(private readonly readiness: ReadinessService) {}

  @ServesInternal(everyInternal.readServiceState)
  async read({ caller }: InternalRequest): Promise<ServiceState> {
    const { problems } = await this.readiness.state();
    const causes = caller === 'operator' && { problems };
    if (problems.length === 0) return { status: 'ready', ...causes };
    return { status: problems.some(({ blocks }) => blocks) ? 'not ready' : 'degraded', ...causes };
  }
}
