import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isUuid } from '@open-banking/http';
import { refuseAll, type Fault } from '@open-banking/messages';
import { inCode, parametersOf } from '@open-banking/spec';
import type { FastifyRequest } from 'fastify';

/** The id of nobody: whatever is not a UUID takes the same way, and the same time, as any other unknown id. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Path parameters have the form their row gives them, and are text that can be stored. */
@Injectable()
export class Formats implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { operation } = request.bank;
    if (!operation) return true;
    const params = request.params as Record<string, string>;
    const faults: Fault[] = [];
    for (const name of parametersOf(operation.path)) {
      const value = params[inCode(name)] ?? '';
      const format = operation.formats?.[name];
      if (format && !format.pattern.test(value)) faults.push({ code: 'FORMAT_ERROR', path: name, text: `Must be ${format.text}.` });
      else if (value.includes('\0') || !value.isWellFormed()) faults.push({ code: 'FORMAT_ERROR', path: name, text: 'Must be text without U+0000.' });
      else if (!format && /id$/i.test(name)) params[inCode(name)] = isUuid(value) ? value.toLowerCase() : nobody;
    }
    refuseAll(faults);
    return true;
  }
}
