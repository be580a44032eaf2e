import { readFileSync } from 'node:fs';

const file = new URL('./explained.json', import.meta.url);
/** A fault of an explanation; `*` stands for any part of a place. */
const isOf = (fault) => (explained) =>
  new RegExp(
    `^${explained
      .split('*')
      .map((part) => RegExp.escape(part))
      .join('.*')}$`,
  ).test(fault);
const said = ({ code, path = '' }) => `${code} ${path.replaceAll(/\/\d+(?=\/|$)/g, '/0')}`;

/** Of a request or response in a report. */
const textOf = (content) => (typeof content === 'string' ? content : Buffer.from(content.$base64, 'base64').toString());

/** What the bank answered, as faults with their places: `FORMAT_ERROR /creditorAgent`. */
function faultsIn({ response } = {}) {
  try {
    return JSON.parse(textOf(response.content)).tppMessages.map(said);
  } catch {
    return [];
  }
}

/** Whether the bank, or a service of it, could not answer at that moment. */
export const isUnavailable = ({ faults }) => faults.some((fault) => fault.startsWith('SERVICE_UNAVAILABLE'));

function findingOf(document, { name: check, status, failure_info: failureInfo }, { request, response } = {}) {
  const { operation, message, title } = failureInfo.failure;
  const { method, uri, body } = request ?? {};
  const sent = `${method} ${uri}`.slice(0, 500) + (body ? `\n${textOf(body).slice(0, 2_000)}` : '');
  return { document, check, operation, title, message, faults: faultsIn({ response }), status, sent };
}

/** Everything that a report says has failed, each once. */
export function failuresIn(document, report) {
  const found = new Map();
  for (const line of report.split('\n').filter(Boolean)) {
    const { checks = {}, interactions = {} } = JSON.parse(line).ScenarioFinished?.recorder ?? {};
    for (const [id, results] of Object.entries(checks))
      for (const failed of results.filter((result) => result.status === 'failure')) {
        const one = findingOf(document, failed, interactions[id]);
        found.set(`${one.check} ${one.operation} ${one.faults.join() || one.message}`, one);
      }
  }
  return [...found.values()];
}

/**
 * What nobody has explained, and explanations that nothing needed. An explanation is of one check; it names its operations (all: `*`) and
 * the faults that no schema tells: each fault that a request was refused for must have one. Only a run over all documents needs all.
 */
export function unexplained(found, isWhole) {
  const explanations = JSON.parse(readFileSync(file, 'utf8'));
  const needed = new Set();
  const open = found.filter(({ check, operation, faults }) => {
    const fitting = explanations.filter(
      (one) => one.check === check && (one.operations.includes('*') || one.operations.includes(operation)),
    );
    const reasons = faults.map((fault) => fitting.filter((one) => one.faults.some(isOf(fault))));
    for (const reason of reasons.flat()) needed.add(reason);
    return reasons.length === 0 || reasons.some((some) => some.length === 0);
  });
  return { open, unneeded: isWhole ? explanations.filter((one) => !needed.has(one)) : [] };
}
