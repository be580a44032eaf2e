import { Injectable } from '@nestjs/common';
import { TokenAuthority, type ConsentState, type Introspection } from '@open-banking/access';
import { introspectionOf, lookupOf } from '@open-banking/issuer';
import { BankClock, Database } from '@open-banking/database';
import type { Issuer } from '@open-banking/spec';
import { ConsentUsesService } from './consent-uses.service.js';
import { introspect, introspectWithLastChange, type IntrospectionRow } from './introspection.statements.js';

/** Introspects tokens in this service's own database, which has the tokens and consents; not cached. */
@Injectable()
export class LocalTokenAuthorityService extends TokenAuthority {
  private readonly uses: ConsentUsesService;

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {
    super();
    this.uses = new ConsentUsesService(database, clock);
  }

  async introspect(issuer: Issuer, token: string): Promise<Introspection> {
    const asked = lookupOf(issuer, token, this.clock.now());
    const row = await this.database.row(this.database.standby ? introspectWithLastChange : introspect, ...asked, this.clock.today());
    const found = introspectionOf(issuer, row, row && clientOf(row), row && consentOf(row));
    this.uses.note(found);
    return typeof row?.lastChange === 'number' ? { ...found, lastChange: row.lastChange } : found;
  }
}

const clientOf = ({ roles, organization, suspended, registerStanding }: IntrospectionRow) =>
  roles
    ? {
        roles,
        suspended: suspended || registerStanding !== null,
        ...(registerStanding !== null && { registerStanding }),
        ...(organization !== null && { organization }),
      }
    : undefined;

function consentOf({ consentId, grants, everywhere, restrictedTo, shared, customer, ...row }: IntrospectionRow): ConsentState | undefined {
  if (consentId === null) return undefined;
  const second = row.psuId !== null && row.psuId !== customer;
  const { status, recurring, frequencyPerDay, listsOnly, ownerName } = row;
  return {
    id: consentId,
    status,
    recurring,
    frequencyPerDay,
    listsOnly,
    ownerName,
    ...(everywhere === null ? { grants: grants ?? [] } : { everywhere, shared: shared ?? [], ...(second && { second: true as const }) }),
    ...(restrictedTo !== null && { restrictedTo }),
  };
}
