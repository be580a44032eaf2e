import { Injectable } from '@nestjs/common';
import { type InternalRequest, SandboxData, SandboxRelease, ServesInternal, sandboxDataContracts } from '@open-banking/contracts';
import { Database, statement } from '@open-banking/database';
import type { LoadFormat } from '@open-banking/feed';
import { Refusal, refuseAll } from '@open-banking/messages';
import { previousHolder } from './previous-holder.js';

/** How the tables of this service are loaded; imported when it is first needed. */
export abstract class SandboxDataFormat {
  abstract read(): Promise<LoadFormat>;
}

/**
 * Decides which customers may be given data in this service. ais-pis knows which customers are a developer's; it is asked before the
 * others.
 */
export abstract class SandboxDataOwners {
  abstract admit(developerId: string, psuIds: readonly string[]): Promise<void>;

  /** Makes room for those who hold in the place of these customers what was theirs (`previousHolder`). */
  abstract replace(psuIds: readonly string[]): Promise<void>;
}

const holdersOf = statement<{ psuId: string; resourceId: string }, [resourceIds: readonly string[]]>(
  'sandbox.holders',
  /* sql */ `select psu_id as "psuId", resource_id as "resourceId" from holder where resource_id = any($1::uuid[])`,
);

const releaseOthers = statement<never, [psuIds: readonly string[], kept: readonly string[]]>(
  'sandbox.release',
  /* sql */ `update holder set psu_id = ${previousHolder('psu_id')} where psu_id = any($1::uuid[]) and resource_id <> all($2::uuid[])`,
);

/** Data of customers made for a developer. A data set brings whole resources and adds nothing to those of others. */
@Injectable()
export class SandboxDataInternal {
  constructor(
    private readonly database: Database,
    private readonly format: SandboxDataFormat,
    private readonly owners: SandboxDataOwners,
  ) {}

  /** All rows or none, once: a data set that is there is not loaded again. */
  @ServesInternal(sandboxDataContracts.addSandboxData)
  async add({ params, body: { psuIds, rows } }: InternalRequest<SandboxData>): Promise<object> {
    const [format, { copyRows, foreignLines }] = await Promise.all([this.format.read(), import('./sandbox-copy.js')]);
    refuseAll(foreignLines(format, psuIds, rows));
    await this.owners.admit(params['developerId']!, psuIds);
    const resourceIds = [...new Set(rows.flatMap(({ type, fields }) => (type === 'holder' ? [String(fields['resourceId'])] : [])))];
    if (await this.isThere(psuIds, resourceIds)) return {};
    try {
      await copyRows(format, this.database, rows);
    } catch (error) {
      // The same data set, sent twice: one of them waited for the other.
      if ((error as { code?: unknown }).code !== '23505' || !(await this.isThere(psuIds, resourceIds))) throw error;
    }
    return {};
  }

  @ServesInternal(sandboxDataContracts.releaseSandboxData)
  async release({ params, body: { psuIds, kept } }: InternalRequest<SandboxRelease>): Promise<object> {
    await this.owners.admit(params['developerId']!, psuIds);
    await this.owners.replace(psuIds);
    await this.database.rows(releaseOthers, psuIds, kept);
    return {};
  }

  private async isThere(psuIds: readonly string[], resourceIds: readonly string[]): Promise<boolean> {
    const held = await this.database.rows(holdersOf, resourceIds);
    if (held.some(({ psuId }) => !psuIds.includes(psuId)))
      throw new Refusal([{ code: 'STATUS_INVALID', text: 'A resource of this data set is another customer’s.' }]);
    return held.length > 0;
  }
}
