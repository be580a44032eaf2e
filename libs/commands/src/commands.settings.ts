import { integer, type ValuesOf } from '@open-banking/config';

/** What a service that writes is told besides what every service is. */
export const commandSettings = {
  answerDays: integer(
    'For how many days the answer to a write is kept for its copies (idempotency): as long its X-Request-ID cannot be used for another request.',
    { default: 7, min: 7, max: 30 },
  ),
};
export type CommandSettings = ValuesOf<typeof commandSettings>;
