import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';
import { BankClock, Database } from '@open-banking/database';
import { IsText, IsWholeNumber, ServesInternal, type InternalRequest } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { feedInternal } from '@open-banking/spec';
import { isSource, sourceRule } from './feed-step.js';
import { FeedSource } from './feed-target.js';
import type { FeedLines } from './feed-lines.js';
import type { FeedService } from './feed.service.js';

/** The most faults of lines that are reported at once. */
const maxReported = 20;

class Skip {
  @IsText({ matches: /^\d{1,36}$/, must: 'be the position that stops the source, as digits' }) readonly position!: string;
}

/** A follower's description of the log that it is about to read (`IDENTIFY_SYSTEM` and `TIMELINE_HISTORY` of PostgreSQL). */
class FollowedLogBody {
  @IsText({ matches: /^\d{1,20}$/, must: "be the server's system identifier, as digits" }) readonly system!: string;
  @IsWholeNumber({ min: 1 }) readonly timeline!: number;
  @IsText({ matches: /^\d{1,20}$/, must: 'be the place where the log ends, as digits' }) readonly end!: string;
  @IsText({ matches: /^[^]{0,65536}$/, must: 'be the history file of the timeline' }) readonly history!: string;
  @IsOptional() @IsWholeNumber({ min: 1 }) readonly checkedTimeline?: number;
}

interface Feed {
  readonly lines: FeedLines;
  readonly service: FeedService;
}

/** Changes of the bank's core, from its connector. What they need is loaded when the first of them arrives: many banks send none. */
@Injectable()
export class FeedInternal {
  #feed: Promise<Feed> | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly settings: ServiceSettings,
    private readonly source: FeedSource,
  ) {}

  @ServesInternal(feedInternal.applyFeed, { body: 'application/x-ndjson' })
  async apply({ body }: InternalRequest<string>): Promise<object> {
    const { lines, service } = await this.#open();
    const { steps, lost, part } = await lines.read(body);
    if (lost.length > 0)
      throw new Refusal(
        lost.slice(0, maxReported).map(({ line, field, reason }) => ({
          code: 'FORMAT_ERROR',
          path: `/${line}${field === undefined ? '' : `/${field}`}`,
          text: `Line ${line}${field === undefined ? '' : `, ${field}`}: ${reason}.`,
        })),
      );
    return { sources: part ? await service.takePart(steps[0]!, part, body) : await service.take(steps, body.split('\n')) };
  }

  @ServesInternal(feedInternal.listFeeds)
  async list(): Promise<object> {
    const { service } = await this.#open();
    return { sources: await service.list() };
  }

  @ServesInternal(feedInternal.followCoreLog, { body: FollowedLogBody })
  async follow({ params: { source = '' }, body }: InternalRequest<FollowedLogBody>): Promise<object> {
    const { service } = await this.#open();
    if (!isSource(source)) throw new Refusal([{ code: 'FORMAT_ERROR', path: '/source', text: `The source ${sourceRule}.` }]);
    return { source, position: await service.follow(source, { ...body, end: BigInt(body.end) }) };
  }

  @ServesInternal(feedInternal.skipFeedChange, { body: Skip })
  async skip({ params: { source = '' }, body, operator = '' }: InternalRequest<Skip>): Promise<object> {
    const { service } = await this.#open();
    const position = await service.skip(source, body.position, operator);
    if (position === undefined)
      throw new Refusal([{ code: 'STATUS_INVALID', path: '/position', text: `Nothing stops ${source} at ${body.position}.` }]);
    return { source, position };
  }

  #open(): Promise<Feed> {
    return (this.#feed ??= this.#load().catch((error: unknown) => {
      this.#feed = undefined;
      throw error;
    }));
  }

  async #load(): Promise<Feed> {
    const [{ FeedLines: Lines }, { FeedService: Service }, targetOf] = await Promise.all([
      import('./feed-lines.js'),
      import('./feed.service.js'),
      this.source.open(),
    ]);
    const target = targetOf({ clock: this.clock });
    const lines = new Lines(target.format, () => this.clock.today());
    return { lines, service: new Service(this.database, this.clock, target, this.settings.feedFaults, lines) };
  }
}
