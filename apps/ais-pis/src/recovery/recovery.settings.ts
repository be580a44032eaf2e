import { IsReadableFolder, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** Injectable. */
export class RecoverySettings {
  @Setting(
    "Folder outside the database, where ais-pis notes how far its record of writes has come: by it a database that was restored from a backup is noticed. Keep it out of the database's backups. Without it a restore goes unnoticed.",
  )
  @IsOptional()
  @IsReadableFolder()
  readonly highWaterDir?: string;
}
