import { tmpdir } from 'node:os';

/** The environment variable with the folder in which a run of tests keeps servers in memory. */
export const serversVariable = 'SERVERS_OF_THE_RUN';

/** The folder in which a test makes that of its own PostgreSQL: in memory, if the run has room there, where the test removes it. */
export const serversFolder = (): string => process.env[serversVariable] ?? tmpdir();
