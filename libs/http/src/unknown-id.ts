import { Refusal, type Code } from '@open-banking/messages';
import { parametersOf, type Operation } from '@open-banking/spec';

const codesOfIds: ReadonlySet<Code> = new Set<Code>(['RESOURCE_UNKNOWN', 'CONSENT_UNKNOWN']);

/** The path parameter that names the resource; undefined where two of one segment do so together, such as branch and account number. */
function idParameterOf({ path }: Pick<Operation, 'path'>): string | undefined {
  const names = parametersOf(path.split('/').findLast((segment) => segment.includes('{')) ?? '');
  return names.length === 1 ? names[0] : undefined;
}

/**
 * A refusal of an id in the path, with the parameter's name. Handlers refuse by the code alone: what the parameter is called, the row says.
 */
export function withIdParameter(refusal: Refusal, operation: Operation | undefined): Refusal {
  const path = operation?.kind === 'business' ? idParameterOf(operation) : undefined;
  if (path === undefined || !refusal.faults.some((fault) => codesOfIds.has(fault.code) && fault.path === undefined)) return refusal;
  const faults = refusal.faults.map((fault) => (codesOfIds.has(fault.code) ? { path, ...fault } : fault));
  return new Refusal(faults, refusal.detail, refusal.hints);
}
