import { Counter, type Registry } from 'prom-client';

/** Each client has up to four series. Prometheus keeps those of every process that has ever run for as long as it keeps anything. */
const mostClients = 200;

/** Every client beyond those named shares this label. No client has this id: the bank gives UUIDs. */
const others = 'other';

/**
 * Counts the requests of each client. The first 200 clients of a process are counted by their ids and all later ones together, so the
 * number of series is bounded; and as no client changes its label while the process runs, no counter stops or goes back.
 */
export class ClientRequests {
  private readonly named = new Set<string>();
  private readonly counter: Counter<'client' | 'outcome'>;

  constructor(
    registry: Registry,
    private readonly most = mostClients,
  ) {
    this.counter = new Counter({
      name: 'openbank_client_requests_total',
      help: `Requests of known clients. The first ${most} clients of a process have a label of their own, later ones share "${others}".`,
      labelNames: ['client', 'outcome'],
      registers: [registry],
    });
  }

  count(clientId: string, status: number): void {
    this.counter.inc({ client: this.labelOf(clientId), outcome: outcomeOf(status) });
  }

  private labelOf(clientId: string): string {
    if (this.named.has(clientId)) return clientId;
    if (this.named.size >= this.most) return others;
    this.named.add(clientId);
    return clientId;
  }
}

/** `limited` apart from the other refusals: the client is too fast, or its limit is too low. */
function outcomeOf(status: number): 'answered' | 'refused' | 'limited' | 'failed' {
  if (status >= 500) return 'failed';
  if (status === 429) return 'limited';
  return status >= 400 ? 'refused' : 'answered';
}
