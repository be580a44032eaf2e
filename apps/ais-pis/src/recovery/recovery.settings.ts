import { forms, text, type ValuesOf } from '@open-banking/config';

export const RECOVERY_SETTINGS = Symbol('recovery settings');

export const recoverySettings = {
  highWaterDir: text(
    "Folder outside the database, where ais-pis notes how far its record of writes has come: by it a database that was restored from a backup is noticed. Keep it out of the database's backups. Without it nothing is noticed.",
    { required: false, form: forms.folder },
  ),
};
export type RecoverySettings = ValuesOf<typeof recoverySettings>;
