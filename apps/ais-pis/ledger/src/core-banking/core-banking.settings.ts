import { IsFlag, IsHttpUrl, IsReadableFile, IsWholeNumber, onlyWith, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** How instructions reach the bank's core, where it keeps the books (LEDGER=core). Injectable. */
export class CoreBankingSettings {
  @Setting(
    'URL of the port of the core (docs/ports/core.json): with LEDGER=core ais-pis posts its instructions there. Without it a connector asks for them (docs/core.md).',
    onlyWith('LEDGER=core'),
  )
  @IsOptional()
  @IsHttpUrl()
  readonly coreUrl?: string;

  @Setting(
    'JWK Set of the public keys (P-256) that the core signs its answers with; read for each answer. Needed with CORE_URL.',
    onlyWith('CORE_URL'),
  )
  @IsOptional()
  @IsReadableFile()
  readonly coreKeysFile?: string;

  @Setting('How many instructions a replica has in progress with the core at once.', {
    ...onlyWith('LEDGER=core'),
    previousVariable: 'CORE_AT_ONCE',
  })
  @IsWholeNumber(1, 100)
  readonly coreConcurrency: number = 8;

  @Setting(
    'Whether the core holds the money of payments that wait here for their day, so that other channels of the bank cannot spend it (docs/core.md).',
    { ...onlyWith('LEDGER=core'), previousVariable: 'CORE_HOLDS' },
  )
  @IsFlag()
  readonly coreHoldsFunds: boolean = false;
}
