import {
  IsFlag,
  IsHttpUrl,
  IsOneOf,
  IsPostgresUrl,
  IsServers,
  IsText,
  IsTimeZone,
  IsWholeNumber,
  profiles,
  Setting,
  type Profile,
} from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** The settings of docker/prepare.mjs, which prepares what the services of docker-compose.yml need before they start. */
export class PrepareSettings {
  @Setting('The one base URL that clients see.')
  @IsHttpUrl()
  readonly baseUrl: string = 'http://127.0.0.1:8080';

  @Setting("A server whose user may create databases and roles, in place of the compose file's own (docs/postgresql.md).")
  @IsOptional()
  @IsPostgresUrl()
  readonly databaseUrl?: string;

  @Setting('PgBouncer in front of it: the service roles get the time limits that services cannot set through it.')
  @IsOptional()
  @IsServers()
  readonly databasePooler?: string;

  @Setting("Moves the services from a server elsewhere to the compose file's own, which has other data.")
  @IsFlag()
  readonly databaseMove: boolean = false;

  @Setting('Where the secrets are: a folder per container.')
  @IsText()
  readonly secretsDir: string = '/secrets';

  @Setting("Outside the sandbox: where the bank's certificates are (docs/operators.md).")
  @IsText()
  readonly trustDir: string = '/trust';

  @Setting('What third parties must do.')
  @IsOneOf(profiles)
  readonly profile: Profile = 'baseline';

  @Setting(
    'Where ais-pis and mandates post approval codes: outside the sandbox they do not start without it or APPROVAL_APP_URL, so nothing is prepared either.',
  )
  @IsOptional()
  @IsHttpUrl()
  readonly approvalCodeUrl?: string;

  @Setting("Where ais-pis and mandates ask the bank's own approval app, in place of codes.")
  @IsOptional()
  @IsHttpUrl()
  readonly approvalAppUrl?: string;

  @Setting('Demo customers, or none.')
  @IsFlag()
  readonly sandbox: boolean = false;

  @Setting("The bank's time zone.")
  @IsTimeZone()
  readonly timeZone: string = 'Asia/Jerusalem';

  @Setting('How many customers the demo bank has when it is first made.')
  @IsWholeNumber(1, 100_000)
  readonly customers: number = 200;

  @Setting('What the demo bank is made from.')
  @IsText()
  readonly seed: string = '1';
}
