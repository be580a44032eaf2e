export { ErasureSource, type ErasureProgress, type ErasureTarget, type Obstacle } from './erasure-target.js';
export { ErasureService } from './erasure.service.js';
