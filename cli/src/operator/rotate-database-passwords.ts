import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Service } from '@open-banking/spec';
import { Command, Option } from 'commander';
import type { Databases } from '@open-banking/installation/databases';
import type { PasswordFiles } from '@open-banking/installation/database-passwords';
import { BankConnection, print, withBankOptions } from '../bank-connection.js';

interface Options {
  readonly dataDir?: string;
  readonly urlsDir?: string;
  readonly serviceUrls?: readonly string[];
  readonly administratorUrl?: string;
  readonly administratorFile?: string;
  readonly finish?: true;
  readonly leaked?: true;
}

function filesOf({ dataDir, urlsDir, serviceUrls = [] }: Options): PasswordFiles {
  const folder = dataDir ?? urlsDir;
  if (folder === undefined) throw new Error('Pass --data-dir, or --urls-dir for what `openbank prepare` has written.');
  const urls = dataDir === undefined ? folder : join(dataDir, 'urls');
  return {
    passwords: join(folder, 'passwords.json'),
    urlsOf: (service: Service) => [join(urls, `${service}.url`), ...serviceUrls.map((file) => file.replaceAll('{service}', service))],
  };
}

/** The server's administrator and the file of their password; a bank of `npm start` with a server of its own knows both. */
async function administratorOf({
  dataDir,
  administratorUrl,
  administratorFile,
}: Options): Promise<{ readonly url: string; readonly file: string } | undefined> {
  if (administratorUrl !== undefined && administratorFile !== undefined) return { url: administratorUrl, file: administratorFile };
  const file = dataDir === undefined ? undefined : join(dataDir, 'postgres.password');
  if (file === undefined || !existsSync(file)) return undefined;
  const [{ announced }, { openDataFolder }] = await Promise.all([
    import('@open-banking/installation/addresses'),
    import('@open-banking/installation/data-folder'),
  ]);
  const bank = announced(openDataFolder(dataDir!));
  return bank && { url: `postgres://postgres@127.0.0.1:${bank.postgresPort}/postgres`, file };
}

/** Refuses a named operator file that does not exist: operators' commands would keep the previous passwords. */
function operatorFileOf({ file, isFileNamed }: BankConnection): string {
  if (!isFileNamed || existsSync(file)) return file;
  const folder = dirname(file);
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+\.json$/.test(name)) : [];
  throw new Error(
    `The operator file ${file} does not exist, and no password was changed: pass the bank's own, <port of its base URL>.json` +
      `${others.length > 0 ? ` (${folder} has ${others.join(', ')})` : ''}.`,
  );
}

async function rotate(files: PasswordFiles, options: Options, operatorFile: string): Promise<Databases> {
  const [{ rotateAdministratorPassword }, { rotateDatabasePasswords }, { rewriteDatabases }] = await Promise.all([
    import('@open-banking/installation/administrator-password'),
    import('@open-banking/installation/database-passwords'),
    import('@open-banking/installation/database-records'),
  ]);
  const databases = await rotateDatabasePasswords(files);
  rewriteDatabases(databases, { dataDir: options.dataDir, operatorFile });
  const administrator = await administratorOf(options);
  if (administrator) await rotateAdministratorPassword(administrator.url, administrator.file);
  return databases;
}

export const rotateDatabasePasswords = withBankOptions(new Command('database-passwords'))
  .description("Gives the services' roles and the owners of their databases new passwords, while services run")
  .addOption(new Option('--data-dir <folder>', 'DATA_DIR of `npm start`').conflicts('urlsDir'))
  .option('--urls-dir <folder>', 'The <service>.url files and passwords.json that `openbank prepare` has written')
  .option(
    '--service-urls <files...>',
    "The services' own files (DATABASE_URL_FILE, DATABASE_READ_URL_FILE), if they have any; {service} stands for the service's name",
  )
  .option('--administrator-url <url>', "The server's administrator, who gets a new password too (`npm start`: known)")
  .option('--administrator-file <file>', "The file of the administrator's password")
  .option('--finish', 'Checks that no session is open that logged in with a previous password; changes nothing')
  .option('--leaked', 'Ends those sessions at once: requests in them are answered 503')
  .action(async (options: Options, command: Command) => {
    const { finish = false, leaked = false } = options;
    const files = filesOf(options);
    if (!finish) await rotate(files, options, operatorFileOf(new BankConnection(command)));
    if (!finish && !leaked) {
      print('The new passwords are in use. Connections opened before close within DATABASE_CONNECTION_SECONDS; check with `--finish`.');
      return;
    }
    const { sessionsWithPreviousPasswords } = await import('@open-banking/installation/database-passwords');
    const sessions = await sessionsWithPreviousPasswords(files, { end: leaked });
    if (leaked) return print(`Ended sessions that logged in with a previous password: ${sessions}.`);
    if (sessions > 0)
      throw new Error(
        `Open sessions that logged in with a previous password: ${sessions}. Services close theirs within DATABASE_CONNECTION_SECONDS ` +
          '(600 by default): run this again then. --leaked ends them at once.',
      );
    print('No session with a previous password is open.');
  });
