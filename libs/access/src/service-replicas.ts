import { errorCodeOf, reachedNoServer } from '@open-banking/http/connection-errors';

/** The connection ended before an answer came: a replica that stops closes its idle connections, and one may be used at that moment. */
const brokenCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** How long a replica that was not reached is tried last, in milliseconds. */
const avoidMs = 1_000;

/** The replicas of one service by their origins, asked in turn. */
export class ServiceReplicas {
  private turn = 0;
  private readonly avoidedUntil = new Map<string, number>();

  constructor(private readonly origins: readonly string[]) {}

  /**
   * Sends a request to one replica, and to the next where it did not arrive; a request that may be repeated (RFC 9110 §9.2.2) also
   * where the connection broke. A single address is tried twice, as several machines may answer to it. Rejects with the last error.
   */
  async send<Answer>(send: (origin: string) => Promise<Answer>, mayRepeat: boolean): Promise<Answer> {
    const order = this.order();
    for (const [at, origin] of order.entries()) {
      try {
        return await send(origin);
      } catch (error) {
        const code = errorCodeOf(error);
        if (reachedNoServer(code)) this.avoidedUntil.set(origin, performance.now() + avoidMs);
        const again = reachedNoServer(code) || (mayRepeat && brokenCodes.has(code));
        if (!again || at === order.length - 1) throw error;
      }
    }
    throw new Error('No address of the service is known');
  }

  private order(): readonly string[] {
    if (this.origins.length === 1) return [this.origins[0]!, this.origins[0]!];
    this.turn = (this.turn + 1) % this.origins.length;
    const inTurn = [...this.origins.slice(this.turn), ...this.origins.slice(0, this.turn)];
    const now = performance.now();
    const { free = [], avoided = [] } = Object.groupBy(inTurn, (one) => ((this.avoidedUntil.get(one) ?? 0) > now ? 'avoided' : 'free'));
    return [...free, ...avoided];
  }
}
