import { randomUUID } from 'node:crypto';
import { feedInternal, type LoadedService } from '@open-banking/spec';
import { internalCall, type HttpResponse } from '@open-banking/operator-client';
import type { RunningBank } from './running-bank.js';

export type FeedLine = Readonly<Record<string, unknown>>;

/** One source of changes, as the connector of a bank's core sends them: each call is one step after the one before. */
export class TestFeed {
  readonly source = `core-${randomUUID()}`;
  #position = 0;

  constructor(
    private readonly bank: RunningBank,
    private readonly service: LoadedService = 'ais-pis',
  ) {}

  /** The lines of one step, at a position or the next one. */
  step(lines: readonly FeedLine[], position: number | string = (this.#position += 1)): FeedLine[] {
    return lines.map((line, index) => ({ source: this.source, position, ...(index < lines.length - 1 && { more: true }), ...line }));
  }

  send(lines: readonly (FeedLine | string)[]): Promise<HttpResponse> {
    return this.post(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  }

  post(text: string, type = 'application/x-ndjson'): Promise<HttpResponse> {
    return internalCall(this.bank.operator, this.service, feedInternal.applyFeed, text, {}, type);
  }

  /** Sends one step and expects it to be taken. */
  async take(...lines: readonly FeedLine[]): Promise<void> {
    expect(await this.send(this.step(lines))).toAnswer(200, {
      sources: [{ source: this.source, position: String(this.#position), applied: lines.length, seen: 0 }],
    });
  }
}
