import { IsFlag, IsHttpUrl, IsReadableFile, IsWholeNumber, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** How the core of the bank is told, where it keeps the books (LEDGER=core). Injectable. */
export class CoreBankingSettings {
  @Setting(
    'URL of the port of the core (docs/ports/core.json): with LEDGER=core ais-pis posts its instructions there. Without it a connector asks for them (docs/core.md).',
  )
  @IsOptional()
  @IsHttpUrl()
  readonly coreUrl?: string;

  @Setting('JWK Set of the public keys (P-256) that the core signs its answers with; read for each answer. Needed with CORE_URL.')
  @IsOptional()
  @IsReadableFile()
  readonly coreKeysFile?: string;

  @Setting('How many instructions a replica has under way to the core at once.')
  @IsWholeNumber(1, 100)
  readonly coreAtOnce: number = 8;

  @Setting(
    'Whether the core is told of money that waits here for the day of a payment, so that other channels of the bank cannot spend it (docs/core.md).',
  )
  @IsFlag()
  readonly coreHolds: boolean = false;
}
