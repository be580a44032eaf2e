import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { canBeMade, cannotBeMadeText, isUuid, nilUuid, currentRequest } from '@open-banking/http';
import { refuseAll, type Fault } from '@open-banking/messages';
import { isReadAhead } from './read-ahead.js';
import { inCode, parametersOf, type Format, type Method } from '@open-banking/spec';

/**
 * Checks that path parameters have the format their row gives, and are text that can be stored. A malformed id is handled, and timed, like any
 * other unknown id: as that of nobody. A PUT makes something with the id of its path, so there it is refused.
 */
@Injectable()
export class PathParametersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = currentRequest(context);
    const { operation } = request.bank;
    if (!operation || isReadAhead(request.bank)) return true;
    const { method, path, formats = {} } = operation;
    const params = request.params as Record<string, string>;
    const faults: Fault[] = [];
    for (const name of parametersOf(path)) {
      const inPath = inCode(name);
      const value = params[inPath] ?? '';
      const format = formats[name];
      const text = parameterFault(value, format, method);
      if (text !== undefined) faults.push({ code: 'FORMAT_ERROR', path: name, text });
      else if (format?.kind === 'uuid') params[inPath] = isUuid(value) ? value.toLowerCase() : nilUuid;
    }
    refuseAll(faults);
    return true;
  }
}

function parameterFault(value: string, format: Format | undefined, method: Method): string | undefined {
  if (format?.kind === 'digits' && !format.pattern.test(value)) return `Must be ${format.text}.`;
  if (format?.kind === 'uuid' && method === 'PUT' && !canBeMade(value)) return cannotBeMadeText;
  return value.includes('\0') || !value.isWellFormed() ? 'Must be text without U+0000.' : undefined;
}
