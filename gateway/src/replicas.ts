import { errorCodeOf, reachedNoServer } from '@open-banking/http/connection-errors';
import { Pool, type Dispatcher } from 'undici';
import { answers, OwnAnswer } from './answers.js';
import { bounds } from './bounds.js';
import { ServiceAnswer, type AnswerHead } from './service-answer.js';

interface Replica {
  readonly origin: string;
  readonly reads: Pool;
  readonly writes: Pool;
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
export interface UpstreamResponse extends AnswerHead {
  /** Sends the body to a client (`ServiceAnswer.relay`). */
  readonly relay: ServiceAnswer['relay'];
}

const silentCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
/** The methods of reads: a service answers HEAD as the GET of the same path. */
const readOnly: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);
export const isRead = (method: string | undefined): boolean => readOnly.has(method);

const avoidAfterFailureMs = 1_000;

const poolOptions: Pool.Options = {
  connections: bounds.inFlightUnqueued,
  connect: { timeout: bounds.connectMs },
  headersTimeout: bounds.serverMs,
  bodyTimeout: bounds.serverMs,
};

/** Reads reuse connections, because a read that meets one that is closing is sent again. A write is not, so each has its own connection. */
const replicaAt = (origin: string): Replica => ({
  origin,
  reads: new Pool(origin, {
    ...poolOptions,
    pipelining: 1,
    keepAliveTimeout: bounds.upstreamIdleMs,
    keepAliveMaxTimeout: bounds.upstreamIdleMs,
  }),
  writes: new Pool(origin, { ...poolOptions, pipelining: 0 }),
  inFlight: 0,
  avoidUntil: 0,
  ready: true,
});
const poolsOf = ({ reads, writes }: Replica) => [reads, writes];

/** The replicas of one service. */
export class Replicas {
  private replicas: Replica[] = [];
  private turn = 0;
  private checking?: NodeJS.Timeout | undefined;

  constructor(origins: readonly string[]) {
    this.setOrigins(origins);
  }

  /** Replicas that remain keep their connections. */
  setOrigins(origins: readonly string[]): void {
    const before = this.replicas;
    this.replicas = origins.map((origin) => before.find((known) => known.origin === origin) ?? replicaAt(origin));
    const removed = before.filter((known) => !this.replicas.includes(known));
    for (const pool of removed.flatMap(poolsOf)) void pool.close();
    this.checkRegularly();
  }

  /** A single replica is used regardless: nothing needs checking. */
  private checkRegularly(): void {
    clearInterval(this.checking);
    this.checking = undefined;
    if (this.replicas.length < 2) return;
    this.checking = setInterval(() => {
      this.check();
    }, bounds.checkMs).unref();
  }

  async forward(request: ForwardedRequest): Promise<UpstreamResponse> {
    const tried: Replica[] = [];
    let lastError: unknown = 'the service has no replicas';
    while (tried.length <= bounds.retries) {
      const replica = this.choose(tried);
      if (!replica) break;
      tried.push(replica);
      try {
        return await this.send(replica, request);
      } catch (error) {
        lastError = error;
        if (errorCodeOf(error) === 'UND_ERR_INVALID_ARG') throw new OwnAnswer(answers.malformed, error);
        if (silentCodes.has(errorCodeOf(error))) throw new OwnAnswer(answers.silent, error);
        const retry = reachedNoServer(errorCodeOf(error)) || isRead(request.method);
        if (!retry) break;
      }
    }
    throw new OwnAnswer(answers.unavailable, lastError);
  }

  async close(): Promise<void> {
    clearInterval(this.checking);
    await Promise.all(this.replicas.flatMap(poolsOf).map((pool) => pool.destroy()));
  }

  /** A stopping replica reports that it is not ready before it stops listening. */
  private check(): void {
    for (const replica of this.replicas) {
      replica.reads
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

  /** The replica with the fewest requests in flight; round-robin if equal. A single replica is retried, and if none is ready, one that is not ready is used. */
  private choose(tried: readonly Replica[]): Replica | undefined {
    const now = performance.now();
    const free = this.replicas.filter((replica) => replica.inFlight < bounds.inFlightUnqueued);
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

  private async send(replica: Replica, { method, target, headers, body }: ForwardedRequest): Promise<UpstreamResponse> {
    replica.inFlight += 1;
    const answer = new ServiceAnswer(() => {
      replica.inFlight -= 1;
    });
    const pool = isRead(method) ? replica.reads : replica.writes;
    pool.dispatch({ method: method as Dispatcher.HttpMethod, path: target, headers, body }, answer);
    try {
      const { status, headers: answered } = await answer.head;
      return { status, headers: answered, relay: (response) => answer.relay(response) };
    } catch (error) {
      if (errorCodeOf(error) !== 'UND_ERR_INVALID_ARG') replica.avoidUntil = performance.now() + avoidAfterFailureMs;
      throw error;
    }
  }
}
