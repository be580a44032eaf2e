import { asAdmin } from '@open-banking/database';

/** The deadlocks of a test run: those that PostgreSQL counted, by database, and how many of them tests provoked. */
export class DeadlockCount {
  readonly #counted: string[] = [];
  #deadlocks = 0;
  #provoked = 0;

  provoked(count: number): void {
    this.#provoked += count;
  }

  /** Reads the counters of all databases of a server. Sessions report when they end, so this comes after the services have stopped. */
  async read(adminUrl: string): Promise<void> {
    const { rows } = await asAdmin(adminUrl, (admin) =>
      admin.query<{ datname: string; deadlocks: number }>(
        'select datname, deadlocks::int as deadlocks from pg_stat_database where deadlocks > 0 and datname is not null',
      ),
    );
    for (const { datname, deadlocks } of rows) {
      this.#counted.push(`${datname}: ${deadlocks}`);
      this.#deadlocks += deadlocks;
    }
  }

  /** Throws where PostgreSQL has seen more deadlocks than tests provoked: each hides behind a retry until it does not. */
  refuseUnexpected(): void {
    if (this.#deadlocks <= this.#provoked) return;
    throw new Error(
      `deadlocks in this test run: ${this.#deadlocks} (${this.#counted.join(', ')}), of which tests provoked ${this.#provoked}; there must be no others`,
    );
  }
}
