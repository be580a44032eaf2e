import type { Provider, Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ReadCountsService } from '@open-banking/access/read-counts';
import { operationsOf, type Service } from '@open-banking/spec';
import { AuthenticateGuard } from './authenticate.guard.js';
import { ConsentFrequencyGuard } from './consent-frequency.guard.js';
import { ConsentGuard } from './consent.guard.js';
import { PathParametersGuard } from './path-parameters.guard.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { ReadsAheadService } from './reads-ahead.service.js';
import { RequestSignatureGuard } from './request-signature.guard.js';
import { RequestValidationGuard } from './request-validation.guard.js';
import { StandbyReadGuard } from './standby-read.guard.js';

/**
 * The steps of a request after its context is known. The order matters: a request without a known client never uses up a
 * client's limit, a malformed request does, and only a request that is otherwise in order is counted against its consent
 * (docs/request.md). Nest runs global guards in the order modules are imported, so no other place registers one.
 */
export const pipeline = [
  AuthenticateGuard,
  RateLimitGuard,
  RequestSignatureGuard,
  PathParametersGuard,
  ConsentGuard,
  RequestValidationGuard,
  ConsentFrequencyGuard,
  StandbyReadGuard,
] as const;

/** The steps as global guards, and the counts of a service that reads customers' data; other services count nothing. */
export const pipelineProviders = (service: Service): Provider[] => [
  ...pipeline.map((guard: Type) => ({ provide: APP_GUARD, useClass: guard })),
  ...ReadsAheadService.providers,
  ...(operationsOf(service).some(({ token }) => token?.consent) ? [ReadCountsService] : []),
];
