import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DeveloperKeys } from '@open-banking/access';
import { Database } from '@open-banking/database';
import { sessionHash } from '../visit/developer-sessions.service.js';
import { StoredSandboxKey } from './sandbox-key.entity.js';
import { developerOfKey, keysOfDeveloper, lockDeveloperRow, removeKey, type SandboxKeyRow } from './scenarios.statements.js';

/** The most keys of one developer. */
export const maxKeys = 10;

/** The keys with which developers' tests bring about scenarios. Only hashes are stored. */
@Injectable()
export class SandboxKeysService extends DeveloperKeys {
  constructor(private readonly database: Database) {
    super();
  }

  async developerOf(key: string): Promise<string | undefined> {
    return (await this.database.row(developerOfKey, sessionHash(key)))?.developerId;
  }

  list(developerId: string): Promise<SandboxKeyRow[]> {
    return this.database.rows(keysOfDeveloper, developerId);
  }

  /** The key, which is shown once; undefined where the developer has as many as there may be. */
  make(developerId: string, name: string): Promise<string | undefined> {
    const key = `sandbox_${randomBytes(32).toString('base64url')}`;
    const row = { keyHash: sessionHash(key), keyId: randomUUID(), developerId, name, createdAt: new Date() };
    return this.database.transaction(async (tx) => {
      await tx.rows(lockDeveloperRow, developerId);
      if ((await tx.rows(keysOfDeveloper, developerId)).length >= maxKeys) return undefined;
      await tx.entities((manager) => manager.insert(StoredSandboxKey, row));
      return key;
    });
  }

  async remove(developerId: string, keyId: string): Promise<void> {
    await this.database.rows(removeKey, developerId, keyId);
  }
}
