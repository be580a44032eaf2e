import { Module, type DynamicModule } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { noPlan, readPlan } from './limit-plan.js';
import { MemoryWindowStorage } from './memory-window-storage.js';
import { RateLimitsService } from './rate-limits.service.js';
import { throttlersOf } from './throttlers.js';
import type { WindowStorage } from './window-storage.js';

export interface RateLimitsOptions {
  /** Read at once: a bad file throws here, before anything listens. */
  readonly planFile?: string;
  readonly storage?: WindowStorage;
}

/**
 * @nestjs/throttler with the throttlers of the table and a storage of ours, and `RateLimitsService` over both, globally.
 * `RateLimitGuard` is registered in the pipeline only.
 */
@Module({})
export class RateLimitsModule {
  static forRoot({ planFile, storage = new MemoryWindowStorage() }: RateLimitsOptions = {}): DynamicModule {
    const throttlers = throttlersOf(planFile ? readPlan(planFile) : noPlan);
    return {
      module: RateLimitsModule,
      global: true,
      imports: [ThrottlerModule.forRoot({ throttlers, storage })],
      providers: [{ provide: RateLimitsService, useValue: new RateLimitsService(throttlers, storage) }],
      exports: [RateLimitsService],
    };
  }
}
