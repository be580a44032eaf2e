import { join } from 'node:path';
import { Command } from 'commander';
import { services } from '@open-banking/spec';
import { rotateDatabasePasswords } from './rotate-database-passwords.js';
import { rotateNotificationKeys } from './rotate-notification-keys.js';
import { requireFile, requireFolder } from '../named-file.js';
import { print } from '../bank-connection.js';

interface Options {
  readonly keysDir: string;
  readonly serviceKeys?: string;
  readonly finish?: boolean;
}

const rotateServiceKeys = new Command('service-keys')
  .description('Gives each service a new key for its internal calls, while services run')
  .requiredOption('--keys-dir <folder>', 'Folder of all key pairs: DATA_DIR/keys, or where `openbank prepare` has written them')
  .option('--service-keys <folder>', "The services' own copies (KEYS_DIR), if they have any; {service} stands for the service's name")
  .option('--finish', 'Ends the rotation: the previous keys are no longer accepted')
  .action(async ({ keysDir, serviceKeys, finish = false }: Options) => {
    const { endKeyRotation, rotateServiceKeys: rotate } = await import('@open-banking/installation/keys');
    const copies =
      serviceKeys === undefined ? [] : services.map((service) => ({ service, folder: join(serviceKeys.replace('{service}', service)) }));
    // Before anything is changed: a folder that is not there has no previous keys, and ending the rotation in it would end nothing.
    for (const service of services) requireFile(join(keysDir, `${service}.private.jwk.json`), '--keys-dir');
    for (const { folder } of copies) requireFolder(folder, '--service-keys');
    (finish ? endKeyRotation : rotate)(keysDir, copies);
    print(finish ? 'The previous keys are no longer accepted.' : 'New keys sign. The previous ones are accepted until `--finish`.');
  });

export const rotate = new Command('rotate')
  .description('Replaces secrets of the installation')
  .addCommand(rotateServiceKeys)
  .addCommand(rotateDatabasePasswords)
  .addCommand(rotateNotificationKeys);
