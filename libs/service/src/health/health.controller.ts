import { Controller, Inject } from '@nestjs/common';
import { Serves } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { everyService, type Operation } from '@open-banking/spec';
import Type, { type Static } from 'typebox';
import { Draining, ReadinessService } from './readiness.service.js';

const Health = Type.Object({ status: Type.String() });
const Readiness = Type.Object({
  status: Type.Union([Type.Literal('ready'), Type.Literal('degraded')]),
  problems: Type.Optional(Type.Array(Type.Object({ dependency: Type.String(), problem: Type.String() }))),
  certificates: Type.Optional(
    Type.Array(Type.Object({ setting: Type.String(), certificate: Type.String(), expiresAt: Type.String(), daysLeft: Type.Integer() })),
  ),
});
const live = everyService.readLiveness as unknown as Operation;
const ready = everyService.readReadiness as unknown as Operation;

@Controller()
export class HealthController {
  constructor(
    private readonly readiness: ReadinessService,
    @Inject(Draining) private readonly draining: Draining,
  ) {}

  @Serves(live, { description: 'Answers while the process runs.', answers: Health })
  liveness(): { status: string } {
    return { status: 'live' };
  }

  @Serves(ready, {
    description:
      'Answers 200 while the service should receive requests, 503 with the cause while it should not: it is stopping, its database ' +
      'cannot be queried or has an older schema than its code, or the issuer refuses its key or has not answered since the start.',
    answers: Readiness,
  })
  async ready(): Promise<Static<typeof Readiness>> {
    if (this.draining.started) throw new Refusal('SERVICE_UNAVAILABLE', { draining: true }, { retryAfterSeconds: 1 });
    const { problems, expiring: certificates } = await this.readiness.state();
    if (problems.some(({ blocks }) => blocks)) {
      const faults = problems.map(({ dependency, problem }) => ({ code: 'SERVICE_UNAVAILABLE' as const, path: dependency, text: problem }));
      throw new Refusal(faults, undefined, { retryAfterSeconds: 1 });
    }
    return {
      status: problems.length > 0 ? 'degraded' : 'ready',
      ...(problems.length > 0 && { problems: problems.map(({ dependency, problem }) => ({ dependency, problem })) }),
      ...(certificates.length > 0 && { certificates: [...certificates] }),
    };
  }
}
