/** The headers by which proxies name their clients: the usual one, and that of RFC 7239. */
export const forwardedHeaders = ['X-Forwarded-For', 'Forwarded'] as const;
export type ForwardedHeader = (typeof forwardedHeaders)[number];
