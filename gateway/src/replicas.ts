import { Pool, type Dispatcher } from 'undici';
import { answers, OwnAnswer } from './answers.js';
import { bounds } from './bounds.js';

interface Replica {
  readonly origin: string;
  readonly pool: Pool;
  inFlight: number;
  avoidUntil: number;
  ready: boolean;
}

export interface ForwardedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: string[];
  readonly body: Buffer | null;
}
export interface Answered {
  readonly status: number;
  readonly headers: string[];
  readonly body: Dispatcher.ResponseData['body'];
}

/** The request reached nobody: another replica may be asked, a write too. */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const silent = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const readOnly = new Set(['GET', 'HEAD']);
const avoidMs = 1_000;

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? (error as Error).name;

const pool = (origin: string) =>
  new Pool(origin, {
    connections: bounds.inFlight,
    pipelining: 1,
    connect: { timeout: bounds.connectMs },
    headersTimeout: bounds.serverMs,
    bodyTimeout: bounds.serverMs,
  });

/** The running copies of one service. */
export class Replicas {
  private replicas: Replica[] = [];
  private turn = 0;
  private readonly checking: NodeJS.Timeout;

  constructor(origins: readonly string[]) {
    this.become(origins);
    this.checking = setInterval(() => {
      this.check();
    }, bounds.checkMs).unref();
  }

  /** A replica that stays keeps its connections. */
  become(origins: readonly string[]): void {
    const before = this.replicas;
    this.replicas = origins.map(
      (origin) =>
        before.find((known) => known.origin === origin) ?? { origin, pool: pool(origin), inFlight: 0, avoidUntil: 0, ready: true },
    );
    for (const gone of before.filter((known) => !this.replicas.includes(known))) void gone.pool.close();
  }

  async ask(asked: ForwardedRequest): Promise<Answered> {
    const tried: Replica[] = [];
    let last: unknown = 'no replica is known';
    while (tried.length <= bounds.retries) {
      const replica = this.choose(tried);
      if (!replica) break;
      tried.push(replica);
      try {
        return await this.send(replica, asked);
      } catch (error) {
        last = error;
        if (codeOf(error) === 'UND_ERR_INVALID_ARG') throw new OwnAnswer(answers.malformed, error);
        if (silent.has(codeOf(error))) throw new OwnAnswer(answers.silent, error);
        const again = unreached.has(codeOf(error)) || readOnly.has(asked.method);
        if (!again) break;
      }
    }
    throw new OwnAnswer(answers.unavailable, last);
  }

  async close(): Promise<void> {
    clearInterval(this.checking);
    await Promise.all(this.replicas.map((replica) => replica.pool.destroy()));
  }

  /** A replica that stops says that it is not ready before it stops listening. A lone one is asked whatever it says. */
  private check(): void {
    if (this.replicas.length < 2) return;
    for (const replica of this.replicas) {
      replica.pool
        .request({ method: 'GET', path: '/health/ready', headersTimeout: bounds.checkTimeoutMs, bodyTimeout: bounds.checkTimeoutMs })
        .then(async ({ statusCode, body }) => {
          await body.dump();
          replica.ready = statusCode === 200;
        })
        .catch(() => {
          replica.ready = false;
        });
    }
  }

  /** The one with the fewest requests in flight; in turn where they are equal. A lone replica is asked again, and one that is not ready where none is. */
  private choose(tried: readonly Replica[]): Replica | undefined {
    const now = performance.now();
    const free = this.replicas.filter((replica) => replica.inFlight < bounds.inFlight);
    const untried = free.filter((replica) => !tried.includes(replica));
    const open = untried.length > 0 ? untried : free;
    const healthy = open.filter((replica) => replica.ready && replica.avoidUntil <= now);
    const from = healthy.length > 0 ? healthy : open;
    this.turn += 1;
    const inTurn = from.map((_, index) => from[(index + this.turn) % from.length]!);
    return inTurn.reduce<Replica | undefined>(
      (least, replica) => (least && least.inFlight <= replica.inFlight ? least : replica),
      undefined,
    );
  }

  private async send(replica: Replica, { method, target, headers, body }: ForwardedRequest): Promise<Answered> {
    replica.inFlight += 1;
    const done = () => {
      replica.inFlight -= 1;
    };
    try {
      const response = await replica.pool.request({
        method: method as Dispatcher.HttpMethod,
        path: target,
        headers,
        body,
        responseHeaders: 'raw',
      });
      response.body.once('close', done);
      return { status: response.statusCode, headers: response.headers as unknown as string[], body: response.body };
    } catch (error) {
      done();
      if (codeOf(error) !== 'UND_ERR_INVALID_ARG') replica.avoidUntil = performance.now() + avoidMs;
      throw error;
    }
  }
}
