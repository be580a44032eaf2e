import { IsText, IsWholeNumber, Optional } from '@open-banking/http/field.decorator';
import { feedInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { nullable } from './schemas.js';

/** A follower's description of the log that it is about to read (`IDENTIFY_SYSTEM` and `TIMELINE_HISTORY` of PostgreSQL). */
export class FollowedLogRequest {
  @IsText({ matches: /^\d{1,20}$/, must: "be the server's system identifier, as digits" }) readonly system!: string;
  @IsWholeNumber({ min: 1 }) readonly timeline!: number;
  @IsText({ matches: /^\d{1,20}$/, must: 'be the place where the log ends, as digits' }) readonly end!: string;
  @IsText({ matches: /^[^]{0,65536}$/, must: 'be the history file of the timeline' }) readonly history!: string;
  @Optional() @IsWholeNumber({ min: 1 }) readonly checkedTimeline?: number;
}

export class FeedSkip {
  @IsText({ matches: /^\d{1,36}$/, must: 'be the position that stops the source, as digits' }) readonly position!: string;
}

/** A step that stops a source, or was passed over, with its reason. */
export const StoppedStep = Type.Object({
  position: Type.String(),
  line: Type.Optional(Type.Number()),
  field: Type.Optional(Type.String()),
  reason: Type.String(),
});
export type StoppedStep = Shape<typeof StoppedStep>;

/** The outcome of what was sent of one source. */
export const SourceOutcome = Type.Object({
  source: Type.String(),
  /** The last position that is taken, decimal digits; -1 where none is. */
  position: Type.String(),
  /** Numbers of changes: applied now, and seen before. */
  applied: Type.Number(),
  seen: Type.Number(),
  /** Changes that book nothing, an amount of zero, each with its line: their steps are taken, the changes are not among those applied. */
  passedOver: Type.Optional(Type.Array(StoppedStep)),
  /** Steps that were passed over, each with its reason. */
  setAside: Type.Optional(Type.Array(StoppedStep)),
  /** The step that stops the source; nothing after it is taken. */
  stopped: Type.Optional(StoppedStep),
});
export type SourceOutcome = Shape<typeof SourceOutcome>;

/** A source as operators list it. */
export const ListedSource = Type.Object({
  source: Type.String(),
  position: Type.String(),
  faultPosition: nullable(Type.String()),
  faultField: nullable(Type.String()),
  faultReason: nullable(Type.String()),
  faultySince: nullable(Type.String()),
  setAside: Type.Number(),
});

/** How far a source is taken. */
export const SourcePosition = Type.Object({ source: Type.String(), position: Type.String() });

export const feedContracts = contracts(feedInternal, {
  applyFeed: { body: 'application/x-ndjson', response: Type.Object({ sources: Type.Array(SourceOutcome) }) },
  listFeeds: { response: Type.Object({ sources: Type.Array(ListedSource) }) },
  followCoreLog: { body: FollowedLogRequest, response: SourcePosition },
  skipFeedChange: { body: FeedSkip, response: SourcePosition },
});
