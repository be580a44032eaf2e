import { Injectable, type ExecutionContext, type Provider } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Principal } from '@open-banking/access';
import type { Introspection } from '@open-banking/contracts';
import { keepAnswerAhead, currentRequest } from '@open-banking/http';
import { RateLimitsService } from '@open-banking/limits';
import { ConsentGuard } from './consent.guard.js';
import { PathParametersGuard } from './path-parameters.guard.js';
import { RequestValidationGuard } from './request-validation.guard.js';

type Handler = (principal: Principal, params: unknown, query: unknown) => Promise<unknown>;

/**
 * Looks up the answer to a read while the issuer asks whether what it remembers of the token still holds (docs/decisions/0066). The
 * request then passes the other steps, and its handler takes the answer, if the token is what was remembered: else it passes all steps, and
 * the answer is thrown away.
 */
@Injectable()
export class ReadsAheadService {
  /** With guards of its own: those of the pipeline have no names. */
  static readonly providers: readonly Provider[] = [ReadsAheadService, PathParametersGuard, ConsentGuard, RequestValidationGuard];

  constructor(
    private readonly modules: ModuleRef,
    private readonly limits: RateLimitsService,
    private readonly parameters: PathParametersGuard,
    private readonly consents: ConsentGuard,
    private readonly validation: RequestValidationGuard,
  ) {}

  /** What begins a read with what is remembered of its token; undefined for operations that are not read ahead. */
  of(context: ExecutionContext): ((remembered: Introspection) => void) | undefined {
    const { routeOptions, query } = currentRequest(context);
    const ahead = routeOptions.config.shapes?.ahead;
    if (ahead !== true && !ahead?.(query as Record<string, unknown>)) return undefined;
    return (remembered) => this.begin(context, remembered);
  }

  private begin(context: ExecutionContext, introspection: Introspection): void {
    const { bank, params, query } = currentRequest(context);
    const { active, suspended, outages, clientId } = introspection;
    // A request over the limit is refused without a look-up.
    if (!active || suspended || outages || this.limits.isUsedUp(bank.operation!, { client: clientId! })) return;
    const principal = this.principalOf(context, introspection);
    // The count of reads without the customer comes first.
    if (!principal?.attended) return;
    bank.ahead = { introspection, principal };
    const controller = this.modules.get<object>(context.getClass(), { strict: false });
    keepAnswerAhead(principal, (context.getHandler() as unknown as Handler).call(controller, principal, params, query));
  }

  /** The principal, if no step refuses the request. */
  private principalOf(context: ExecutionContext, introspection: Introspection): Principal | undefined {
    const { bank } = currentRequest(context);
    bank.introspection = introspection;
    try {
      this.parameters.canActivate(context);
      this.consents.canActivate(context);
      this.validation.canActivate(context);
      return bank.principal;
    } catch {
      return undefined;
    } finally {
      bank.introspection = bank.principal = bank.faults = undefined;
    }
  }
}
