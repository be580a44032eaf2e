import type { Role } from '../scheduler/actor.js';
import type { World } from './world.js';

/** One performance of a story: new customers, payments and consents, and who takes part. */
export interface Performance {
  readonly roles: readonly Role[];
  /** The faults afterwards. */
  faults(): Promise<readonly string[]>;
}

/** Things that race, and what must hold whatever comes first. */
export interface Story {
  readonly name: string;
  /** About how many turns a run has: where the order of the actors may change. */
  readonly steps: number;
  perform(world: World): Promise<Performance>;
}
