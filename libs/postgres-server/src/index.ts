export { archiving, baseBackup, ownedAs, recoverUntil } from './base-backup.js';
export * from './embedded.js';
export * from './provision.js';
export { changePassword, sessionsBefore } from './role-password.js';
