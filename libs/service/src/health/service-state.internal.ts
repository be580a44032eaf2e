import { Injectable } from '@nestjs/common';
import { ServesInternal } from '@open-banking/http';
import { everyInternal } from '@open-banking/spec';
import { ReadinessService } from './readiness.service.js';

/** How a service is, as it may be told to anybody: why it is not ready is for operators. */
export interface ServiceState {
  readonly status: 'ready' | 'degraded' | 'not ready';
}

/** Tells the portal how this service is. */
@Injectable()
export class ServiceStateInternal {
  constructor(private readonly readiness: ReadinessService) {}

  @ServesInternal(everyInternal.readServiceState)
  async read(): Promise<ServiceState> {
    const { problems } = await this.readiness.state();
    if (problems.length === 0) return { status: 'ready' };
    return { status: problems.some(({ blocks }) => blocks) ? 'not ready' : 'degraded' };
  }
}
