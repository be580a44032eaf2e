import { tmpdir } from 'node:os';

/** The environment variable with the folder in which a run of tests keeps servers in memory. */
export const serversVariable = 'SERVERS_OF_THE_RUN';

/** Where a test makes the folder of a PostgreSQL of its own: in memory, if the run has room there, where the test removes it. */
export const serversFolder = (): string => process.env[serversVariable] ?? tmpdir();
