import { Injectable } from '@nestjs/common';
import { html, type Html } from '@open-banking/pages';
import { aisPis, mandates, type Operation } from '@open-banking/spec';
import type { FastifyReply } from 'fastify';
import { parametersOf } from '../reference/example-call.js';
import { documentedOperation, type Parameter } from '../reference/openapi-documents.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { portalNotice } from '../visit/portal-page.js';
import type { PageResult, Visit } from '../visit/portal-router.js';
import { callingLine } from './console-client-section.js';
import { ConsoleClientsService } from './console-clients.service.js';
import { ConsoleCallsService } from './console-calls.service.js';
import {
  askForm,
  callForm,
  customerField,
  grantNotice,
  operationHeading,
  operationPath,
  searchForm,
  selectField,
  type CustomerSearch,
} from './console-page.js';
import { grantOf, type ConsoleState, type Grant } from './console-state.js';
import { exampleRequest } from '../samples/example-request.js';
import { exchangeSection } from './exchange-section.js';
import { needsCustomer } from './operation-needs.js';
import { SandboxCustomersService } from '../customers/sandbox-customers.service.js';

/** A request to the console, with what the browser keeps. */
export interface Turn {
  readonly visit: Visit;
  readonly developer: Developer;
  readonly reply: FastifyReply;
  readonly state: ConsoleState;
}

/** Operations after whose answer the customer decides. */
export const approvalNames: Readonly<Record<string, string>> = {
  [aisPis.createConsent.id]: 'Let the customer approve it',
  [aisPis.createPayment.id]: 'Let the customer approve it',
  [mandates.createMandate.id]: 'Let the customer approve it',
  [mandates.deleteMandate.id]: 'Let the customer approve the cancellation',
};

/** The page of one operation: what it needs, its form, and the answer if it was just called. */
@Injectable()
export class OperationPageService {
  constructor(
    private readonly calls: ConsoleCallsService,
    private readonly customers: SandboxCustomersService,
    private readonly clients: ConsoleClientsService,
  ) {}

  async show(turn: Turn, row: Operation, answer?: Html): Promise<PageResult> {
    const shown = needsCustomer(row) ? await this.underConsent(turn, row) : await this.form(turn, row, this.loginOf(turn));
    return {
      title: row.id,
      content: html`${operationHeading(row, callingLine(await this.clients.calling(turn.developer.developerId)))}${answer}${answer && html`<h2>Send again</h2>`}${shown}`,
    };
  }

  private async underConsent(turn: Turn, row: Operation): Promise<Html> {
    const grant = grantOf(turn.state, 'consents');
    const login = grant?.login ?? this.loginOf(turn);
    const asks = this.asks(turn, row, grant, login);
    if (!grant) return html`<h2>First, a customer's consent</h2>${asks}`;
    const lacks = row.permission && !grant.subject.permissions?.includes(row.permission) && row.permission;
    return html`${grantNotice(grant)}
${lacks && portalNotice('note', html`The consent was not asked for <code>${lacks}</code>, which this operation needs: the bank will refuse the call.`)}
${await this.form(turn, row, login)}
<details ${(lacks || turn.visit.query['find'] !== undefined) && html`open`}><summary>Ask for another consent</summary>${asks}</details>`;
  }

  private asks(turn: Turn, row: Operation, grant: Grant | undefined, login: string): Html {
    const search = this.searchOf(turn);
    const [firstFound] = search.text === '' ? [] : search.found;
    return html`${searchForm(row, search)}
${askForm({ csrf: turn.visit.csrf, row, customers: offered(search), login: firstFound?.login ?? login, ticked: grant?.subject.permissions })}`;
  }

  /** The login of the customer whose example is shown. */
  private loginOf(turn: Turn): string {
    const { visit } = turn;
    const [firstFound] = offered(this.searchOf(turn));
    return this.customers.find(visit.form.get('login') ?? visit.query['customer'] ?? firstFound?.login)?.login ?? '';
  }

  private searchOf({ visit }: Turn): CustomerSearch {
    const text = (visit.query['find'] ?? '').trim();
    return { text, found: this.customers.search(text), all: this.customers.all() };
  }

  private async form(turn: Turn, row: Operation, login: string): Promise<Html> {
    const { visit, developer, state } = turn;
    const product = visit.form.get('{payment-product}') ?? visit.query['product'] ?? 'fp';
    const fixed: Record<string, string> = isPayment(row) ? { '{payment-product}': product } : {};
    const { places, refused } = isPayment(row) ? { places: [] } : await this.calls.placesOf(developer.developerId, row, state);
    if (refused) return exchangeSection(refused, 'The list of its accounts was refused');
    const empty = places.find(({ choices }) => choices.length === 0);
    if (empty) return nothingThere(empty.part);
    return html`${(isPayment(row) || row.id === mandates.createMandate.id) && this.exampleForm(turn, row, login, product)}
${callForm({
  csrf: visit.csrf,
  row,
  places,
  parameters: queryParametersOf(row),
  body: this.exampleBody(row, login, product),
  login,
  fixed,
  sent: visit.form,
})}`;
  }

  private exampleBody(row: Operation, login: string, product: string): string | undefined {
    if (row.method !== 'POST') return undefined;
    const people = { customer: this.customers.find(login), others: this.customers.all() };
    const { operation } = documentedOperation(row.id)!;
    return JSON.stringify(exampleRequest(row, operation, new Date(), product, people), null, 2);
  }

  /** Chooses the customer whose accounts the example names, and the product of a payment. */
  private exampleForm(turn: Turn, row: Operation, login: string, product: string): Html {
    const products = parameters(row).find(({ name }) => name === 'payment-product')?.schema?.enum ?? [];
    const choices = products.map(String).map((value) => ({ value, label: value }));
    const search = this.searchOf(turn);
    return html`${searchForm(row, search, { product })}
<form method="get" action="${operationPath(row.id)}" class="stack">
${customerField(offered(search), login, 'customer')}
${choices.length > 0 && selectField('product', 'Payment product', choices, product)}
<p><button class="plain">Write the example for them</button></p></form>`;
  }
}

/** The customers found, or all if none was found. */
const offered = ({ found, all }: CustomerSearch) => (found.length > 0 ? found : all);

const isPayment = ({ id }: Operation): boolean => id === aisPis.createPayment.id;

function parameters(row: Operation): Parameter[] {
  const { operation, document } = documentedOperation(row.id)!;
  return parametersOf(document, operation);
}

export const queryParametersOf = (row: Operation): Parameter[] => parameters(row).filter((parameter) => parameter.in === 'query');

const creating: Readonly<Record<string, Operation>> = {
  '{consentId}': aisPis.createConsent,
  '{payment-product}': aisPis.createPayment,
  '{paymentId}': aisPis.createPayment,
  '{resourceId}': mandates.createMandate,
};

function nothingThere(part: string): Html {
  const first = creating[part];
  if (!first)
    return portalNotice(
      'note',
      'The customer has nothing of this kind under this consent. Ask for another consent, or as another customer.',
    );
  return portalNotice(
    'note',
    html`There is nothing to choose yet: begin with <a href="${operationPath(first.id)}"><code>${first.id}</code></a>.`,
  );
}
