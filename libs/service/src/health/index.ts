export { Draining } from './draining.js';
export { HealthController } from './health.controller.js';
export { ReadinessService } from './readiness.service.js';
export { ServiceStateInternal } from './service-state.internal.js';
