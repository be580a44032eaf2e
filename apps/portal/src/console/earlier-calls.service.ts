import { Injectable } from '@nestjs/common';
import { html, utcTime, type Html } from '@open-banking/pages';
import { developerPages, type Operation } from '@open-banking/spec';
import { RecordedBodiesService, type RecordedExchange } from '../requests/recorded-bodies.service.js';
import { tokenVariable } from '../samples/reference-call.js';
import { portalNotice } from '../visit/portal-page.js';
import { readableBody } from './coloured-text.js';
import { ConsoleCallsService } from './console-calls.service.js';
import { customerOfBody, type ConsoleCustomer } from './console-customers.service.js';
import { ConsoleHistoryService, type RecordedCall } from './console-history.service.js';
import { approveForm } from './console-page.js';
import { approvalNames, exchangeSubject } from './created-subject.js';
import { faultsByParameter, parseBody } from './exchange-faults.js';
import { exchangeSection, type SampleToken } from './exchange-section.js';
import { filledCall, formOfCall, presentAddress, type FilledForm } from './filled-call.js';
import type { Call, Exchange } from '../gateway-calls/gateway-calls.service.js';
import { historySection } from './history-section.js';
import { nextSteps } from './next-steps.js';
import { operationParameters } from './operation-parameters.js';
import type { Turn } from './turn.js';

/** A call that was sent before, as a page shows it. */
export interface EarlierCallPage {
  readonly callId?: string;
  readonly call?: Call;
  readonly sent: FilledForm | undefined;
  readonly faults: ReturnType<typeof faultsByParameter>;
  readonly response?: Html;
  readonly notice?: Html;
  /** Status of the page. */
  readonly status?: number;
}

export const noEarlierCall: EarlierCallPage = { sent: undefined, faults: faultsByParameter('') };

/** Calls to look at and to send again: of the console's history, and of the request log. */
@Injectable()
export class EarlierCallsService {
  constructor(
    private readonly calls: ConsoleCallsService,
    private readonly recorded: ConsoleHistoryService,
    private readonly log: RecordedBodiesService,
  ) {}

  /** The call that the page's address names: `call` of the history, or `from` of the log. Undefined: none. */
  async find(turn: Turn, row: Operation, customers: readonly ConsoleCustomer[]): Promise<EarlierCallPage | undefined> {
    const { visit, developer } = turn;
    const { call: callId, from: entryId } = visit.query;
    if (entryId !== undefined) return logPage(row, await this.log.find(developer, entryId));
    if (callId === undefined) return undefined;
    const call = await this.recorded.find(developer.developerId, callId);
    return call?.operation === row.id ? this.pageOf(turn, row, call, customers) : { ...noEarlierCall, notice: notKept };
  }

  async history({ developer }: Turn, shown: string | undefined): Promise<Html | false> {
    return historySection(await this.recorded.list(developer.developerId), shown);
  }

  private async pageOf(
    turn: Turn,
    row: Operation,
    { callId, exchange, calledAt }: RecordedCall,
    customers: readonly ConsoleCustomer[],
  ): Promise<EarlierCallPage> {
    const sent = sentForm(row, exchange);
    const token = await this.tokenOf(turn, row, sent);
    const subject = exchange.status < 300 ? exchangeSubject(row, exchange, valuesOf(row, sent)) : undefined;
    const login = customerOfBody(parseBody(exchange.call.body ?? ''), customers)?.login ?? turn.visit.query['customer'] ?? '';
    return {
      callId,
      call: exchange.call,
      sent,
      faults: faultsOfCall(exchange),
      response: html`${exchangeSection(exchange, token, { next: subject && approveForm(turn.visit.csrf, row, subject.id, login, approvalNames[row.id]!) })}
<p class="soft">Sent at ${utcTime(calledAt, 'second', ' UTC')}.</p>
${subject && nextSteps(subject)}`,
    };
  }

  private async tokenOf({ developer, state }: Turn, row: Operation, sent: FilledForm): Promise<SampleToken> {
    if (!row.token) return undefined;
    return (await this.calls.tokenAgain(developer.developerId, row, state, valuesOf(row, sent))) ?? { variable: tokenVariable(row) };
  }
}

function sentForm(row: Operation, { call }: Exchange): FilledForm {
  const { origin } = new URL(call.url);
  return formOfCall(row, operationParameters(row), {
    path: call.url.slice(origin.length),
    headers: call.headers,
    ...(call.body !== undefined && { body: call.body }),
  });
}

const valuesOf = (row: Operation, sent: FilledForm) => filledCall(row, operationParameters(row), sent).values;

/** The faults that the bank has found. Where the body is not JSON, the bank names no place: it is the body. */
function faultsOfCall({ text, call: { body } }: Exchange): EarlierCallPage['faults'] {
  const faults = faultsByParameter(text);
  return body !== undefined && parseBody(body) === undefined ? { ...faults, body: ['This is not JSON.', ...faults.body] } : faults;
}

const notKept = portalNotice('note', 'This call is not kept any more: calls are kept for 24 hours, and the last 20 of them.');

/** A recorded request fills the form in. It was another client's, perhaps, whose ids the console's client does not know. */
function logPage(row: Operation, recorded: RecordedExchange | undefined): EarlierCallPage {
  if (recorded?.operation !== row.id)
    return { ...noEarlierCall, notice: portalNotice('note', 'The content of this request is not kept any more.') };
  const { path, request, response } = recorded;
  const kept = request && 'text' in request ? withoutGaps(request.text) : undefined;
  return {
    sent: formOfCall(row, operationParameters(row), {
      path,
      headers: { Accept: 'application/json', 'PSU-IP-Address': presentAddress },
      ...(kept && { body: readableBody(kept.text, 'application/json') }),
    }),
    faults: faultsByParameter(response && 'text' in response ? response.text : ''),
    notice: html`${valuesNotice(recorded)}${kept && gapsNotice(kept.missing)}`,
  };
}

function valuesNotice({ requestId, request }: RecordedExchange): Html {
  const link = html`<a href="${developerPages.showRequest.path.replace('{requestId}', requestId)}"><code>${requestId}</code></a>`;
  const bodyIsLost = request !== undefined && 'bytes' in request;
  return portalNotice(
    'note',
    html`The values are those of request ${link}. The log keeps no headers. ${bodyIsLost && 'Its body is not kept, as it is too long or not JSON: the form has an example.'}`,
  );
}

const gap = '…';
const unknownMembers = 'members that the operation does not have';

/**
 * A body of the log without the values that the log did not keep; it has `…` in their place, which the client never sent. `missing`: the
 * names of the members that had such values.
 */
function withoutGaps(text: string): { readonly text: string; readonly missing: readonly string[] } {
  const missing = new Set<string>();
  const kept = (name: string, value: unknown): unknown => {
    if (name !== gap && !(typeof value === 'string' && value.includes(gap))) return value;
    missing.add(name === gap ? unknownMembers : name);
    return undefined;
  };
  const value = JSON.parse(text, kept) as unknown;
  // Lists have holes there.
  const whole = JSON.stringify(value, (_name, one: unknown) => (Array.isArray(one) ? one.filter((entry) => entry !== undefined) : one));
  return { text: missing.size === 0 ? text : whole, missing: [...missing] };
}

const gapsNotice = (missing: readonly string[]): Html | false =>
  missing.length > 0 &&
  portalNotice(
    'alert',
    html`The log has not kept all of the body. Missing below: ${missing.map((name, at) => html`${at > 0 && ', '}${name === unknownMembers ? name : html`<code>${name}</code>`}`)}. Add them if the same request is to be sent.`,
  );
