/** What one request may cost. Both gateways, Node's and HAProxy's, take their numbers from here. */
export const bounds = {
  /** Line and query; the longest path of the table with a page cursor is under 1 KiB. */
  targetBytes: 8 * 1024,
  headerBytes: 16 * 1024,
  bodyBytes: 64 * 1024,
  /** From the first byte of a request to the last of its headers, and again to the last of its body. */
  headersMs: 5_000,
  bodyMs: 5_000,
  connectMs: 2_000,
  /** How long a service may be silent. Its own statements end after 2 s. */
  serverMs: 5_000,
  idleMs: 15_000,
  /** Between two questions to a replica whether it is ready (/health/ready), and how long it may take to say so. */
  checkMs: 1_000,
  checkTimeoutMs: 2_000,
  /** Requests in flight at one replica; more wait nowhere, they go to another or are refused. */
  inFlight: 256,
  /** How often a request that reached nobody is tried again. */
  retries: 2,
} as const;
