import { Module, type DynamicModule } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { throttlers } from './throttlers.js';
import { RateLimitsService, unixSeconds } from './rate-limits.service.js';
import { MemoryWindowStore } from './memory-window-store.js';
import { noPlan, readPlan } from './plan.js';
import type { WindowStore } from './window-store.js';

export interface RateLimitsOptions {
  /** Read at once: a bad file throws here, before anything listens. */
  readonly planFile?: string;
  readonly store?: WindowStore;
  readonly nowSeconds?: () => number;
}

/** Provides `RateLimitsService` and the throttlers of `RateLimitGuard` globally. The guard itself is registered in the pipeline only. */
@Module({})
export class RateLimitsModule {
  static forRoot({ planFile, store = new MemoryWindowStore(), nowSeconds = unixSeconds }: RateLimitsOptions = {}): DynamicModule {
    const limits = new RateLimitsService(planFile ? readPlan(planFile) : noPlan, store, nowSeconds);
    return {
      module: RateLimitsModule,
      global: true,
      imports: [ThrottlerModule.forRoot(throttlers(limits))],
      providers: [{ provide: RateLimitsService, useValue: limits }],
      exports: [RateLimitsService],
    };
  }
}
