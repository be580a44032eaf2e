import { readFileSync } from 'node:fs';

const file = new URL('./explained.json', import.meta.url);
const said = ({ code, path = '' }) => `${code} ${path.replaceAll(/\/\d+(?=\/|$)/g, '/0')}`;

/** What the bank answered, as faults with their places: `FORMAT_ERROR /creditorAgent`. */
function faultsIn({ response } = {}) {
  try {
    const { content } = response;
    const text = typeof content === 'string' ? content : Buffer.from(content.$base64, 'base64').toString();
    return JSON.parse(text).tppMessages.map(said);
  } catch {
    return [];
  }
}

/** Everything that a report says has failed, each once. */
export function failuresIn(document, report) {
  const found = new Map();
  for (const line of report.split('\n').filter(Boolean)) {
    const { checks = {}, interactions = {} } = JSON.parse(line).ScenarioFinished?.recorder ?? {};
    for (const [id, results] of Object.entries(checks))
      for (const { name, status, failure_info: told } of results.filter((result) => result.status === 'failure')) {
        const { operation, message, title } = told.failure;
        const faults = faultsIn(interactions[id]);
        const { method, uri } = interactions[id]?.request ?? {};
        const one = { document, check: name, operation, title, message, faults, status, sent: `${method} ${uri}`.slice(0, 500) };
        found.set(`${name} ${operation} ${faults.join()} ${faults.length === 0 ? message : ''}`, one);
      }
  }
  return [...found.values()];
}

/**
 * What nobody has explained, and explanations that nothing needed. An explanation is of one check; it names its operations (all: `*`) and the
 * faults that no schema tells: one of them, at least, is what such a request was refused for. Only a run over all documents needs all.
 */
export function unexplained(found, isWhole) {
  const explanations = JSON.parse(readFileSync(file, 'utf8'));
  const needed = new Set();
  const isExplained = (finding) =>
    explanations.some((explanation) => {
      const { check, operations, faults } = explanation;
      const fits =
        check === finding.check &&
        (operations.includes('*') || operations.includes(finding.operation)) &&
        (faults === undefined || finding.faults.some((fault) => faults.includes(fault)));
      if (fits) needed.add(explanation);
      return fits;
    });
  const open = found.filter((finding) => !isExplained(finding));
  return { open, unneeded: isWhole ? explanations.filter((one) => !needed.has(one)) : [] };
}
