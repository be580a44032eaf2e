import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isUuid } from '@open-banking/http';
import { refuseAll, type Fault } from '@open-banking/messages';
import { inCode, parametersOf, type Format } from '@open-banking/spec';
import type { FastifyRequest } from 'fastify';

/** The id of nobody: whatever is not a UUID takes the same way, and the same time, as any other unknown id. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Path parameters have the form their row gives them, and are text that can be stored. */
@Injectable()
export class PathParametersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { operation } = request.bank;
    if (!operation) return true;
    const params = request.params as Record<string, string>;
    const names = parametersOf(operation.path);
    refuseAll(names.flatMap((name) => faultOf(name, params[inCode(name)] ?? '', operation.formats?.[name])));
    for (const name of names.filter((one) => /id$/i.test(one) && !operation.formats?.[one])) {
      const value = params[inCode(name)];
      params[inCode(name)] = isUuid(value) ? value.toLowerCase() : nobody;
    }
    return true;
  }
}

function faultOf(path: string, value: string, format: Format | undefined): Fault[] {
  if (format && !format.pattern.test(value)) return [{ code: 'FORMAT_ERROR', path, text: `Must be ${format.text}.` }];
  return value.includes('\0') || !value.isWellFormed() ? [{ code: 'FORMAT_ERROR', path, text: 'Must be text without U+0000.' }] : [];
}
