import { Injectable } from '@nestjs/common';
import { TimedCache, TokenAuthority, tokenKey } from '@open-banking/access';
import type { ConsentState, Introspection } from '@open-banking/contracts';
import { introspectionOf, lookupOf } from '@open-banking/issuer';
import { BankClock, Database, purgeAll } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import type { Issuer } from '@open-banking/spec';
import { AccessChanges, purgeAccessChanges } from '@open-banking/ais-pis-directory';
import { ConsentUsesService } from './consent-uses.service.js';
import { introspect, introspectWithLastChange, type IntrospectionRow } from './introspection.statements.js';

/** No longer than other services remember it. */
const keptForMs = 1_000;
const max = 10_000;

/** What was found of a token, and what that rests on. */
interface RememberedToken {
  readonly introspection: Introspection;
  readonly today: string;
  /** When it was asked for, and until when it can hold, on the bank's clock. */
  readonly askedAt: number;
  readonly until: number;
  readonly subjects: readonly string[];
  readonly horizon: number;
}

/**
 * Introspects tokens in this service's own database, which has the tokens and consents. What was found is remembered for a second, and
 * taken only if nothing it rests on has changed since: a deleted consent is refused at the next request.
 */
@Injectable()
export class LocalTokenAuthorityService extends TokenAuthority {
  private readonly uses: ConsentUsesService;
  private readonly changes: AccessChanges;
  private readonly found = new TimedCache<RememberedToken>(keptForMs, max);

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {
    super();
    this.uses = new ConsentUsesService(database, clock);
    this.changes = new AccessChanges(database);
  }

  async introspect(issuer: Issuer, token: string, meanwhile?: (remembered: Introspection) => void): Promise<Introspection> {
    // A bank with a standby also asks for the last change of a balance, which nothing here tells of.
    if (this.database.standby) return this.askWithLastChange(issuer, token);
    const key = tokenKey(issuer, token);
    const found = this.found.get(key);
    // Here and not in an async method of its own, which would only pass the promise on, for 1 % of a request.
    const isKnown = found && (await this.changesKnown(found, meanwhile));
    const introspection = isKnown && this.holds(found) ? found.introspection : await this.ask(issuer, token, key);
    this.uses.note(introspection);
    return introspection;
  }

  @RecurringWork('purge-access-changes', { everyMs: 3_600_000 })
  async purge(): Promise<void> {
    await purgeAll(this.database, purgeAccessChanges);
  }

  private changesKnown(found: RememberedToken, meanwhile?: (remembered: Introspection) => void): Promise<boolean> {
    return meanwhile && this.holds(found) ? this.changes.latestBeside(() => meanwhile(found.introspection)) : this.changes.latest();
  }

  /** As far as is known. */
  private holds({ askedAt, until, today, subjects, horizon }: RememberedToken): boolean {
    const now = this.clock.now().getTime();
    return now >= askedAt && now < until && today === this.clock.today() && !this.changes.mayDiffer(subjects, horizon);
  }

  private async ask(issuer: Issuer, token: string, key: string): Promise<Introspection> {
    const asked = lookupOf(issuer, token, this.clock.now());
    const [tokenHash, , now] = asked;
    await this.changes.known();
    const today = this.clock.today();
    const startedAt = performance.now();
    const row = await this.changes.lookUp(() => this.database.row(introspect, ...asked, today));
    const introspection = introspected(issuer, row);
    if (row) {
      const { clientId, consentId, organization, grantHash, horizon, until } = row;
      const subjects = [`\\x${tokenHash.toString('hex')}`, clientId, consentId, organization, grantHash].filter((one) => one !== null);
      this.found.set(key, { introspection, today, askedAt: now.getTime(), until: until ?? Infinity, subjects, horizon }, startedAt);
    }
    return introspection;
  }

  private async askWithLastChange(issuer: Issuer, token: string): Promise<Introspection> {
    const row = await this.database.row(introspectWithLastChange, ...lookupOf(issuer, token, this.clock.now()), this.clock.today());
    const introspection = introspected(issuer, row);
    this.uses.note(introspection);
    return typeof row?.lastChange === 'number' ? { ...introspection, lastChange: row.lastChange } : introspection;
  }
}

const introspected = (issuer: Issuer, row: IntrospectionRow | undefined): Introspection =>
  introspectionOf(issuer, row, row && introspectedClient(row), row && consentState(row));

const introspectedClient = ({ roles, organization, suspended, registerStanding, outages }: IntrospectionRow) =>
  roles
    ? {
        roles,
        suspended: suspended || registerStanding !== null,
        ...(registerStanding !== null && { registerStanding }),
        ...(outages !== null && { outages }),
        ...(organization !== null && { organization }),
      }
    : undefined;

function consentState({
  consentId,
  grants,
  everywhere,
  restrictedTo,
  shared,
  joint,
  customer,
  ...row
}: IntrospectionRow): ConsentState | undefined {
  if (consentId === null) return undefined;
  const second = row.psuId !== null && row.psuId !== customer;
  const { status, recurring, frequencyPerDay, readsUsedUpAt, listsOnly, ownerName } = row;
  return {
    id: consentId,
    status,
    recurring,
    frequencyPerDay,
    ...(readsUsedUpAt !== null && { readsUsedUpAt }),
    listsOnly,
    ownerName,
    ...(everywhere === null ? { grants: grants ?? [] } : { everywhere, shared: shared ?? [], ...(second && { second: true as const }) }),
    joint: joint ?? [],
    ...(restrictedTo !== null && { restrictedTo }),
  };
}
