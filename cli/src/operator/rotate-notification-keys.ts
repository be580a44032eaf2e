import type { KeyRotation } from '@open-banking/contracts';
import { notificationKeysInternal, type Service } from '@open-banking/spec';
import { Command } from 'commander';
import { expectSuccess, internalCall } from '@open-banking/operator-client';
import { BankConnection, print, printJson, withBankOptions } from '../bank-connection.js';

/** The services that sign notifications. */
const signing = ['ais-pis', 'mandates'] as const satisfies readonly Service[];

export const rotateNotificationKeys = withBankOptions(new Command('notification-keys'))
  .description('Announces the next keys that notifications are signed with; they sign a day later, or at once where a service has none yet')
  .option('--leaked', 'Replaces all keys at once; receivers refuse what the previous ones have signed')
  .option('--json')
  .action(async ({ leaked = false, json }: { leaked?: boolean; json?: true }, command: Command) => {
    const { running } = new BankConnection(command);
    for (const service of signing) {
      const answer = await internalCall(running, service, notificationKeysInternal.rotateNotificationKeys, { leaked });
      const { kid, signsFrom, isFirst } = expectSuccess<KeyRotation>('rotate notification-keys', answer);
      if (json) printJson({ service, kid, signsFrom });
      else print(`${service}: the key ${kid} signs from ${signsFrom}${rotationText(isFirst, leaked)}`);
    }
  });

function rotationText(isFirst: boolean, leaked: boolean): string {
  if (isFirst) return ': at once, because it is the first of this service';
  return leaked ? ': at once, because all others are deleted' : '; until then the previous one signs';
}
