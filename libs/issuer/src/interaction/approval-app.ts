import { SignedPort, type SigningKeys } from '@open-banking/commands';
import type { BankClock, Database } from '@open-banking/database';
import { issuerRows, type Issuer } from '@open-banking/spec';
import { issuerFacts } from '../issuer-facts.js';
import type { IssuerSettings } from '../issuer-settings.js';
import { AppApprovals } from './app-approvals.js';
import type { FailedAppRequests } from './failed-app-requests.js';

export interface ApprovalAppParts {
  readonly database: Database;
  readonly clock: BankClock;
  /** What the bank signs with, and what it tells its own servers. */
  readonly keys: Pick<SigningKeys, 'current'>;
  readonly appRequests: Pick<FailedAppRequests, 'report'>;
  readonly settings: IssuerSettings;
}

/** The keys that the app signs with (JWK Set), and the address that its answers come to. */
export interface AppAnswerAddress {
  readonly keysFile: string;
  readonly answerTo: string;
}

/**
 * Where an issuer takes the answers of the bank's own app; undefined where codes approve. An app whose answers nobody could check stops the
 * start.
 */
export function appAnswerAddress({ settings }: Pick<ApprovalAppParts, 'settings'>, issuer: Issuer): AppAnswerAddress | undefined {
  const { approvalAppUrl, approvalAppKeysFile: keysFile, baseUrl } = settings;
  if (approvalAppUrl === undefined) return undefined;
  if (keysFile === undefined)
    throw new Error('APPROVAL_APP_KEYS_FILE is not set: answers of the app at APPROVAL_APP_URL could not be checked');
  return { keysFile, answerTo: `${baseUrl}${issuerRows(issuer).takeAppAnswer.path}` };
}

/** The bank's own app, asked in the name of an issuer of this service; undefined where codes approve. */
export function approvalApp(parts: ApprovalAppParts, issuer: Issuer): AppApprovals | undefined {
  const { settings, keys, appRequests } = parts;
  const address = appAnswerAddress(parts, issuer);
  if (!address) return undefined;
  return new AppApprovals(parts, {
    port: new SignedPort(settings.approvalAppUrl!, keys, issuerFacts(issuer, settings).issuer),
    minutes: settings.approvalAppMinutes,
    answerTo: address.answerTo,
    page: settings.sandbox ? settings.approvalAppPage : undefined,
    failed: (error) => {
      appRequests.report(issuer, error);
    },
  });
}
