export * from './erasing.js';
export { ErasureSource, PlatformErasings, type ErasureCounts, type ErasureTarget } from './erasure-target.js';
export { ErasureInternal } from './erasure.internal.js';
export { ErasureService } from './erasure.service.js';
export * from './legal-retention.js';
