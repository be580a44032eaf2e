// What tests of one service's database use. Apart from the main entry: TypeORM and the services' statements load for a second.
export { ledgerCheck } from '@open-banking/books/ledger';
export { freshDatabase } from './fresh-database.js';
export { freezeDatabase } from './frozen-database.js';
export { explainsEveryStatement } from './statements.js';
export { describeWithPgBouncer, startPgBouncer } from './pgbouncer.js';
