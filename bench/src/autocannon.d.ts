declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    readonly method?: 'GET' | 'POST';
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Called before the request is sent, each time. */
    readonly setupRequest?: (request: Request) => Request;
  }
  export interface Client {
    setRequests(requests: readonly Request[]): void;
  }
  export interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    /** Requests per second of all connections together; without it as many as are answered. */
    readonly overallRate?: number;
    readonly setupClient?: (client: Client) => void;
  }
  export interface Result {
    readonly duration: number;
    readonly errors: number;
    readonly timeouts: number;
  }
  /** Emits `response` (client, status, bytes, milliseconds) for each response. */
  export type Run = EventEmitter & PromiseLike<Result>;
  export default function autocannon(options: Options): Run;
}
