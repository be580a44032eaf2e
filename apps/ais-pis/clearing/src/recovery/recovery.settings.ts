import { IsReadableFolder, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** Injectable. */
export class RecoverySettings {
  @Setting(
    "Folder outside the database in which ais-pis records the position of its audit (the high-water mark), to detect a database restored from a backup. Keep it out of the database's backups. Without it a restore is not detected.",
  )
  @IsOptional()
  @IsReadableFolder()
  readonly highWaterDir?: string;
}
