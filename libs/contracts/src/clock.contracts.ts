import { IsText, IsWholeNumber } from '@open-banking/http/field.decorator';
import { clockInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';

/** Up to where the caller has done what had become due. */
export class KnownOffset {
  @IsWholeNumber() readonly offsetMs!: number;
}

/** ISO 8601 duration by which the clock moves forward. */
export class ClockAdvance {
  @IsText({ max: 40 }) readonly by!: string;
}

/** How far the clock was moved, in milliseconds: `offsetMs` counts from now on, `settledMs` is where what had become due was done. */
export const ClockState = Type.Object({
  now: Type.String(),
  today: Type.String(),
  offsetMs: Type.Number(),
  settledMs: Type.Number(),
});
export type ClockState = Shape<typeof ClockState>;

export const clockContracts = contracts(clockInternal, {
  readClock: { response: ClockState },
  awaitClock: { body: KnownOffset, response: ClockState },
  advanceClock: { body: ClockAdvance, response: ClockState },
});
