// Exports for tests of one service's database. Nothing here loads TypeORM or the services' statements before a test needs them.
export { ledgerCheck } from './ledger-check.js';
export { alteredCopy } from './altered-copy.js';
export { freshDatabase } from './fresh-database.js';
export { runServer } from './run-server.js';
export { ownDatabase } from './own-database.js';
export { freezeDatabase } from './frozen-database.js';
export { explainsEveryStatement } from './statements.js';
export { describeWithPgBouncer, startPgBouncer } from './pgbouncer.js';
