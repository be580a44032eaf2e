import type { GatewayOptions } from './gateway.js';

/** One line of a gateway's log: JSON with a textual level, like HAProxy's. */
export const logLine = (level: 'info' | 'error' | 'fatal', message: string, fields: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ level, time: new Date(), service: 'gateway', message, ...fields })}\n`;

const plain = (detail: unknown) =>
  detail instanceof Error ? { code: (detail as NodeJS.ErrnoException).code, message: detail.message } : detail;

/** Writes a line for every response the gateway gives itself because of a fault that is not the client's. */
export const faultLog =
  (write: (line: string) => void): NonNullable<GatewayOptions['onFault']> =>
  ({ detail, ...fault }) => {
    write(logLine('error', 'answered by the gateway', { ...fault, detail: plain(detail) }));
  };
