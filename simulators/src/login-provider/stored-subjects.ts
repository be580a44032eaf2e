import { isPassword, unmatchableHash } from '@open-banking/access';
import type { SubjectOf } from './login-provider.js';

interface StoredLogin {
  readonly psuId: string;
  readonly passwordHash: string | null;
  readonly subject: string | null;
}

/** Runs one query on the database of ais-pis. */
export type Query = (text: string, values: readonly unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;

/**
 * The sandbox's provider knows the demo customers by the rows of the bank, whose passwords it checks. A real provider has customers of its
 * own. A customer without a subject signs in there as a person whom the bank does not know.
 */
export const storedSubjects =
  (query: Query): SubjectOf =>
  async (login, password) => {
    const { rows } = await query(
      'select psu_id as "psuId", password_hash as "passwordHash", login_subject as subject from psu where login = $1',
      [login.replaceAll('\0', '')],
    );
    const [found] = rows as readonly StoredLogin[];
    const right = await isPassword(password, found?.passwordHash ?? unmatchableHash);
    return found && right ? (found.subject ?? `without-subject-${found.psuId}`) : undefined;
  };
