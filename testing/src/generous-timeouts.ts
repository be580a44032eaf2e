/**
 * Settings of a bank whose requests wait long for its database: with the usual ones, those that are under way while the machine stands
 * still for a second or two are answered 503. A test of what the bank refuses in time does without.
 */
export const generousTimeouts = { STATEMENT_TIMEOUT_MS: '20000', LOCK_TIMEOUT_MS: '15000', CONNECT_TIMEOUT_MS: '20000' } as const;
