import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isUuid, requestOf } from '@open-banking/http';
import { refuseAll, type Fault } from '@open-banking/messages';
import { inCode, parametersOf, type Format } from '@open-banking/spec';

/** The id of nobody: a malformed id, and one that a token is not for, is handled, and timed, like any other unknown id. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/** Checks that path parameters have the format their row gives, and are text that can be stored. */
@Injectable()
export class PathParametersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    const { operation } = request.bank;
    if (!operation) return true;
    const { path, formats = {} } = operation;
    const params = request.params as Record<string, string>;
    const faults: Fault[] = [];
    for (const name of parametersOf(path)) {
      const inPath = inCode(name);
      const value = params[inPath] ?? '';
      const format = formats[name];
      const text = faultOf(value, format);
      if (text !== undefined) faults.push({ code: 'FORMAT_ERROR', path: name, text });
      else if (format?.kind === 'uuid') params[inPath] = isUuid(value) ? value.toLowerCase() : nobody;
    }
    refuseAll(faults);
    return true;
  }
}

function faultOf(value: string, format: Format | undefined): string | undefined {
  if (format?.kind === 'digits' && !format.pattern.test(value)) return `Must be ${format.text}.`;
  return value.includes('\0') || !value.isWellFormed() ? 'Must be text without U+0000.' : undefined;
}
