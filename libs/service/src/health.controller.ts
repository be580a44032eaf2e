import { Controller, Inject } from '@nestjs/common';
import { Database, statement } from '@open-banking/database';
import { Serves } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { everyService, type Operation } from '@open-banking/spec';
import Type from 'typebox';

/** Set on SIGTERM: no longer ready, still listening for `DRAIN_MS`, alive until the last answer is out. */
export class Draining {
  started = false;
}

const alive = statement<{ one: number }>('health.alive', 'select 1 as one');
const Health = Type.Object({ status: Type.String() });
const live = everyService.readLiveness as unknown as Operation;
const ready = everyService.readReadiness as unknown as Operation;

@Controller()
export class HealthController {
  constructor(
    private readonly database: Database,
    @Inject(Draining) private readonly draining: Draining,
  ) {}

  @Serves(live, { description: 'Answers while the process runs.', answers: Health })
  liveness(): { status: string } {
    return { status: 'live' };
  }

  @Serves(ready, {
    description: 'Answers while the service takes requests: its database is reachable and it is not stopping.',
    answers: Health,
  })
  async readiness(): Promise<{ status: string }> {
    if (this.draining.started) throw new Refusal('SERVICE_UNAVAILABLE', { draining: true }, { retryAfterSeconds: 1 });
    await this.database.row(alive);
    return { status: 'ready' };
  }
}
