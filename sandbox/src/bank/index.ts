export { readJson, replaceText, openDataFolder } from '../data-folder/data-folder.js';
export { type OperatorFile, addOwnClient, forgetOwnClient, operatorFileOf } from '../operator-file/operator-file.js';
export { type OwnClient } from '../operator-file/own-client.js';
export { announced, originOf } from './addresses.js';
export { freePorts } from './ports.js';
export { programOf, startService } from './service-process.js';
export { startBank, type Bank, type BankOptions } from './bank.js';
export { customersFile } from './demo-data.js';
export { endKeyRotation, rotateServiceKeys } from './keys.js';
