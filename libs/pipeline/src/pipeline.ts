import { RateLimitGuard } from './rate-limit.guard.js';
import { PathParametersGuard } from './path-parameters.guard.js';
import { ConsentGuard } from './consent.guard.js';
import { RequestSignatureGuard } from './request-signature.guard.js';
import { RequestValidationGuard } from './request-validation.guard.js';
import { AuthenticateGuard } from './authenticate.guard.js';

/**
 * The steps of a request after its context is known, in order; registered here and nowhere else (Nest runs global
 * guards in the order modules are imported). The order matters: a request without a known client never uses up a
 * client's limit, and a malformed request does; see docs/request.md. After them,
 * where customers' data are read: `ConsentFrequencyGuard`.
 */
export const pipeline = [
  AuthenticateGuard,
  RateLimitGuard,
  RequestSignatureGuard,
  PathParametersGuard,
  ConsentGuard,
  RequestValidationGuard,
] as const;
