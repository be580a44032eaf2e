import { Refusal } from '@open-banking/messages';

const databaseCode = ({ detail }: Refusal): string | undefined => (detail as { readonly code?: string } | undefined)?.code;

/** Whether an error says that the database could not work, and nothing about the payments. */
export const isUnavailable = (error: unknown): boolean => error instanceof Refusal && error.status === 503;

/** lock_not_available, query_canceled: something in the group took too long; others of it need not. */
const tookTooLong = new Set(['55P03', '57014']);

/** Whether the payments of a group that failed as a whole may succeed alone. */
export const mayWorkAlone = (error: unknown): boolean =>
  !isUnavailable(error) || (error instanceof Refusal && tookTooLong.has(databaseCode(error) ?? ''));
