import { Injectable } from '@nestjs/common';
import { type InternalRequest, SandboxData, SandboxRelease, ServesInternal, sandboxDataContracts } from '@open-banking/contracts';
import { Database, statement } from '@open-banking/database';
import type { ServiceTables } from '@open-banking/feed';
import { Refusal, refuseAll } from '@open-banking/messages';
import { previousHolder } from './previous-holder.js';

/** How the tables of this service are loaded and proved; imported when it is first needed. */
export abstract class SandboxDataFormat {
  abstract read(): Promise<ServiceTables>;
}

/**
 * Decides which customers may be given data in this service. ais-pis knows which customers are a developer's; it is asked before the
 * others.
 */
export abstract class SandboxDataOwners {
  abstract admit(developerId: string, psuIds: readonly string[]): Promise<void>;

  /** Changes those of these people (lines of type `psu`) who exist; returns their ids. */
  abstract update(people: readonly object[]): Promise<readonly string[]>;

  /** Makes room for those who hold in the place of these customers what was theirs (`previousHolder`). */
  abstract replace(psuIds: readonly string[]): Promise<void>;
}

/** True if these customers hold these resources, or held them until they were released. */
const holdersOf = statement<{ isTheirs: boolean }, [resourceIds: readonly string[], psuIds: readonly string[]]>(
  'sandbox.holders',
  /* sql */ `
  select exists (select from unnest($2::uuid[]) as owner (id) where h.psu_id in (owner.id, ${previousHolder('owner.id')})) as "isTheirs"
  from holder h where h.resource_id = any($1::uuid[])`,
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
    const [tables, { copyRows, faultyLines, foreignLines }] = await Promise.all([this.format.read(), import('./sandbox-copy.js')]);
    refuseAll(foreignLines(tables.loadFormat, psuIds, rows));
    refuseAll(await faultyLines(tables.loadFormat, rows));
    await this.owners.admit(params['developerId']!, psuIds);
    const resourceIds = [...new Set(rows.flatMap(({ type, fields }) => (type === 'holder' ? [String(fields['resourceId'])] : [])))];
    if (await this.isThere(psuIds, resourceIds)) return {};
    const people = rows.filter(({ type }) => type === 'psu').map(({ fields }) => fields);
    const known = people.length === 0 ? [] : await this.owners.update(people);
    const added = rows.filter(({ type, fields }) => type !== 'psu' || !known.includes(String(fields['psuId'])));
    try {
      await copyRows(tables, this.database, added, resourceIds);
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
    const held = await this.database.rows(holdersOf, resourceIds, psuIds);
    if (held.some(({ isTheirs }) => !isTheirs))
      throw new Refusal([{ code: 'STATUS_INVALID', text: 'A resource of this data set is another customer’s.' }]);
    return held.length > 0;
  }
}
