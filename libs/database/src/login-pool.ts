import pg from 'pg';
import { isLoginRefused, mayBeElsewhere, type ConnectionSource } from './database-client.js';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: (release?: unknown) => void) => void;

/** How often a refused login gives way to another one (the file may change once more between two attempts), or a server to another one. */
const moreAttempts = 2;

/** A pool whose connections try another login where one is refused, and other servers where one is gone, so that neither refuses a request. */
export class LoginPool extends pg.Pool {
  // As of pg: with a callback or a promise.
  override connect(...given: unknown[]): never {
    const [callback] = given as [Connected?];
    if (callback) return this.#attempt(moreAttempts, callback) as never;
    return new Promise((resolve, reject) => {
      this.#attempt(moreAttempts, (error, client) => {
        if (error) reject(error);
        else resolve(client);
      });
    }) as never;
  }

  #attempt(left: number, done: Connected): void {
    const { source } = this.options as { readonly source?: ConnectionSource };
    const connect = super.connect.bind(this) as (callback: Connected) => void;
    connect((error, client, release) => {
      const isWorthAnother = mayBeElsewhere(error) || (isLoginRefused(error) && source?.hasAnother);
      if (left > 0 && isWorthAnother) this.#attempt(left - 1, done);
      else done(error, client, release);
    });
  }
}
