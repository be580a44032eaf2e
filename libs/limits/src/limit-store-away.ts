import { Refusal } from '@open-banking/messages';

const text = 'The bank cannot count this request against its limits at the moment, so it has done nothing; repeat the request later.';

/** The shared store of limits does not answer: 503 SERVICE_UNAVAILABLE, unless the request may be decided without it. */
export class LimitStoreAway extends Refusal {
  constructor(reason: string) {
    super([{ code: 'SERVICE_UNAVAILABLE', text }], { limitStore: reason }, { retryAfterSeconds: 1 });
  }
}
