import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isUuid, requestOf } from '@open-banking/http';
import { refuseAll, type Fault } from '@open-banking/messages';
import { inCode, parametersOf, type Format } from '@open-banking/spec';

/** The id of nobody: a malformed id is handled, and timed, like any other unknown id. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Checks that path parameters have the format their row gives, and are text that can be stored. */
@Injectable()
export class PathParametersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    const { operation } = request.bank;
    if (!operation) return true;
    const { path, formats = {} } = operation;
    const params = request.params as Record<string, string>;
    const names = parametersOf(path);
    refuseAll(names.flatMap((name) => faultOf(name, params[inCode(name)] ?? '', formats[name])));
    for (const name of names) {
      if (formats[name]?.kind !== 'uuid') continue;
      const value = params[inCode(name)];
      params[inCode(name)] = isUuid(value) ? value.toLowerCase() : nobody;
    }
    return true;
  }
}

function faultOf(path: string, value: string, format: Format | undefined): Fault[] {
  if (format?.kind === 'digits' && !format.pattern.test(value)) return [{ code: 'FORMAT_ERROR', path, text: `Must be ${format.text}.` }];
  return value.includes('\0') || !value.isWellFormed() ? [{ code: 'FORMAT_ERROR', path, text: 'Must be text without U+0000.' }] : [];
}
