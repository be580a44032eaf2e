import { Counter, type Registry } from 'prom-client';

/** Each client has up to four series. Prometheus keeps those of every process that has ever run for as long as it keeps anything. */
const maxClients = 200;

/** Every client beyond those named shares this label. No client has this id: the bank gives UUIDs. */
const others = 'other';

/**
 * Counts the requests of each client. The first 200 clients of a process are counted by their ids and all later ones together, so the
 * number of series is bounded; and as no client changes its label while the process runs, no counter stops or goes back.
 */
export class ClientRequests {
  /**
   * Requests of each named client since the last scrape. A series of prom-client is looked up by a text of its labels, made anew each time.
   */
  private readonly unscraped = new Map<string, Map<Outcome, number>>();

  constructor(
    registry: Registry,
    private readonly max = maxClients,
  ) {
    const counts = this.unscraped;
    new Counter({
      name: 'openbank_client_requests_total',
      help: `Requests of known clients. The first ${max} clients of a process have a label of their own, later ones share "${others}".`,
      labelNames: ['client', 'outcome'],
      registers: [registry],
      collect() {
        for (const [client, outcomes] of counts) {
          for (const [outcome, requests] of outcomes) this.inc({ client, outcome }, requests);
          outcomes.clear();
        }
      },
    });
  }

  count(clientId: string, status: number): void {
    const outcomes = this.unscraped.get(clientId) ?? this.begun(clientId);
    const outcome = requestOutcome(status);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  /** The counts of a client that has none yet. */
  private begun(clientId: string): Map<Outcome, number> {
    const label = this.unscraped.size < this.max ? clientId : others;
    const outcomes = this.unscraped.get(label) ?? new Map<Outcome, number>();
    this.unscraped.set(label, outcomes);
    return outcomes;
  }
}

type Outcome = 'answered' | 'refused' | 'limited' | 'failed';

/** `limited` apart from the other refusals: the client is too fast, or its limit is too low. */
function requestOutcome(status: number): Outcome {
  if (status >= 500) return 'failed';
  if (status === 429) return 'limited';
  return status >= 400 ? 'refused' : 'answered';
}
