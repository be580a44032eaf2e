import { IsFlag, IsHttpUrl, IsOneOf, IsText, IsTimeZone, IsWholeNumber, profiles, Setting, type Profile } from '@open-banking/config';

/** What docker/prepare.mjs is told: it prepares what the services of docker-compose.yml need before they start. */
export class PrepareSettings {
  @Setting('The one base URL that clients see.')
  @IsHttpUrl()
  readonly baseUrl: string = 'http://127.0.0.1:8080';

  @Setting('What third parties must do.')
  @IsOneOf(profiles)
  readonly profile: Profile = 'baseline';

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
