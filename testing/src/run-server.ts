import { requestFromRun } from './run-request.js';

/**
 * The administrator's URL of the run's PostgreSQL, which all files share: a file makes a database of its own there. A file that stops or
 * restarts its server, changes its settings, or looks at all that it does uses `temporaryServer`.
 */
export const runServer = async (): Promise<string> => (await requestFromRun<{ readonly adminUrl: string }>('database')).adminUrl;
