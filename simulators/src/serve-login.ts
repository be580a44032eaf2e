// Plays the OpenID provider of the bank in a process of its own, until the process that started it ends.
import { once } from 'node:events';
import pg from 'pg';
import { LoginProvider } from './login-provider/login-provider.js';
import type { LoginOrder } from './login-provider/login-provider-process.js';
import { storedSubjects } from './login-provider/stored-subjects.js';

process.once('disconnect', () => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));

const [{ databaseUrl, ...order }] = (await once(process, 'message')) as [LoginOrder];
const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 10_000 });
// A connection that breaks while it is idle: the next sign-in opens another.
pool.on('error', () => undefined);
await new LoginProvider({ ...order, subjectOf: storedSubjects((text, values) => pool.query(text, [...values])) }).open();
process.send!('open');
