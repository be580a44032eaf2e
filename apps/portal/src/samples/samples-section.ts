import { html, type Html } from '@open-banking/pages';
import { callSamples, type SampleCall } from './call-samples.js';

/** A block of code or of text, with a name for screen readers. */
export const codeBlock = (text: string, label: string): Html => html`<pre tabindex="0" aria-label="${label}"><code>${text}</code></pre>`;

/** The samples of a call, one for each language; curl's is open. */
export const callSamplesList = (call: SampleCall): readonly Html[] =>
  callSamples(call).map(
    ({ language, text }) =>
      html`<details data-language="${language}" ${language === 'curl' && html`open`}><summary>${language}</summary>${codeBlock(text, `The call with ${language}`)}</details>`,
  );
