import { Injectable } from '@nestjs/common';
import { aisPis, mandates, type Issuer, type Operation, type Token } from '@open-banking/spec';
import { consentRequest } from '../samples/consent-request.js';
import { ConsoleClientsService } from './console-clients.service.js';
import type { ConsolePermissions } from './operation-needs.js';
import { choicesIn, createdChoices, filledPath, grantFor, offers, variablePartsOf, type Choice } from './operation-needs.js';
import type { ConsoleState, Grant, Subject } from './console-state.js';
import { parseBody } from './exchange-section.js';
import { GatewayCallsService, type Exchange } from './gateway-calls.service.js';
import { IssuerError, TokenRequestsService, type ConsoleClient } from './token-requests.service.js';

/** A call as it was filled in. */
export interface FilledCall {
  readonly values: ReadonlyMap<string, string>;
  readonly query: string;
  readonly body?: string | undefined;
  readonly attended: boolean;
}

const finalStatuses: readonly string[] = ['ACSC', 'ACCC', 'RJCT', 'CANC', 'ACTV', 'SUSP', 'EXPI'];

/** The progress of a payment or a mandate. */
export interface Progress {
  readonly exchange: Exchange;
  readonly status: string;
  readonly isFinal: boolean;
}

/** Calls of a developer, with whichever token an operation takes. */
@Injectable()
export class ConsoleCallsService {
  constructor(
    private readonly clients: ConsoleClientsService,
    private readonly tokens: TokenRequestsService,
    private readonly gateway: GatewayCallsService,
  ) {}

  async send(developerId: string, row: Operation, state: ConsoleState, { values, query, body, attended }: FilledCall): Promise<Exchange> {
    const grant = grantFor(row, state, values);
    const token = await this.tokenFor(developerId, row, grant);
    const consentId = row.token?.consent && grant ? grant.subject.id : undefined;
    const call = this.gateway.prepare(row.method, filledPath(row, values) + query, {
      attended: attended && row.token !== undefined,
      ...(token !== undefined && { token }),
      ...(consentId !== undefined && { consentId }),
      ...(body !== undefined && { body }),
    });
    return this.gateway.send(call);
  }

  /** A consent with exactly these permissions. */
  async askConsent(developerId: string, permissions: ConsolePermissions): Promise<Exchange> {
    const body = JSON.stringify(consentRequest(permissions, new Date()), null, 2);
    return this.send(
      developerId,
      aisPis.createConsent,
      { grants: [], created: [] },
      { values: new Map(), query: '', body, attended: true },
    );
  }

  async progress(developerId: string, state: ConsoleState, subject: Subject): Promise<Progress> {
    const row: Operation = subject.issuer === 'payments' ? aisPis.readPaymentStatus : mandates.readMandateStatus;
    const values = new Map([
      ['{payment-product}', subject.product ?? ''],
      ['{paymentId}', subject.id],
      ['{resourceId}', subject.id],
    ]);
    const exchange = await this.send(developerId, row, state, { values, query: '', attended: true });
    const { transactionStatus, mandateStatus } = (parseBody(exchange.text) ?? {}) as Readonly<Record<string, string | undefined>>;
    const status = transactionStatus ?? mandateStatus ?? '';
    return { exchange, status, isFinal: exchange.status >= 400 || this.isFinal(subject.issuer, status) };
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
      const exchange = await this.send(developerId, offer.list, state, { values: new Map(), query: '', attended: true });
      if (exchange.status !== 200) return { places, refused: exchange };
      places.push({ part, choices: choicesIn(offer, parseBody(exchange.text)) });
    }
    return { places };
  }

  /** The console's client. One that was removed is replaced: the issuer knows it no more. */
  private async tokenFor(developerId: string, { token }: Operation, grant: Grant | undefined): Promise<string | undefined> {
    if (!token) return undefined;
    return grant ? grant.token : this.clientToken(developerId, token);
  }

  /** A token of the console's client, of the issuer and scope that an operation takes. */
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

  private isFinal(issuer: Issuer, status: string): boolean {
    // A mandate stays active until its cancellation is approved.
    return finalStatuses.includes(status) && !(issuer === 'cancellation' && status === 'ACTV');
  }
}

/** The products of the payments that were created here. */
const productsPaid = ({ created }: ConsoleState): Choice[] =>
  [...new Set(created.map(({ product }) => product).filter((product) => product !== undefined))].map((value) => ({ value, label: value }));
