import { codes, pageOfCode, type Code } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';

interface BankFault {
  readonly code?: string;
  /** The name of a parameter, or a pointer into the body, such as `/instructedAmount/amount`. */
  readonly path?: string;
  readonly text?: string;
}

export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The faults of a response, in either of the two forms that the bank's errors have. */
function faultsIn(text: string): readonly BankFault[] {
  const body = (parseBody(text) ?? {}) as { readonly tppMessages?: unknown; readonly additionalErrors?: unknown };
  const faults = body.tppMessages ?? body.additionalErrors;
  return Array.isArray(faults) ? (faults as BankFault[]) : [];
}

/** The texts of a response's faults by the name of the parameter that each is about; those of the body have a pointer before their text. */
export function faultsByParameter(text: string): { of: (name: string) => readonly string[]; body: readonly string[] } {
  const faults = faultsIn(text).filter(({ path }) => path !== undefined);
  return {
    of: (name) => faults.filter(({ path }) => path!.toLowerCase() === name.toLowerCase()).map((fault) => fault.text ?? ''),
    body: faults.filter(({ path }) => path!.startsWith('/')).map((fault) => `${fault.path!}: ${fault.text ?? ''}`),
  };
}

/** The faults as the bank sent them, each with the page of its code. */
export function faultList(text: string): Html | false {
  const faults = faultsIn(text);
  if (faults.length === 0) return false;
  const code = (name = '') =>
    (name as Code) in codes ? html`<a href="${pageOfCode(name)}"><code>${name}</code></a>` : html`<code>${name}</code>`;
  return html`<ul class="faults">${faults.map(
    (fault) => html`<li>${code(fault.code)}${fault.path !== undefined && html` <code>${fault.path}</code>`}: ${fault.text}</li>`,
  )}</ul>`;
}
