export { ErasureSource, type ErasureCounts, type ErasureTarget } from './erasure-target.js';
export { ErasureService } from './erasure.service.js';
