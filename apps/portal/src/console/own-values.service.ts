import { Injectable } from '@nestjs/common';
import { isFapi2, ServiceSettings } from '@open-banking/config';
import { Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import type { SampleValues } from '../samples/reference-call.js';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import type { Visit } from '../visit/portal-router.js';
import { ConsoleCallsService } from './console-calls.service.js';
import { ConsoleClientsService } from './console-clients.service.js';
import { consoleCookie, grantOf, openState, type ConsoleState } from './console-state.js';
import { needsCustomer } from './operation-needs.js';
import { IssuerError } from './token-requests.service.js';

/** The values of a signed-in developer for the samples of an operation. */
export interface OwnValues extends SampleValues {
  /** The customer who approved the token in the console, or the name of the console's client whose own token it is. */
  readonly tokenOf?: string;
  /** One of the developer's registered clients. */
  readonly client?: { readonly clientId: string; readonly redirectUri?: string | undefined };
}

/** The values that a signed-in developer already has: what the console holds for this browser, and the clients registered. */
@Injectable()
export class OwnValuesService {
  constructor(
    private readonly settings: ServiceSettings,
    private readonly calls: ConsoleCallsService,
    private readonly consoleClients: ConsoleClientsService,
    private readonly clients: DeveloperClientsService,
    private readonly keys: SealingKeysService,
  ) {}

  async valuesFor(visit: Visit, row: Operation): Promise<OwnValues> {
    const { developer } = visit;
    if (!developer || (!row.token && row.kind !== 'sandbox')) return {};
    const registered = await this.registered(developer.developerId);
    if (!this.hasConsole || !row.token) return registered;
    const state = openState(this.keys.browserState, visit.kept(consoleCookie), visit.browser, Date.now());
    try {
      return { ...registered, ...(await this.consoleValues(developer.developerId, row, state)) };
    } catch (error) {
      // The sample then names variables, as for a visitor: the console's page says what is wrong.
      if (error instanceof IssuerError || error instanceof Refusal) return registered;
      throw error;
    }
  }

  private get hasConsole(): boolean {
    return this.settings.sandbox && !isFapi2(this.settings.profile);
  }

  private async registered(developerId: string): Promise<OwnValues> {
    const { isChosen, clientId: own } = await this.consoleClients.calling(developerId);
    const clients = await this.clients.list(developerId);
    // The developer has no secret of the console's own client.
    const found = clients.find(({ clientId }) => (isChosen ? clientId === own : clientId !== own));
    return found ? { client: { clientId: found.clientId, redirectUri: found.redirectUris[0] } } : {};
  }

  private async consoleValues(developerId: string, row: Operation, state: ConsoleState): Promise<OwnValues> {
    const grant = needsCustomer(row) ? grantOf(state, 'consents') : undefined;
    const calling = await this.consoleClients.calling(developerId);
    if (needsCustomer(row) ? !grant : calling.clientId === undefined) return {};
    const { places } = await this.calls.placesOf(developerId, row, state);
    // The product of a payment belongs to its id; a new payment's is the example's, as its body is.
    const known = places.some(({ part }) => part === '{paymentId}') ? places : places.filter(({ part }) => part !== '{payment-product}');
    const parts = new Map(known.flatMap(({ part, choices: [first] }) => (first ? [[part, first.value] as const] : [])));
    if (grant) return { token: grant.token, consentId: grant.subject.id, tokenOf: grant.login, parts };
    return { token: await this.calls.clientToken(developerId, row.token!), tokenOf: calling.name, parts };
  }
}
