import { optionalGroups, type AlertChannel } from '@open-banking/commands';
import type { AlertChoice } from '@open-banking/contracts';
import { html, localeOf, notice, page, type Frame, type Html } from '@open-banking/pages';
import { backTo, leaving, pageHeaderOf, type PageHeader } from '../visit/page-header.js';

export const alertsAt = '/customer/alerts';

export interface AlertsPage extends PageHeader {
  readonly choice: AlertChoice;
  readonly channels: readonly AlertChannel[];
  readonly saved: boolean;
}

/** On the list of access, where the bank alerts its customers. */
export const alertsLink = ({ language }: Frame): Html =>
  html`<p class="leave"><a href="${alertsAt}?lang=${language}">${localeOf(language).alerts.link}</a></p>`;

/** What the customer is told, and how. */
export function alertsPage(frame: Frame, { choice, channels, saved, ...header }: AlertsPage): string {
  const { alerts } = localeOf(frame.language);
  const box = (type: string, name: string, value: string, checked: boolean, label: string): Html =>
    html`<li><label class="account"><input type="${type}" name="${name}" value="${value}" ${checked && html`checked`}><span>${label}</span></label></li>`;
  return page(
    frame,
    alerts.title,
    html`<div class="card"><h1>${alerts.title}</h1>
${pageHeaderOf(frame, 'access', header, { within: true })}
${saved && notice('done', alerts.saved)}
<p class="soft">${alerts.lead}</p>
<form method="post" action="${alertsAt}?lang=${frame.language}"><input type="hidden" name="csrf" value="${header.csrf}">
<fieldset><legend>${alerts.also}</legend><ul class="accounts">${optionalGroups.map((group) => box('checkbox', 'about', group, !choice.unwanted.includes(group), alerts.groups[group]))}</ul></fieldset>
${channels.length > 1 && html`<fieldset><legend>${alerts.by}</legend><ul class="accounts">${channels.map((channel) => box('radio', 'channel', channel, channel === choice.channel, alerts.channels[channel]))}</ul></fieldset>`}
<div class="row"><button class="main" name="step" value="save-alerts">${alerts.save}</button></div></form>
${backTo(frame, 'access')}
${leaving(frame, header.csrf)}</div>`,
  );
}
