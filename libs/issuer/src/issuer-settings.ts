import { IsHttpUrl, IsReadableFile, IsText, IsWholeNumber, onlyWith, type ServiceSettings, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';
import type { BankFacts } from './issuer-facts.js';

/** The settings of a service that issues tokens, besides those of every service. Injectable. */
export class IssuingSettings {
  @Setting('The name customers know the bank by.')
  @IsText()
  readonly bankName: string = 'Demo Bank';

  @Setting('Colours, logo, name and links of the pages that customers see, as JSON (docs/customer-pages.md).')
  @IsOptional()
  @IsReadableFile()
  readonly themeFile?: string;

  @Setting(
    "URL that approval codes are posted to, for the bank's app or text messages (docs/ports/approval-codes.json); needed outside the sandbox, which otherwise shows the codes on its pages, unless APPROVAL_APP_URL is set.",
  )
  @IsOptional()
  @IsHttpUrl()
  readonly approvalCodeUrl?: string;

  @Setting(
    "URL of the bank's approval app. All approval pages then ask the app (docs/ports/approval-app.json), not for a code; its answers are checked with APPROVAL_APP_KEYS_FILE.",
  )
  @IsOptional()
  @IsHttpUrl()
  readonly approvalAppUrl?: string;

  @Setting(
    'JWK Set of the public keys (P-256) that the approval app signs its answers with; read for each answer.',
    onlyWith('APPROVAL_APP_URL'),
  )
  @IsOptional()
  @IsReadableFile()
  readonly approvalAppKeysFile?: string;

  @Setting('In the sandbox: a page that plays the approval app; pages that wait for the app link to it.', onlyWith('APPROVAL_APP_URL'))
  @IsOptional()
  @IsHttpUrl()
  readonly approvalAppPage?: string;

  @Setting('Minutes the approval app has for its answer.', onlyWith('APPROVAL_APP_URL'))
  @IsWholeNumber(1, 30)
  readonly approvalAppMinutes: number = 5;

  @Setting('Minutes a customer has from the authorization request to the answer.')
  @IsWholeNumber(5, 120)
  readonly interactionMinutes: number = 30;

  @Setting('Minutes an approval code is valid.')
  @IsWholeNumber(1, 30)
  readonly approvalCodeMinutes: number = 5;

  @Setting('Seconds in which an authorization code can be redeemed.')
  @IsWholeNumber(10, 600)
  readonly codeSeconds: number = 60;

  @Setting("Minutes a customer's access token is valid; the refresh token obtains the next one.")
  @IsWholeNumber(1, 1_440)
  readonly customerTokenMinutes: number = 60;

  @Setting("Minutes a client's own access token is valid.")
  @IsWholeNumber(1, 1_440)
  readonly clientTokenMinutes: number = 10;

  @Setting('Days a refresh token is valid; it ends earlier with the consent, payment or mandate it was issued for.')
  @IsWholeNumber(1, 3_650)
  readonly refreshTokenDays: number = 180;
}

/** With those of every service that issuers need: what they are called by, what is asked of clients, and whether customers are real. */
export type IssuerSettings = IssuingSettings & BankFacts & Pick<ServiceSettings, 'sandbox' | 'timeZone'>;
