import { readFileSync } from 'node:fs';
import { postgresUrlAt, postgresUrlsOf } from '@open-banking/config';
import { serversOf, type ConnectionSource, type Servers } from './database-client.js';

/** The source of a DATABASE_URL. */
export interface DatabaseLogins {
  /** One URL, or two on lines of their own. */
  readonly url: string;
  /** DATABASE_URL_FILE, which each new connection reads again. */
  readonly urlFile?: string | undefined;
  /** PgBouncer, `host:port`: connections go there in place of the servers of the URL. */
  readonly databasePooler?: string | undefined;
}

/**
 * The login of the next connection. While a password is being changed there are two, of which the server accepts the first until
 * the change and the second afterwards. A refused login gives way to the other one.
 */
export class DatabaseLogin implements ConnectionSource {
  #refused = new Set<string>();
  #text: string;

  constructor(private readonly logins: DatabaseLogins) {
    this.#text = logins.url;
  }

  servers(): Servers {
    const candidates = this.#candidates();
    return serversOf(candidates.find((url) => !this.#refused.has(url)) ?? candidates[0]!);
  }

  refuse(connectionString: string): void {
    const candidates = this.#candidates();
    const refused = candidates.find((url) => serversOf(url).connectionString === connectionString);
    if (refused === undefined) return;
    this.#refused = new Set(candidates.filter((url) => url === refused || this.#refused.has(url)));
    // The other one was refused before; its password may have been set back since.
    if (this.#refused.size === candidates.length) this.#refused = new Set([refused]);
  }

  get hasAnother(): boolean {
    return this.#candidates().some((url) => !this.#refused.has(url));
  }

  #candidates(): string[] {
    const { urlFile, databasePooler } = this.logins;
    if (urlFile !== undefined) this.#text = contentOf(urlFile) || this.#text;
    return postgresUrlsOf(this.#text).map((url) => (databasePooler === undefined ? url : postgresUrlAt(url, databasePooler)));
  }
}

/** Empty where the file cannot be read: what it held before is still the best that is known. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
