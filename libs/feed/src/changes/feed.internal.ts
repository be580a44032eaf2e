import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import {
  feedContracts,
  FeedSkip,
  FollowedLogRequest,
  type InternalRequest,
  type ResponseBody,
  type Unchanged,
  ServesInternal,
} from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { isSource, sourceRule } from './feed-step.js';
import { FeedSource } from './feed-target.js';
import type { FeedLines } from './feed-lines.js';
import type { FeedService } from './feed.service.js';

/** The most faults of lines that are reported at once. */
const maxReported = 20;

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

  @ServesInternal(feedContracts.applyFeed)
  async apply({ body }: InternalRequest<string>): Promise<Unchanged<ResponseBody<typeof feedContracts.applyFeed>>> {
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

  @ServesInternal(feedContracts.listFeeds)
  async list(): Promise<Unchanged<ResponseBody<typeof feedContracts.listFeeds>>> {
    const { service } = await this.#open();
    return { sources: await service.list() };
  }

  @ServesInternal(feedContracts.followCoreLog)
  async follow({
    params: { source = '' },
    body,
  }: InternalRequest<FollowedLogRequest>): Promise<Unchanged<ResponseBody<typeof feedContracts.followCoreLog>>> {
    const { service } = await this.#open();
    if (!isSource(source)) throw new Refusal([{ code: 'FORMAT_ERROR', path: '/source', text: `The source ${sourceRule}.` }]);
    return { source, position: await service.follow(source, { ...body, end: BigInt(body.end) }) };
  }

  @ServesInternal(feedContracts.skipFeedChange)
  async skip({
    params: { source = '' },
    body,
    operator = '',
  }: InternalRequest<FeedSkip>): Promise<Unchanged<ResponseBody<typeof feedContracts.skipFeedChange>>> {
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
