import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import type { ListedLogo, LogoPage, LogoStatus, LogosQuery, OwnLogo } from '@open-banking/contracts';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { developerClientsInternal, directoryInternal } from '@open-banking/spec';
import { Not, type EntityManager } from 'typeorm';
import { StoredClient, StoredClientLogo, withoutNulls, lockedClient } from '@open-banking/ais-pis-directory';
import { DeveloperClientsService } from '../developer-clients.service.js';
import { approvedLogo, listLogos, logosOfClient } from './client-logos.statements.js';
import { logoFault } from './logo-png.js';

const pageSize = 200;

/** Logos of clients: a developer proposes one, an operator approves or refuses it. Each change holds the client's row. */
@Injectable()
export class ClientLogosService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly developers: DeveloperClientsService,
  ) {}

  /** The new one waits; an approved one stays until this one is approved. */
  async propose(developerId: string, clientId: string, base64: string): Promise<undefined> {
    await this.developers.requireOwner(developerId, clientId);
    const png = Buffer.from(base64, 'base64');
    const text = logoFault(png);
    if (text !== undefined) throw new Refusal([{ code: 'FORMAT_ERROR', path: '/png', text }]);
    const logoHash = hash('sha256', png);
    return this.change(clientId, { operation: developerClientsInternal.proposeClientLogo.id }, async (manager) => {
      await manager.delete(StoredClientLogo, { clientId, status: Not('approved') });
      if (await manager.existsBy(StoredClientLogo, { clientId, logoHash })) return;
      await manager.insert(StoredClientLogo, {
        clientId,
        logoHash,
        png,
        status: 'proposed',
        proposedAt: this.clock.now(),
        decidedAt: null,
        decidedBy: null,
        reason: null,
      });
    });
  }

  async ofDeveloper(developerId: string, clientId: string): Promise<readonly OwnLogo[]> {
    await this.developers.requireOwner(developerId, clientId);
    return (await this.database.rows(logosOfClient, clientId)).map((row) => withoutNulls<OwnLogo>(row));
  }

  async remove(developerId: string, clientId: string): Promise<undefined> {
    await this.developers.requireOwner(developerId, clientId);
    return this.change(clientId, { operation: developerClientsInternal.removeClientLogos.id }, async (manager) => {
      await manager.delete(StoredClientLogo, { clientId });
      await manager.update(StoredClient, { clientId }, { logoHash: null });
    });
  }

  async list({ status = 'proposed', after }: LogosQuery): Promise<LogoPage> {
    const { proposedAt = null, clientId = null, logo = null } = after ?? {};
    const rows = await this.database.rows(listLogos, status, pageSize + 1, proposedAt, clientId, logo);
    const shown = rows.slice(0, pageSize);
    const last = rows.length > pageSize ? shown.at(-1) : undefined;
    return {
      logos: shown.map(({ place: _, ...row }) => withoutNulls<ListedLogo>(row)),
      ...(last && { next: { proposedAt: last.place, clientId: last.clientId, logo: last.logo } }),
    };
  }

  async read(clientId: string, logo: string): Promise<{ readonly png: string }> {
    const found = (await this.database.rows(logosOfClient, clientId)).find((one) => one.logo === logo);
    if (!found) throw noSuchLogo(clientId, logo);
    return { png: found.png };
  }

  /** The operator names the image, so that none is approved that was uploaded after they looked. */
  approve(clientId: string, logoHash: string, operator: string | undefined): Promise<undefined> {
    return this.change(clientId, { operation: directoryInternal.approveClientLogo.id, operator }, async (manager) => {
      await required(manager, clientId, logoHash);
      await manager.delete(StoredClientLogo, { clientId, status: 'approved', logoHash: Not(logoHash) });
      await manager.update(StoredClientLogo, { clientId, logoHash }, { ...this.decision('approved', operator), reason: null });
      await manager.update(StoredClient, { clientId }, { logoHash });
    });
  }

  /** One that was approved is no longer shown. */
  refuse(clientId: string, logoHash: string, reason: string, operator: string | undefined): Promise<undefined> {
    return this.change(clientId, { operation: directoryInternal.refuseClientLogo.id, operator }, async (manager) => {
      const { status } = await required(manager, clientId, logoHash);
      await manager.update(StoredClientLogo, { clientId, logoHash }, { ...this.decision('refused', operator), reason });
      if (status === 'approved') await manager.update(StoredClient, { clientId }, { logoHash: null });
    });
  }

  async approvedPng(logo: string): Promise<Buffer | undefined> {
    return (await this.database.row(approvedLogo, logo))?.png;
  }

  private decision(status: LogoStatus, operator: string | undefined) {
    return { status, decidedAt: this.clock.now(), decidedBy: operator ?? null };
  }

  private change(
    clientId: string,
    entry: { readonly operation: string; readonly operator?: string | undefined },
    work: (manager: EntityManager) => Promise<void>,
  ): Promise<undefined> {
    return this.database.transaction(async (tx: Transaction) => {
      await lockedClient(tx, clientId, this.clock.now());
      await tx.entities(work);
      await this.audit.record(tx, { ...entry, clientId, subject: clientId });
      return undefined;
    });
  }
}

const noSuchLogo = (clientId: string, logo: string): Refusal =>
  new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'This client has no such logo: it may have uploaded another one meanwhile.' }], {
    clientId,
    logo,
  });

async function required(manager: EntityManager, clientId: string, logoHash: string): Promise<StoredClientLogo> {
  const found = await manager.findOne(StoredClientLogo, { where: { clientId, logoHash }, select: { clientId: true, status: true } });
  if (!found) throw noSuchLogo(clientId, logoHash);
  return found;
}
