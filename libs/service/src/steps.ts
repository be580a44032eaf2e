import { RateLimitGuard } from '@open-banking/limits';
import { PathParametersGuard } from './formats.js';
import { ConsentGuard } from './may.js';
import { RequestSignatureGuard } from './signed.js';
import { RequestValidationGuard } from './validation.js';
import { AuthenticateGuard } from './who.js';

/**
 * The steps of a request after its context is known, in order; registered here and nowhere else (Nest runs global
 * guards in the order modules are imported). The order matters: a request without a known client never uses up a
 * client's limit, and a malformed request does; see docs/request.md. After them,
 * where customers' data are read: `Frequency`.
 */
export const pipeline = [
  AuthenticateGuard,
  RateLimitGuard,
  RequestSignatureGuard,
  PathParametersGuard,
  ConsentGuard,
  RequestValidationGuard,
] as const;
