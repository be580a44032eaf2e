import { randomUUID } from 'node:crypto';
import { actorPrefix } from './gate-protocol.js';
import type { WaitingActor } from './gate-server.js';

/** How an actor begins: a script of requests, or the job about something that waits, or recurring work. */
export type Play =
  | { readonly requests: (requestId: () => string) => Promise<unknown> }
  | { readonly job: string }
  | { readonly task: string; readonly service?: string };

/** Who takes part in a story. */
export interface Role {
  readonly name: string;
  readonly play: Play;
  /** X-Request-IDs of its own, beside those it asks for. */
  readonly ids?: readonly string[];
}

interface Point {
  readonly key: string;
  readonly statement: string;
  readonly backend: number;
  readonly waiting: WaitingActor;
}

/** An X-Request-ID by which services know an actor. */
export const newActorId = (): string => `${actorPrefix}${randomUUID().slice(actorPrefix.length)}`;

/** An actor during one run: the points at which it waits for leave, and the statements that PostgreSQL has of it. */
export class Actor {
  #parked: Point[] = [];
  readonly #running = new Map<string, number>();
  readonly #ids = new Set<string>();
  readonly #backends = new Set<number>();
  hasBegun = false;
  hasEnded = false;
  /** It waits for a lock that another actor has. */
  isBlocked = false;
  /** It waits for another actor within the service. */
  isStuck = false;
  /** The run of the recurring work that it is has begun. */
  isTask = false;
  error: unknown;

  constructor(readonly role: Role) {
    for (const id of role.ids ?? []) this.#ids.add(id);
  }

  get name(): string {
    return this.role.name;
  }

  /** A new X-Request-ID of this actor. */
  readonly requestId = (): string => {
    const id = newActorId();
    this.#ids.add(id);
    return id;
  };

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  park(point: Point): void {
    this.#parked.push(point);
    this.#backends.add(point.backend);
    this.isStuck = false;
  }

  /** False: the statement is another's. */
  done(key: string): boolean {
    if (!this.#running.delete(key)) return false;
    this.isBlocked = false;
    this.isStuck = false;
    return true;
  }

  /** Goes on from the first point at which it waits. Returns what it does. */
  go(): string {
    const { key, statement, backend, waiting } = this.#parked.shift()!;
    this.#running.set(key, backend);
    waiting.go();
    return statement;
  }

  /** Whether it can have the next turn. */
  get isAble(): boolean {
    return !this.hasEnded && (!this.hasBegun || (this.#running.size === 0 && this.#parked.length > 0));
  }

  /** Whether it is under way: it has had its turn, and has not come to its next point. */
  get isUnderWay(): boolean {
    return this.hasBegun && !this.hasEnded && !this.isAble;
  }

  /** The connections of its statements under way. */
  get running(): readonly number[] {
    return [...this.#running.values()];
  }

  /** All connections that it has used. */
  get backends(): readonly number[] {
    return [...this.#backends];
  }

  /** Nothing is held any more. */
  release(): void {
    for (const { waiting } of this.#parked.splice(0)) waiting.go();
  }
}
