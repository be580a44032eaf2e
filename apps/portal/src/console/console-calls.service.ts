import { Injectable } from '@nestjs/common';
import { Refusal } from '@open-banking/messages';
import { aisPis, mandates, type Operation, type Token } from '@open-banking/spec';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { consentRequest } from '../samples/consent-request.js';
import { ConsoleSealsService } from './console-seals.service.js';
import { ConsoleClientsService } from './console-clients.service.js';
import { emptyState, type ConsoleState, type Grant, type Subject } from './console-state.js';
import { parseBody } from './exchange-faults.js';
import { presentAddress, type FilledCall } from './filled-call.js';
import { GatewayCallsService, type Call, type Exchange } from '../gateway-calls/gateway-calls.service.js';
import type { Choice, ConsolePermissions } from './operation-needs.js';
import { choicesIn, createdChoices, filledPath, grantFor, offers, variablePartsOf } from './operation-needs.js';
import { signedHeaders } from './signed-headers.js';
import { IssuerError, TokenRequestsService, type ConsoleClient } from './token-requests.service.js';

const noValues: ReadonlyMap<string, string> = new Map();
/** The customer is there: such reads do not count as unattended. */
const attended = { 'PSU-IP-Address': presentAddress } as const;

/** Calls of a developer, with whichever token an operation takes. */
@Injectable()
export class ConsoleCallsService {
  constructor(
    private readonly clients: ConsoleClientsService,
    private readonly tokens: TokenRequestsService,
    private readonly gateway: GatewayCallsService,
    private readonly developerClients: DeveloperClientsService,
    private readonly seals: ConsoleSealsService,
  ) {}

  /** `sign`: the request is signed, as it is in any case where the bank requires it. */
  async send(developerId: string, row: Operation, state: ConsoleState, filled: FilledCall, sign = false): Promise<Exchange> {
    const { values, query, headers, body } = filled;
    const grant = grantFor(row, state, values);
    const token = await this.tokenFor(developerId, row, grant);
    const consentId = row.token?.consent && grant ? grant.subject.id : undefined;
    const call = this.gateway.prepare(row.method, filledPath(row, values) + query, {
      headers,
      ...(token !== undefined && { token }),
      ...(consentId !== undefined && { consentId }),
      ...(body !== undefined && { body }),
    });
    return this.gateway.send(this.signs(row, sign) ? await this.signed(developerId, call) : call);
  }

  private signs({ token }: Operation, isAsked: boolean): boolean {
    return token !== undefined && this.seals.isOpen && (isAsked || this.seals.isRequired);
  }

  private async signed(developerId: string, { headers, ...call }: Call): Promise<Call> {
    const { clientId } = await this.clients.forDeveloper(developerId);
    const client = await this.developerClients.find(developerId, clientId);
    if (!client) throw new Refusal('SERVICE_UNAVAILABLE', `the client ${clientId} is not known yet`, { retryAfterSeconds: 1 });
    return { ...call, headers: signedHeaders(await this.seals.sealOf(developerId, client), headers, call.body) };
  }

  /** The token to send a call of the history again. Undefined: the operation takes none, or the browser holds none any more. */
  async tokenAgain(
    developerId: string,
    row: Operation,
    state: ConsoleState,
    values: ReadonlyMap<string, string>,
  ): Promise<string | undefined> {
    const grant = grantFor(row, state, values);
    if (row.token?.kind === 'customer' && !grant) return undefined;
    try {
      return await this.tokenFor(developerId, row, grant);
    } catch (error) {
      // The page shows the call without one: its limit of tokens may be used up for a second.
      if (error instanceof IssuerError) return undefined;
      throw error;
    }
  }

  /** A consent with exactly these permissions. */
  async askConsent(developerId: string, permissions: ConsolePermissions): Promise<Exchange> {
    const body = JSON.stringify(consentRequest(permissions, new Date()), null, 2);
    return this.send(developerId, aisPis.createConsent, emptyState, { values: noValues, query: '', headers: attended, body });
  }

  /** The status of a consent; undefined if the bank gives none. The customer's token may have ended: then it is read with the client's. */
  async consentStatus(developerId: string, state: ConsoleState, consentId: string): Promise<string | undefined> {
    const { text } = await this.readConsentStatus(developerId, state, consentId);
    return ((parseBody(text) ?? {}) as { readonly consentStatus?: string }).consentStatus;
  }

  private async readConsentStatus(developerId: string, state: ConsoleState, consentId: string): Promise<Exchange> {
    const filled = { values: new Map([['{consentId}', consentId]]), query: '', headers: attended };
    const own = await this.send(developerId, aisPis.readConsentStatus, state, filled);
    return own.status === 200 ? own : this.send(developerId, aisPis.readConsentStatus, emptyState, filled);
  }

  /** The call that reads the status of a consent, payment or mandate. */
  readStatus(developerId: string, state: ConsoleState, subject: Subject): Promise<Exchange> {
    if (subject.issuer === 'consents') return this.readConsentStatus(developerId, state, subject.id);
    const row: Operation = subject.issuer === 'payments' ? aisPis.readPaymentStatus : mandates.readMandateStatus;
    const values = new Map([
      ['{payment-product}', subject.product ?? ''],
      ['{paymentId}', subject.id],
      ['{resourceId}', subject.id],
    ]);
    return this.send(developerId, row, state, { values, query: '', headers: attended });
  }

  /** The possible values of each variable part of a path. A list that the bank refuses is returned, to be shown. */
  async placesOf(
    developerId: string,
    row: Operation,
    state: ConsoleState,
  ): Promise<{ places: { part: string; choices: Choice[] }[]; refused?: Exchange }> {
    const places: { part: string; choices: Choice[] }[] = [];
    for (const part of variablePartsOf(row)) {
      const offer = offers[part];
      if (!offer) {
        places.push({ part, choices: part === '{payment-product}' ? productsPaid(state) : createdChoices(state, part) });
        continue;
      }
      const exchange = await this.send(developerId, offer.list, state, { values: noValues, query: '', headers: attended });
      if (exchange.status !== 200) return { places, refused: exchange };
      places.push({ part, choices: choicesIn(offer, parseBody(exchange.text)) });
    }
    return { places };
  }

  private async tokenFor(developerId: string, { token }: Operation, grant: Grant | undefined): Promise<string | undefined> {
    if (!token) return undefined;
    return grant ? grant.token : this.clientToken(developerId, token);
  }

  /** A token of the console's client, of the issuer and scope that an operation takes. A client that was removed is replaced. */
  async clientToken(developerId: string, token: Token): Promise<string> {
    const request = (client: ConsoleClient) => this.tokens.clientToken(token, client);
    const client = await this.clients.forDeveloper(developerId);
    try {
      return await request(client);
    } catch (error) {
      if (!(error instanceof IssuerError) || error.code !== 'invalid_client') throw error;
      return request(await this.clients.replace(developerId, client));
    }
  }
}

/** The products of the payments that were created here. */
const productsPaid = ({ created }: ConsoleState): Choice[] =>
  [...new Set(created.map(({ product }) => product).filter((product) => product !== undefined))].map((value) => ({ value, label: value }));
