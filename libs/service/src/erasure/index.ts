export {
  ErasureSource,
  type ErasureCounts,
  type ErasureProgress,
  type ErasureTarget,
  type HeldOfCustomer,
  type Obstacle,
} from './erasure-target.js';
export { ErasureService } from './erasure.service.js';
