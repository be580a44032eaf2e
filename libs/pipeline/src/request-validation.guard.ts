import { ServiceSettings } from '@open-banking/config';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { BankClock } from '@open-banking/database';
import {
  csvForm,
  headerFaults,
  jsonBody,
  negotiateMediaType,
  notAcceptable,
  queryFaults,
  type BankDay,
  type CsvForm,
  type Shapes,
  type StatementFormat,
  currentRequest,
} from '@open-banking/http';
import { faultsOf, monthsAfter, refuseAll, withContradictions, type Fault } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { isReadAhead } from './read-ahead.js';

const json = ['application/json'];
const noQuery = Type.Object({}, { additionalProperties: false });

/** Validates headers, query and body against the schemas of the operation, and reports all faults of a request together. */
@Injectable()
export class RequestValidationGuard implements CanActivate {
  private known?: BankDay;

  constructor(
    private readonly clock: BankClock,
    private readonly settings: ServiceSettings,
    private readonly modules: ModuleRef,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = currentRequest(context);
    const { operation } = request.bank;
    const shapes = request.routeOptions.config.shapes;
    if (!operation || !shapes || isReadAhead(request.bank)) return true;
    return operation.kind === 'oauth' ? ofOauth(operation, request) : this.ofInterface(operation, shapes, request);
  }

  private ofInterface(operation: Operation, shapes: Shapes, request: FastifyRequest): true {
    const { requestIdFault, repeatedHeaders, faults: earlier = [] } = request.bank;
    const produces = shapes.produces ? [...json, ...shapes.produces] : json;
    const format = negotiateMediaType(request.headers.accept, produces);
    if (!format) throw notAcceptable(produces);
    const csv = format === 'text/csv' ? csvForm(request.headers.accept) : undefined;
    // The metadata operations are read by OAuth libraries, which know nothing of X-Request-ID.
    const idFaults = requestIdFault && operation.kind === 'business' ? [requestIdFault] : [];
    refuseAll([
      ...earlier,
      ...idFaults,
      ...headerFaults(request.headers, repeatedHeaders),
      ...this.query(shapes, request),
      ...this.body(shapes, request),
    ]);
    if (format !== produces[0]) this.answerIn(format as StatementFormat, csv, request);
    return true;
  }

  /** The same principal again where the answer was looked up ahead for it. */
  private answerIn(format: StatementFormat, csv: CsvForm | undefined, { bank }: FastifyRequest): void {
    if (bank.principal && bank.principal.format !== format) bank.principal = { ...bank.principal, format, ...(csv && { csv }) };
  }

  private query({ query = noQuery, queryFaults: rules }: Shapes, request: FastifyRequest): Fault[] {
    return [
      ...queryFaults(request.query),
      ...faultsOf(query, request.query, 'query'),
      ...(rules?.(request.query as never, this.day()) ?? []),
    ];
  }

  private body(shapes: Shapes, request: FastifyRequest): readonly Fault[] {
    if (!shapes.body) return [];
    const { value, faults } = jsonBody(request.headers['content-type'], request.bank.rawBody, request.headers['content-encoding']);
    request.body = value;
    return faults.length > 0 ? faults : this.bodyFaults(shapes, value as never, request.params as never);
  }

  private bodyFaults({ body, consistency }: Shapes, value: never, params: never): readonly Fault[] {
    const misformed = faultsOf(body!, value).map(ofWhole);
    if (!consistency) return misformed;
    return withContradictions(misformed, () =>
      typeof consistency === 'function'
        ? consistency(value, this.day(), misformed, params)
        : consistency.faults(value, this.day(), misformed, params, this.modules.get<never>(consistency.given, { strict: false })),
    );
  }

  private day(): BankDay {
    const today = this.clock.today();
    if (today !== this.known?.today) this.known = { today, earliest: monthsAfter(today, -this.settings.historyMonths) };
    return this.known;
  }
}

/**
 * RFC 6749 §3.1: what an OAuth endpoint does not know it ignores. A write knows X-Request-ID where it is sent, because under another one,
 * made up here, a request that is sent again would be another request.
 */
function ofOauth({ limits }: Operation, { headers, bank: { requestIdFault } }: FastifyRequest): true {
  if (limits === 'write' && requestIdFault && headers['x-request-id'] !== undefined) refuseAll([requestIdFault]);
  return true;
}

/** What is wrong with the body as a whole has no path: its text says of what it speaks. */
const ofWhole = (fault: Fault): Fault =>
  fault.path === undefined ? { ...fault, text: fault.text!.replace(/^Must /, 'The body must ') } : fault;
