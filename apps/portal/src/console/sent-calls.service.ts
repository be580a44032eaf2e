import { Injectable } from '@nestjs/common';
import type { Operation } from '@open-banking/spec';
import { ReceiversService } from '../receivers/receivers.service.js';
import type { PageResult } from '../visit/portal-router.js';
import { exchangeSubject } from './created-subject.js';
import { ConsoleCallsService } from './console-calls.service.js';
import { ConsoleClientsService } from './console-clients.service.js';
import { ConsoleHistoryService } from './console-history.service.js';
import { withCreated } from './console-state.js';
import { ConsoleStatesService } from './console-states.service.js';
import type { SendCallForm } from './console.forms.js';
import { noEarlierCall } from './earlier-calls.service.js';
import { filledCall, type FilledCall } from './filled-call.js';
import { notificationHeader } from './header-section.js';
import { callPath } from './history-section.js';
import { OperationPageService } from './operation-page.service.js';
import type { Turn } from './turn.js';
import { operationParameters } from './operation-parameters.js';

/** HTTP libraries send header values of visible ASCII characters and spaces only. */
const isSendable = (value: string): boolean => /^[\x20-\x7e]*$/.test(value);

/** Sends the call of a form, keeps it in the history, and leads to its page: a reload shows it again and sends nothing. */
@Injectable()
export class SentCallsService {
  constructor(
    private readonly operations: OperationPageService,
    private readonly calls: ConsoleCallsService,
    private readonly history: ConsoleHistoryService,
    private readonly clients: ConsoleClientsService,
    private readonly receivers: ReceiversService,
    private readonly states: ConsoleStatesService,
  ) {}

  async send(turn: Turn, row: Operation, form: SendCallForm): Promise<PageResult> {
    const { developerId } = turn.developer;
    const typed = filledCall(row, operationParameters(row), turn.visit.form);
    const unsendable = Object.keys(typed.headers).filter((name) => !isSendable(typed.headers[name]!));
    if (unsendable.length > 0) return this.refuse(turn, row, unsendable);
    const filled = form.notify.length > 0 ? await this.withReceiver(developerId, typed) : typed;
    const exchange = await this.calls.send(developerId, row, turn.state, filled, form.sign.length > 0);
    const subject = exchange.status === 201 ? exchangeSubject(row, exchange, filled.values) : undefined;
    if (subject) this.states.keep(turn, withCreated(turn.state, subject));
    const callId = await this.history.record(developerId, row, exchange);
    const login = form.login === '' ? '' : `&customer=${encodeURIComponent(form.login)}`;
    return { goTo: `${callPath({ operation: row.id, callId })}${login}#answer` };
  }

  private refuse(turn: Turn, row: Operation, names: readonly string[]): Promise<PageResult> {
    const texts = ['A header has visible ASCII characters and spaces only. Nothing was sent.'];
    const of = (name: string): readonly string[] => (names.includes(name) ? texts : []);
    return this.operations.show(turn, row, { ...noEarlierCall, sent: turn.visit.form, faults: { of, body: [] }, status: 422 });
  }

  private async withReceiver(developerId: string, filled: FilledCall): Promise<FilledCall> {
    const { clientId } = await this.clients.forDeveloper(developerId);
    await this.receivers.make(clientId);
    const [receiver] = await this.receivers.list([clientId]);
    return { ...filled, headers: { ...filled.headers, [notificationHeader]: this.receivers.receiverUrl(receiver!.receiverId) } };
  }
}
