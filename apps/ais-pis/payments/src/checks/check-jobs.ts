import { job } from '@open-banking/commands';

export interface AskChecks {
  readonly checkIds: readonly string[];
}
/** `by`: an instant by the bank's clock (ISO 8601). */
export interface EndChecks {
  readonly by: string;
}

/** Asks the port about payments that were found without an answer when they were to be executed; added in that transaction. */
export const askChecks = job<AskChecks>('ask-execution-checks', { maxRetryDelaySeconds: 5 });

/** Ends the checks that were not answered by then. */
export const endChecks = job<EndChecks>('end-execution-checks', { maxRetryDelaySeconds: 5 });
