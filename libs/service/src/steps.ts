import { ClientLimit } from '@open-banking/limits';
import { Formats } from './formats.js';
import { May } from './may.js';
import { Signed } from './signed.js';
import { Validation } from './validation.js';
import { Who } from './who.js';

/**
 * The steps of a request after its context is known, in order; registered here and nowhere else (Nest runs global
 * guards in the order modules are imported). The order matters: a request without a known client never uses up a
 * client's limit, and a malformed request does; see docs/request.md. After them,
 * where customers' data are read: `Frequency`.
 */
export const steps = [Who, ClientLimit, Signed, Formats, May, Validation] as const;
