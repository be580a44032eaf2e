import { Injectable } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import { html, type Html } from '@open-banking/pages';
import { aisPis, consolePages, downloadPages, mandates, type Operation } from '@open-banking/spec';
import { documentedOperation } from '../reference/openapi-documents.js';
import { exampleRequest, type People } from '../samples/example-request.js';
import { portalNotice } from '../visit/portal-page.js';
import type { PageResult } from '../visit/portal-router.js';
import { callForm } from './call-form.js';
import { callingLine } from './console-client-section.js';
import { ConsoleCallsService } from './console-calls.service.js';
import { ConsoleClientsService } from './console-clients.service.js';
import { askForm, consentNotice, customerField, operationHeading, searchForm, selectField, type CustomerSearch } from './console-page.js';
import { ConsoleCustomersService, customerNamed, customersWith, type ConsoleCustomer } from './console-customers.service.js';
import { ConsoleSealsService } from './console-seals.service.js';
import { grantOf, type Grant } from './console-state.js';
import { EarlierCallsService, noEarlierCall, type EarlierCallPage } from './earlier-calls.service.js';
import { exchangeSection, tokenOfCall } from './exchange-section.js';
import { responseTypes } from './header-section.js';
import { isSigned } from './sent-sample.js';
import { operationParameters } from './operation-parameters.js';
import { operationPath } from './operation-path.js';
import { needsCustomer, variablePartsOf, type Choice } from './operation-needs.js';
import { productChoices } from './payment-products.js';
import type { Turn } from './turn.js';

type Places = readonly { readonly part: string; readonly choices: readonly Choice[] }[];

/** A request to the page of an operation, with the customers as whom the developer can approve. */
interface OperationTurn extends Turn {
  readonly customers: readonly ConsoleCustomer[];
}

const productsPath = `${downloadPages.showDocument.path.replace('{document}', 'payments')}#products`;
const productPart = '{payment-product}';
const defaultProduct = 'fp';

/** The page of one operation: on the left its needs and its form, on the right the response of a call and the latest calls. */
@Injectable()
export class OperationPageService {
  constructor(
    private readonly calls: ConsoleCallsService,
    private readonly customers: ConsoleCustomersService,
    private readonly clients: ConsoleClientsService,
    private readonly earlier: EarlierCallsService,
    private readonly seals: ConsoleSealsService,
    private readonly clock: BankClock,
  ) {}

  /** `call`: one that was just refused, where there is none in the address. */
  async show(asked: Turn, row: Operation, call?: EarlierCallPage): Promise<PageResult> {
    const turn: OperationTurn = { ...asked, customers: await this.customers.of(asked.developer.developerId) };
    const shown = call ?? (await this.earlier.find(turn, row, turn.customers)) ?? noEarlierCall;
    const request = needsCustomer(row) ? await this.underConsent(turn, row, shown) : await this.form(turn, row, this.loginOf(turn), shown);
    const calling = callingLine(await this.clients.calling(turn.developer.developerId));
    return {
      title: documentedOperation(row.id)!.operation.summary,
      status: shown.status,
      scripts: [consoleScript],
      content: html`${operationHeading(row, calling)}
<div class="panes">
<section class="request" aria-labelledby="request"><h2 id="request">Request</h2>
${request}</section>
<section class="response" aria-label="Response and latest calls">
${shown.response ?? html`<h2 id="answer">Response</h2><p class="soft">Send the request to see its response here.</p>`}
${await this.earlier.history(turn, shown.callId)}</section>
</div>`,
    };
  }

  private async underConsent(turn: OperationTurn, row: Operation, shown: EarlierCallPage): Promise<Html> {
    const grant = grantOf(turn.state, 'consents');
    const login = grant?.login ?? this.loginOf(turn);
    const asks = this.asks(turn, row, grant, login);
    if (!grant) return html`${shown.notice}<h3 id="ask">First, a customer's consent</h3>${asks}`;
    const status = await this.calls.consentStatus(turn.developer.developerId, turn.state, grant.subject.id);
    if (status !== 'valid')
      return html`${shown.notice}${consentNotice(grant, status)}<h3 id="ask">Ask for another consent</h3>${asks}
${await this.formAnyway(turn, row, login, shown)}`;
    const lacks = missingPermission(row, grant);
    return html`${shown.notice}${consentNotice(grant, status)}
${lacks !== undefined && portalNotice('note', html`The consent does not include <code>${lacks}</code>, which this operation needs: the bank will refuse the call.`)}
${await this.form(turn, row, login, shown)}
<details id="ask" ${(lacks !== undefined || turn.visit.query['find'] !== undefined) && html`open`}><summary>Ask for another consent</summary>${asks}</details>`;
  }

  /** Under a consent that has ended the bank lists no accounts; a call whose ids are known can be sent, to see its refusal. */
  private async formAnyway(turn: OperationTurn, row: Operation, login: string, shown: EarlierCallPage): Promise<Html | false> {
    const places = variablePartsOf(row).map((part) => ({ part, choices: knownChoice(shown, part) }));
    if (places.some(({ choices }) => choices.length === 0)) return false;
    return html`<details><summary>Send the call under this consent</summary>${this.callForm(turn, row, login, shown, places)}</details>`;
  }

  private asks(turn: OperationTurn, row: Operation, grant: Grant | undefined, login: string): Html {
    const search = this.searchOf(turn);
    const [firstFound] = search.text === '' ? [] : search.found;
    return html`${searchForm(row, search)}
${askForm({ csrf: turn.visit.csrf, row, customers: offered(search), login: firstFound?.login ?? login, ticked: grant?.subject.permissions })}`;
  }

  /** The login of the customer whose example is shown. */
  private loginOf(turn: OperationTurn): string {
    const { visit, customers } = turn;
    const [firstFound] = offered(this.searchOf(turn));
    return customerNamed(visit.form.get('login') ?? visit.query['customer'] ?? firstFound?.login, customers)?.login ?? '';
  }

  private searchOf({ visit, customers: all }: OperationTurn): CustomerSearch {
    const text = (visit.query['find'] ?? '').trim();
    return { text, found: customersWith(text, all), all };
  }

  private async form(turn: OperationTurn, row: Operation, login: string, shown: EarlierCallPage): Promise<Html> {
    const { developer, state } = turn;
    const { places, refused } = isPayment(row) ? { places: [] } : await this.calls.placesOf(developer.developerId, row, state);
    if (refused)
      return html`${shown.notice}${exchangeSection(refused, tokenOfCall(refused.call), { heading: 'The bank refused the list of accounts' })}`;
    const empty = places.find(({ part, choices }) => choices.length === 0 && knownChoice(shown, part).length === 0);
    const notice = needsCustomer(row) ? undefined : shown.notice;
    return html`${notice}${empty ? nothingThere(empty.part) : this.callForm(turn, row, login, shown, places)}`;
  }

  private callForm(turn: OperationTurn, row: Operation, login: string, shown: EarlierCallPage, places: Places): Html {
    const { operation, document } = documentedOperation(row.id)!;
    const { visit } = turn;
    const { sent, faults } = shown;
    const product = sent?.get(productPart) ?? visit.query['product'] ?? defaultProduct;
    const signing = this.seals.isOpen && {
      isRequired: this.seals.isRequired,
      isTicked: shown.call !== undefined && isSigned(shown.call),
    };
    return html`${(isPayment(row) || row.id === mandates.createMandate.id) && this.exampleForm(turn, row, login, product)}
${callForm({
  csrf: visit.csrf,
  row,
  places,
  parameters: operationParameters(row),
  types: responseTypes(document, operation),
  body: this.exampleBody(row, { customer: customerNamed(login, turn.customers), others: turn.customers }, product),
  login,
  fixed: isPayment(row) ? { [productPart]: product } : {},
  sent,
  faults,
  signing: signing || undefined,
  today: this.clock.now(),
})}`;
  }

  private exampleBody(row: Operation, people: People, product: string): string | undefined {
    if (row.method !== 'POST') return undefined;
    const { operation } = documentedOperation(row.id)!;
    return JSON.stringify(exampleRequest(row, operation, this.clock.now(), product, people), null, 2);
  }

  /** Chooses the customer whose accounts the example names, and the product of a payment. */
  private exampleForm(turn: OperationTurn, row: Operation, login: string, product: string): Html {
    const products = operationParameters(row).find(({ name }) => name === 'payment-product')?.schema?.enum ?? [];
    const choices = productChoices(products.map(String));
    const search = this.searchOf(turn);
    return html`${searchForm(row, search, { product })}
<form method="get" action="${operationPath(row.id)}" class="stack">
${customerField(offered(search), login, 'customer')}
${choices.length > 0 && html`${selectField('product', 'Payment product', choices, product)}<p class="hint"><a href="${productsPath}">Currencies, limits and times of the payment products</a></p>`}
<p><button class="plain">Use in the example</button></p></form>`;
  }
}

const consoleScript = consolePages.showConsoleScript.path;

/** The permission that an operation needs and the consent was not asked for. */
const missingPermission = ({ permission }: Operation, { subject }: Grant): string | undefined =>
  permission !== undefined && !subject.permissions?.includes(permission) ? permission : undefined;

/** The customers found, or all if none was found. */
const offered = ({ found, all }: CustomerSearch) => (found.length > 0 ? found : all);

const isPayment = ({ id }: Operation): boolean => id === aisPis.createPayment.id;

/** The value of a call that was sent before. */
function knownChoice({ sent }: EarlierCallPage, part: string): Choice[] {
  const value = sent?.get(part);
  return value ? [{ value, label: value }] : [];
}

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
