import { randomBytes } from 'node:crypto';

const linkMs = 10 * 60_000;
const idleMs = 30 * 60_000;
const lifeMs = 8 * 3_600_000;

export interface Notice {
  readonly kind: 'done' | 'alert';
  readonly text: string;
}
export interface Session {
  readonly id: string;
  readonly began: number;
  seen: number;
  /** What the next page tells of the act before it. */
  notice?: Notice | undefined;
}

const secret = (): string => randomBytes(32).toString('base64url');

/** Browsers that are signed in. They are kept in this process alone: its end signs everybody out. */
export class ViewSessions {
  #link?: { readonly token: string; readonly made: number } | undefined;
  readonly #sessions = new Map<string, Session>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The secret of a link that signs in once, within ten minutes. An earlier link no longer does. */
  newLink(): string {
    this.#link = { token: secret(), made: this.now() };
    return this.#link.token;
  }

  /** Undefined: this link was used, is too old or never was. */
  signIn(token: string): Session | undefined {
    const link = this.#link;
    if (!link || link.token !== token || this.now() - link.made > linkMs) return undefined;
    this.#link = undefined;
    const session = { id: secret(), began: this.now(), seen: this.now() };
    this.#sessions.set(session.id, session);
    return session;
  }

  find(id: string | undefined): Session | undefined {
    const session = id === undefined ? undefined : this.#sessions.get(id);
    if (!session) return undefined;
    if (this.now() - session.seen > idleMs || this.now() - session.began > lifeMs) {
      this.end(session.id);
      return undefined;
    }
    session.seen = this.now();
    return session;
  }

  end(id: string): void {
    this.#sessions.delete(id);
  }
}
