import { existsSync } from 'node:fs';
import { openDataFolder } from './data-folder.js';
import { changeOperatorFile } from './operator-file.js';
import { announce, announced } from './addresses.js';
import { urls, type Databases } from './databases.js';

/** Writes new database URLs wherever this machine has a record of them: the operator file, and the addresses of a bank of `npm start`. */
export function rewriteDatabases(
  databases: Databases,
  { dataDir, operatorFile }: { readonly dataDir?: string | undefined; readonly operatorFile: string },
): void {
  const records = { databases: urls(databases, 'serviceUrl'), ownerDatabases: urls(databases, 'ownerUrl') };
  const folder = dataDir === undefined ? undefined : openDataFolder(dataDir);
  const bank = folder && announced(folder);
  if (bank) announce(folder, { ...bank, ...records });
  if (!existsSync(operatorFile)) return;
  changeOperatorFile(operatorFile, (operator) => {
    // While a bank is down its file has no addresses; a file without owners has none to show.
    if (!operator?.databases) return undefined;
    const { ownerDatabases, ...known } = { ...operator, ...records };
    return operator.ownerDatabases ? { ...known, ownerDatabases } : known;
  });
}
