export { CoreBankingSystem, type CoreBankingOptions } from './core-banking-system.js';
export { coreBankingKeys } from './core-banking-keys.js';
export { ReferenceCoreBankingSystem, type ReferenceCoreBankingOptions, type SystemProcess } from './reference-system.js';
export { differencesOfBooks, entriesOf, faultOfBooks } from './book-comparison.js';
