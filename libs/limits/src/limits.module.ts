import { Module, type DynamicModule } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { noPlan, planIn, planText } from './limit-plan.js';
import type { LimitsWithoutStore } from './limits-without-store.js';
import { MemoryWindowStorage } from './memory-window-storage.js';
import { PlanFileService } from './plan-file.service.js';
import { RateLimitsService } from './rate-limits.service.js';
import { plannedThrottlers } from './throttlers.js';
import type { WindowStorage } from './window-storage.js';

export interface RateLimitsOptions {
  /** Read at once: a bad file throws here, before anything listens. A changed file is read again by `PlanFileService`. */
  readonly planFile?: string;
  /** The storage in which limits are counted; by default in this process. */
  readonly storage?: WindowStorage;
  /** Decides while the storage is away; without it such requests answer 503. */
  readonly withoutStore?: LimitsWithoutStore;
}

/**
 * @nestjs/throttler with the throttlers of the table and a storage of ours, and `RateLimitsService` over both, globally.
 * `RateLimitGuard` is registered in the pipeline only.
 */
@Module({})
export class RateLimitsModule {
  static forRoot({ planFile, storage = new MemoryWindowStorage(), withoutStore }: RateLimitsOptions = {}): DynamicModule {
    const planned = planFile === undefined ? undefined : { file: planFile, text: planText(planFile) };
    const throttlers = plannedThrottlers(planned ? planIn(planned.file, planned.text) : noPlan);
    const limits = new RateLimitsService(throttlers, storage, withoutStore);
    return {
      module: RateLimitsModule,
      global: true,
      imports: [ThrottlerModule.forRoot({ throttlers, storage })],
      providers: [
        { provide: RateLimitsService, useValue: limits },
        ...(planned ? [{ provide: PlanFileService, useValue: new PlanFileService(planned.file, planned.text, limits) }] : []),
      ],
      exports: [RateLimitsService],
    };
  }
}
