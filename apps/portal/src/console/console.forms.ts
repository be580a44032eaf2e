import { credentialCharacters, IsListField, IsStep, IsTextField } from '@open-banking/pages';
import { everyPermission, type ConsolePermissions } from './operation-needs.js';

const idCharacters = 100;
const bodyCharacters = 20_000;

/** Asks a customer for a consent with the permissions that are ticked. */
export class AskConsentForm {
  @IsStep('ask')
  readonly step!: 'ask';

  @IsTextField({ max: credentialCharacters })
  readonly login!: string;

  @IsListField({ max: 20, offers: everyPermission })
  readonly permission: ConsolePermissions = [];
}

/** Sends the call. Its path, query and headers are read by the names that the operation has. */
export class SendCallForm {
  @IsStep('send')
  readonly step!: 'send';

  /** The customer whose example is shown again beside the response. */
  @IsTextField({ max: credentialCharacters })
  readonly login: string = '';

  @IsTextField({ max: bodyCharacters })
  readonly body: string = '';

  /** The request is signed. */
  @IsListField({ max: 3, offers: ['yes'] })
  readonly sign: readonly string[] = [];

  /** Notifications go to the client's receiver. */
  @IsListField({ max: 3, offers: ['yes'] })
  readonly notify: readonly string[] = [];
}

/** Leads to the bank's pages, where the customer decides about what was created. */
export class AskApprovalForm {
  @IsStep('approve')
  readonly step!: 'approve';

  @IsTextField({ max: credentialCharacters })
  readonly login!: string;

  @IsTextField({ max: idCharacters })
  readonly id!: string;
}

/** Calls go out as one of the developer's own clients. */
export class ChooseClientForm {
  @IsStep('choose-client')
  readonly step!: 'choose-client';

  @IsTextField({ max: idCharacters })
  readonly client!: string;

  @IsTextField({ max: credentialCharacters, trimmed: true })
  readonly secret!: string;
}

/** Calls go out as the console's own client again. */
export class OwnClientForm {
  @IsStep('own-client')
  readonly step!: 'own-client';
}

/** Drops the tokens that this browser keeps. */
export class ForgetForm {
  @IsStep('forget')
  readonly step!: 'forget';
}
