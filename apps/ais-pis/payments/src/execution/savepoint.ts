import type { Transaction } from '@open-banking/database';

const send = (tx: Transaction, text: string): Promise<unknown> => tx.entities((manager) => manager.query(text));

/** Runs `work` so that an error undoes only what it has written; locks stay. */
export async function withinSavepoint<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await send(tx, 'savepoint part');
  let result: T;
  try {
    result = await work();
  } catch (error) {
    // Where this fails too, the connection is gone; the first error says why.
    await send(tx, 'rollback to savepoint part').catch(() => undefined);
    throw error;
  }
  await send(tx, 'release savepoint part');
  return result;
}
