export { readJson, replaceText, openDataFolder } from './data-folder.js';
export { type OperatorFile, type OwnClient, addOwnClient, forgetOwnClient, operatorFileOf } from './operator-file.js';
export { announced, freePorts, originOf } from './addresses.js';
export { startService } from './service-process.js';
export { startBank, type Bank, type BankOptions } from './bank.js';
export { customersFile } from './demo-data.js';
export { migrationFolders } from './folders.js';
