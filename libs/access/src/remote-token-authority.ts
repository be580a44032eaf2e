import { type Introspection, issuerContracts } from '@open-banking/contracts';
import { issuerHomes, type Issuer } from '@open-banking/spec';
import { Refusal } from '@open-banking/messages';
import { TokenAuthority, tokenKey } from './introspection.js';
import type { InternalCalls } from './internal-calls.js';
import { keptPromise, TimedCache } from './timed-cache.js';

/** A deleted consent must be dead everywhere within a second (DESIGN §4): no answer is older than this. */
const keptForMs = 1_000;
const max = 10_000;

/** Asks the issuer's service over the internal port. Copies of one question asked at once share one call. */
export class RemoteTokenAuthority extends TokenAuthority {
  private readonly answers = new TimedCache<Promise<Introspection>>(keptForMs, max);

  constructor(private readonly calls: InternalCalls) {
    super();
  }

  introspect(issuer: Issuer, token: string): Promise<Introspection> {
    return keptPromise(this.answers, tokenKey(issuer, token), () => this.ask(issuer, token));
  }

  /** Drops all remembered answers: the sandbox has moved the clock. */
  forget(): void {
    this.answers.clear();
  }

  private async ask(issuer: Issuer, token: string): Promise<Introspection> {
    const found = await this.calls.call(issuerHomes[issuer].service, issuerContracts.introspectToken, {
      body: { issuer, token },
    });
    if (!found) throw new Refusal('SERVICE_UNAVAILABLE', { issuer }, { retryAfterSeconds: 1 });
    return found;
  }
}
