import type { BackgroundWorker, WorkerContext } from '@open-banking/commands';
import type { LoginPlace } from './login-place.js';
import type { LoginRefused } from './login-refused.js';

/** Tells the operators of sign-ins at the bank's OpenID provider that came to nothing: a line in the log, and a count. */
export class FailedLogins implements BackgroundWorker {
  private context?: Pick<WorkerContext, 'report'>;
  private count?: (labels: Readonly<Record<string, string>>) => void;

  async startWork({ report, counter }: WorkerContext): Promise<void> {
    this.context = { report };
    this.count = counter({
      name: 'openbank_failed_logins_total',
      help: "Sign-ins at the bank's OpenID provider that signed nobody in here, by what the customer was told.",
      labels: ['problem'],
    });
  }

  report(place: LoginPlace, refused: LoginRefused): void {
    const { problem } = refused;
    this.count?.({ problem });
    this.context?.report({ event: "a sign-in at the bank's OpenID provider was refused", place, problem }, refused);
  }
}
