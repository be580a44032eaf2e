import { requestFromRun } from './run-request.js';

/**
 * Makes a data folder as `npm start` leaves it, with migrated databases and a demo bank of its own: a copy of the run's, for a bank whose
 * first start is not what is tested (3 s of processor time less).
 */
export const preparedFolder = async (dataDir: string): Promise<void> => {
  await requestFromRun('prepared-folder', { dataDir });
};
