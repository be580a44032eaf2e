import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { BankClock } from '@open-banking/database';
import { typedJson, type RouteRegistrar } from '@open-banking/http';
import { codes, faultsOf, Refusal } from '@open-banking/messages';
import { html, readForm, type Html } from '@open-banking/pages';
import { customerEditorPages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { customerPresets, isPreset } from '../customer-data/customer-presets.js';
import { DeveloperCustomersService } from '../scenarios/developer-customers.service.js';
import { NewIncomingTransfer } from '../scenarios/incoming-money.messages.js';
import { IncomingMoneyService } from '../scenarios/incoming-money.service.js';
import { NewCustomer } from '../scenarios/scenarios.messages.js';
import { BackgroundActionsService } from '../visit/background-actions.service.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { utcMinute } from '../visit/instant.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { CustomerBalancesService } from './customer-balances.service.js';
import { accountSection, editor, endings, signIns, type EditorState, type RefusedTransfer } from './customer-content.js';
import { customerJson } from './customer-json.js';
import { createCall, createForm, customerList, customerName, customerPath } from './customer-list.js';
import {
  CreateCustomerForm,
  DeleteCustomerForm,
  LoadPresetForm,
  ReceiveTransferForm,
  ResetCustomerForm,
  SaveDataForm,
} from './customer.forms.js';

const listPath = customerEditorPages.showSandboxCustomers.path;

/** The pages of a developer's customers: the list, and each with its accounts, its sign-in and its data as JSON. Sandbox only. */
@Injectable()
export class CustomerPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly settings: ServiceSettings,
    private readonly customers: DeveloperCustomersService,
    private readonly balances: CustomerBalancesService,
    private readonly money: IncomingMoneyService,
    private readonly actions: BackgroundActionsService,
    private readonly clock: BankClock,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    if (!this.settings.sandbox) return;
    await this.router.open(server, [
      [customerEditorPages.showSandboxCustomers, forDevelopers((visit, developer) => this.list(visit, developer))],
      [customerEditorPages.answerSandboxCustomers, forDevelopers((visit, developer) => this.create(visit, developer))],
      [customerEditorPages.showSandboxCustomer, forDevelopers((visit, developer) => this.page(visit, developer))],
      [customerEditorPages.answerSandboxCustomer, forDevelopers((visit, developer) => this.answer(visit, developer))],
    ]);
  }

  private async list({ csrf, query }: Visit, developer: Developer): Promise<PageResult> {
    const [customers, balances, notice] = await Promise.all([
      this.customers.list(developer.developerId),
      this.balances.find(developer.developerId),
      this.actions.notice(developer, query),
    ]);
    const content = html`<h1>Customers</h1>
<p class="lead">Sandbox customers that belong only to you. You choose the data of their accounts, and you approve on their behalf.</p>
${notice}
${customerList(customers, balances)}
<h2>Create a customer</h2>
${createForm(csrf)}
${createCall(this.settings.baseUrl)}`;
    return { title: 'Customers', content };
  }

  private create({ form }: Visit, developer: Developer): Promise<PageResult> {
    const { preset, seed, secondOwner } = readForm([CreateCustomerForm], form);
    const body = {
      ...(preset !== '' && { preset }),
      ...(seed !== '' && { seed }),
      ...(secondOwner.length > 0 && { secondOwner: true }),
    };
    return this.actions.begin(developer, {
      title: 'Creating the customer…',
      back: listPath,
      work: async () => {
        refuseMalformed(body);
        const { customerId } = await this.customers.create(developer.developerId, body);
        return { says: 'The customer has been created.', goTo: customerPath(customerId) };
      },
    });
  }

  private async answer(visit: Visit, developer: Developer): Promise<PageResult> {
    const form = readForm([SaveDataForm, LoadPresetForm, ResetCustomerForm, DeleteCustomerForm, ReceiveTransferForm], visit.form);
    const customerId = visit.params['customerId']!;
    const back = customerPath(customerId);
    const { developerId } = developer;
    // An action of no customer would begin, fail, and be kept.
    await this.customers.read(developerId, customerId);
    switch (form.step) {
      case 'save':
        return this.save(visit, developer, form);
      case 'load-preset': {
        if (!isPreset(form.preset)) return this.page(visit, developer, { data: form.data });
        return this.page(visit, developer, {
          data: customerJson(customerPresets[form.preset].data(this.clock.today())),
          preset: form.preset,
        });
      }
      case 'reset':
        return this.actions.begin(developer, {
          title: 'Resetting the customer…',
          back,
          work: async () => {
            await this.customers.reset(developerId, customerId);
            return { says: 'The customer has been reset.', goTo: back };
          },
        });
      case 'delete':
        return this.actions.begin(developer, {
          title: 'Deleting the customer…',
          back,
          work: async () => {
            await this.customers.remove(developerId, customerId);
            return { says: 'The customer has been deleted.', goTo: listPath };
          },
        });
      default:
        return this.receive(visit, developer, back, form);
    }
  }

  private receive(visit: Visit, developer: Developer, back: string, form: ReceiveTransferForm): Promise<PageResult> {
    const { accountId, currency, amount, debtorName, text } = form;
    const transfer = { amount: { currency, amount }, debtorName, ...(text !== '' && { text }) };
    const faults = faultsOf(NewIncomingTransfer, transfer);
    if (faults.length > 0) return this.page(visit, developer, undefined, refusedTransfer(form, faults));
    return this.actions.begin(developer, {
      title: 'Receiving the transfer…',
      back,
      work: async () => {
        const { state, reason, text: why } = await this.money.receive(developer.developerId, accountId, transfer);
        const says =
          state === 'booked'
            ? `${amount} ${currency} from ${debtorName} has been booked.`
            : `The transfer was rejected: ${reason ?? ''} ${why ?? ''}`;
        return { says, goTo: back };
      },
    });
  }

  /** Faults are shown at once, with what was typed; what can be saved takes longer. */
  private async save(visit: Visit, developer: Developer, { data, preset }: SaveDataForm): Promise<PageResult> {
    const customerId = visit.params['customerId']!;
    const state = { data, preset };
    const read = typedJson(data, 'This');
    if ('fault' in read) return this.page(visit, developer, { ...state, faults: [{ text: read.fault }] });
    const body = read.value;
    try {
      refuseMalformed(body);
      await this.customers.refuseFaults(developer.developerId, body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const faults = error.faults.map(({ path, code, text }) => ({ path, text: text ?? codes[code].text }));
      return this.page(visit, developer, { ...state, faults });
    }
    const wanted = body;
    return this.actions.begin(developer, {
      title: 'Saving the data…',
      back: customerPath(customerId),
      work: async () => {
        await this.customers.read(developer.developerId, customerId);
        await this.customers.put(developer.developerId, customerId, wanted);
        return { says: 'The data are saved, and the customer has new accounts.', goTo: customerPath(customerId) };
      },
    });
  }

  /** `state`: of the editor, where it does not show what is stored. `refused`: a transfer that was not sent. */
  private async page(
    { csrf, query, params }: Visit,
    developer: Developer,
    state?: EditorState,
    refused?: RefusedTransfer,
  ): Promise<PageResult> {
    const [customer, balances, notice] = await Promise.all([
      this.customers.read(developer.developerId, params['customerId']!),
      this.balances.find(developer.developerId),
      this.actions.notice(developer, query),
    ]);
    const name = customerName(customer);
    const content: Html = html`<p><a href="${listPath}">Customers</a></p>
<h1>${name}</h1>
${notice}
${signIns(customer)}
${accountSection(customer, balances, csrf, refused)}
${editor(customer, state ?? { data: customerJson(customer.data), preset: customer.data.preset }, csrf)}
${endings(customer, csrf)}
<p class="soft">Customer <code>${customer.customerId}</code>, created ${utcMinute(customer.createdAt)}</p>`;
    return { title: name, content, status: state?.faults || refused ? 422 : 200 };
  }
}

/** Refuses what has not the form of a customer, with all its faults. */
function refuseMalformed(body: unknown): asserts body is NewCustomer {
  const faults = faultsOf(NewCustomer, body);
  if (faults.length > 0) throw new Refusal(faults);
}

/** The faults by the field that each is about. */
function refusedTransfer(
  { accountId, amount, debtorName, text }: ReceiveTransferForm,
  faults: readonly { readonly path?: string; readonly text?: string }[],
): RefusedTransfer {
  const about = (path: string): string | undefined => faults.find((one) => one.path?.startsWith(path))?.text;
  return {
    accountId,
    typed: { amount, debtorName, text },
    faults: Object.fromEntries(
      [
        ['amount', about('/amount')],
        ['debtorName', about('/debtorName')],
        ['text', about('/text')],
      ].filter(([, says]) => says !== undefined),
    ),
  };
}
