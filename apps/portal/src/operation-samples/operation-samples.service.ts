import { Injectable } from '@nestjs/common';
import { isFapi2, ServiceSettings } from '@open-banking/config';
import { BankClock } from '@open-banking/database';
import { html, type Html } from '@open-banking/pages';
import type { Operation } from '@open-banking/spec';
import { OwnValuesService, type OwnValues } from '../console/own-values.service.js';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import { documentedOperation } from '../reference/openapi-documents.js';
import type { OperationSamples } from '../reference/operation-samples.js';
import { referenceCall, type SampleValues } from '../samples/reference-call.js';
import { sampleSteps, type SampleStep } from '../samples/sample-steps.js';
import { callSamplesList, codeBlock } from '../samples/samples-section.js';
import { portalNotice } from '../visit/portal-page.js';
import type { Visit } from '../visit/portal-router.js';

/** The samples of an operation: steps that set the variables, then the call in each language. */
@Injectable()
export class OperationSamplesService implements OperationSamples {
  constructor(
    private readonly settings: ServiceSettings,
    private readonly portal: PortalSettings,
    private readonly clock: BankClock,
    private readonly own: OwnValuesService,
  ) {}

  async section(visit: Visit, row: Operation): Promise<Html> {
    const values = await this.own.valuesFor(visit, row);
    const call = this.callOf(row, values);
    const { baseUrl, sandbox } = this.settings;
    const steps = sampleSteps(row, call, {
      baseUrl,
      portalUrl: portalUrl(baseUrl, this.portal.portalHost),
      sandbox,
      client: values.client,
      callOf: (source) => this.callOf(source, {}),
    });
    return html`<h2 id="samples">As code</h2>
${row.token && isFapi2(this.settings.profile) && fapi2Notice}
${ownTokenHint(values)}
${steps.length > 0 && stepList(steps)}
${callSamplesList(call)}`;
  }

  private callOf(row: Operation, values: SampleValues) {
    const { operation, document } = documentedOperation(row.id)!;
    return referenceCall({ baseUrl: this.settings.baseUrl, today: this.clock.now(), row, operation, document, values });
  }
}

const fapi2Notice = portalNotice(
  'note',
  'This bank runs the profile FAPI 2.0, in which each call proves a key: these samples show the call without its proof.',
);

const ownTokenHint = ({ tokenOf }: OwnValues): Html | undefined =>
  tokenOf === undefined
    ? undefined
    : html`<p class="hint">The samples contain a token of your console, of <strong>${tokenOf}</strong>. It is valid for an hour at most. Keep it to yourself.</p>`;

const stepList = (
  steps: readonly SampleStep[],
): Html => html`<p>The samples read variables of your shell. Set them first, in this order:</p>
<ol>${steps.map(({ sets, says, commands }) => html`<li><p>${sets.map((name, at) => html`${at > 0 && ', '}<code>${name}</code>`)}: ${says}</p>${commands !== undefined && codeBlock(commands, `Set ${sets.join(' and ')}`)}</li>`)}</ol>`;
