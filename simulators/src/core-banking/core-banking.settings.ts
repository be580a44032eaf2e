import { IsHttpUrl, IsPostgresUrl, IsText, IsWholeNumber, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** The settings of the reference core's process. */
export class ReferenceCoreBankingSettings {
  @Setting('Its own database.')
  @IsPostgresUrl()
  readonly bookkeepingDatabaseUrl!: string;

  @Setting('The database of ais-pis, from which accounts are taken over.')
  @IsPostgresUrl()
  readonly accountsDatabaseUrl!: string;

  @Setting('Where it listens, on loopback.')
  @IsWholeNumber(1, 65_535)
  readonly bookkeepingPort!: number;

  @Setting('Folder of its keys.')
  @IsText()
  readonly bookkeepingFolder!: string;

  @Setting('`jwks_uri` of the issuer of payments of the bank.')
  @IsHttpUrl()
  readonly bankKeysUrl!: string;

  @Setting('Operator file of the bank: it is told answers that it did not ask for. Without it nobody tells it.')
  @IsOptional()
  @IsText()
  readonly operatorFile?: string;

  @Setting('How it goes wrong on purpose, and how often, such as `slow:0.2,twice:0.1,late:0.2,lost:0.1,dies:0.01`.')
  @IsOptional()
  @IsText()
  readonly misbehaviour?: string;

  @Setting('What its misbehaviour is drawn from.')
  @IsText()
  readonly seed: string = '1';

  @Setting('What other banks do, as JSON: {"refuse":{"<IBAN>":"AC04"},"sendBack":{"<IBAN>":"AC06"}}.')
  @IsOptional()
  @IsText()
  readonly otherBanks?: string;
}
