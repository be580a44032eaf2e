import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Reader } from '@open-banking/access';
import { Commands } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { Answer, type RequestContext } from '@open-banking/http';
import { known, Refusal } from '@open-banking/messages';
import { SETTINGS, type ServiceSettings } from '@open-banking/service';
import { mandates } from '@open-banking/spec';
import { first, withdrawable, withdrawn } from './mandate.js';
import type { Mandate, MandateCreated, MandateRequest, MandateState } from './mandates.messages.js';
import { cancelMandate, insertMandate, lockMandate, mandateOfClient, type MandateRow } from './mandates.statements.js';

/** How long a customer has for the first approval (messages.md §7: as for payments). */
const approvalMs = 30 * 60_000;

@Injectable()
export class MandatesService {
  constructor(private readonly commands: Commands, private readonly database: Database, private readonly clock: BankClock, @Inject(SETTINGS) private readonly settings: ServiceSettings) {}

  create(reader: Reader, asked: RequestContext, request: MandateRequest): Promise<Answer<MandateCreated>> {
    return this.commands.once(reader, mandates.createMandate, asked, async (tx) => {
      const now = this.clock.now();
      const inserted = await tx.row(insertMandate, randomUUID(), reader.clientId, request.creditorSchemeIdentification, request.mandateId, JSON.stringify(request),
        first, now, new Date(now.getTime() + approvalMs), request.occurrences.finalCollectionDate ?? null);
      if (!inserted) throw new Refusal([{ code: 'PARAMETER_NOT_CONSISTENT', path: '/mandateId', text: 'This creditor has a mandate of that number already.' }]);
      return { answer: this.created(inserted.resourceId), subject: inserted.resourceId };
    });
  }

  async one({ clientId }: Reader, resourceId: string): Promise<Mandate> {
    const row = await this.find(clientId, resourceId);
    return { ...row.request, resourceId, statusChangeDateTime: row.statusChangedAt.toISOString(), ...known({ ...toState(row), dateOfSignature: row.dateOfSignature }) } as Mandate;
  }

  remove(reader: Reader, asked: RequestContext, resourceId: string): Promise<Answer<undefined>> {
    return this.commands.once(reader, mandates.deleteMandate, asked, async (tx) => {
      const mandate = await tx.row(lockMandate, reader.clientId, resourceId);
      if (!mandate) throw new Refusal('RESOURCE_UNKNOWN', { resourceId });
      const { mandateStatus } = mandate;
      if (!withdrawable.includes(mandateStatus)) throw new Refusal([{ code: 'STATUS_INVALID', text: `The mandate is ${mandateStatus}: it cannot be taken back any more.` }]);
      await tx.rows(cancelMandate, reader.clientId, resourceId, withdrawn, this.clock.now());
      return { answer: new Answer(undefined), subject: resourceId };
    });
  }

  async status({ clientId }: Reader, resourceId: string): Promise<MandateState> {
    return toState(await this.find(clientId, resourceId));
  }

  private async find(clientId: string, resourceId: string): Promise<MandateRow> {
    const row = await this.database.row(mandateOfClient, clientId, resourceId);
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { resourceId });
    return row;
  }

  private created(resourceId: string): Answer<MandateCreated> {
    const self = `/v2/mandates/${resourceId}`;
    return new Answer({
      resourceId,
      mandateStatus: first,
      _links: { scaOAuth: { href: `${this.settings.baseUrl}${mandates.readMandatesMetadata.path}` }, self: { href: self }, status: { href: `${self}/status` } },
    }, { location: self, 'aspsp-sca-approach': 'REDIRECT' });
  }
}

const toState = ({ mandateStatus, reasonCode }: MandateRow): MandateState => known({ mandateStatus, reasonCode }) as MandateState;
