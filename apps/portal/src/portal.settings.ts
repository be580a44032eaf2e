import { IsContact, IsFlag, IsHost, IsHttpUrl, IsText, IsWholeNumber, onlyWith, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** Settings of the portal in addition to those of every service. Injectable. */
export class PortalSettings {
  @Setting('The name of the bank on all pages.')
  @IsText()
  readonly bankName: string = 'Demo Bank';

  @Setting(
    'Host name of the portal, where it has an origin of its own apart from issuers and the customer pages; the gateway needs it too.',
  )
  @IsOptional()
  @IsHost()
  readonly portalHost?: string;

  @Setting('Whom to tell of a weakness (RFC 9116): an https: or mailto: address. Without it there is no /.well-known/security.txt.')
  @IsOptional()
  @IsContact()
  readonly securityContact?: string;

  @Setting('Address at which the bank publishes its quarterly availability reports; the status page links to it.')
  @IsOptional()
  @IsHttpUrl()
  readonly availabilityReportsUrl?: string;

  @Setting('Whether anybody may open a developer account; `0`: nobody, and accounts that exist go on.')
  @IsFlag()
  readonly portalSignUp: boolean = true;

  @Setting('Whether developers register clients themselves. Without it: in the sandbox only.')
  @IsOptional()
  @IsFlag()
  readonly portalClients?: boolean;

  @Setting('Sandbox only: maximum number of accounts made in one click from one address (for IPv6, one /64); further requests get 429.')
  @IsWholeNumber(1, 100_000)
  readonly maxSandboxAccounts: number = 100;

  @Setting(
    'Where messages to developers are posted for sending: those of sign-ups, outside the sandbox, which shows them instead, and those for new passwords.',
  )
  @IsOptional()
  @IsHttpUrl()
  readonly portalMailUrl?: string;

  @Setting(
    "Sandbox only: where the sandbox's authority signs certificates for developers. `npm start` sets it; without it the operator issues them.",
    onlyWith('SANDBOX=1'),
  )
  @IsOptional()
  @IsHttpUrl()
  readonly certificateSignerUrl?: string;

  @Setting('What the portal shows there. `npm start` makes one at each start.', onlyWith('CERTIFICATE_SIGNER_URL'))
  @IsOptional()
  @IsText()
  readonly certificateSignerToken?: string;

  @Setting(
    'Sandbox only: the file with its customers, of which the front page names the first. `npm start` writes it.',
    onlyWith('SANDBOX=1'),
  )
  @IsOptional()
  @IsText()
  readonly demoCustomersFile?: string;
}
