import type { Language } from '@open-banking/pages';
import type { AppApprovals, AppState } from './app-approvals.js';
import { approvalMessage } from './approval-message.js';
import type { Authorization } from './authorization.js';
import type { Interactions, InteractionStep, ShownSelection } from './interactions.js';

/** The steps of a customer who approves in the bank's own app. */
export class AppInteractions {
  constructor(
    private readonly interactions: Interactions,
    private readonly app: AppApprovals,
  ) {}

  /** Asks the app to approve what was shown, with the accounts that were chosen. Nothing has taken effect yet. */
  async ask(authorization: Authorization, shown: ShownSelection, language: Language): Promise<InteractionStep> {
    const fit = await this.interactions.fit(authorization, shown);
    if ('show' in fit) return fit;
    const { asked, facts, about, chosen } = fit;
    const keys = chosen.map(({ key }) => key);
    const message = approvalMessage(asked, authorization.clientName, facts, chosen, language);
    const sent = await this.app.ask(this.interactions.key(authorization), asked.psuId, about, keys, message);
    return sent ? this.interactions.show(authorization) : this.interactions.again(authorization, shown.chosen, { notice: 'app-asked-out' });
  }

  /** Whether the app has answered; undefined where there is nothing (any more) that it was asked. */
  async state(authorization: Authorization): Promise<AppState | undefined> {
    const found = await this.asked(authorization);
    return found && this.app.appState(found);
  }

  /** Goes on by the app's answer, if there is one. What is approved is what was shown and what the app was asked, or nothing. */
  async goOn(authorization: Authorization): Promise<InteractionStep> {
    const found = await this.asked(authorization);
    if (!found) return this.interactions.show(authorization);
    const state = this.app.appState(found);
    if (state === 'waiting') return this.interactions.again(authorization, found.chosen, { notice: 'app-waits' });
    if (state === 'expired') return this.interactions.again(authorization, found.chosen, { notice: 'app-expired' });
    if (state === 'refused') return this.interactions.refuse(authorization);
    const fit = await this.interactions.fit(authorization, { about: found.about.toString('base64url'), chosen: found.chosen });
    return 'show' in fit ? fit : this.interactions.conclude(authorization, fit);
  }

  /** Back to the request: what the app was asked is worth nothing any more. */
  async takeBack(authorization: Authorization): Promise<InteractionStep> {
    await this.app.withdraw(this.interactions.key(authorization));
    return this.interactions.show(authorization);
  }

  private async asked(authorization: Authorization) {
    const journey = await this.interactions.journey(authorization);
    return journey && this.app.look(this.interactions.key(authorization), journey.psuId);
  }
}
