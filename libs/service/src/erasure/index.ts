export type { ErasureProgress, ErasureTarget, Obstacle } from './erasure-target.js';
export { ErasureService } from './erasure.service.js';
