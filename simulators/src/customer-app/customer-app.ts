import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppAlerts, type AppAlert } from './app-alerts.js';
import { AppAnswers } from './app-answers.js';
import { appPage, appPolicy } from './app-page.js';
import { AppRequests, type AppRequest } from './app-requests.js';
import { BankSignature } from './bank-signature.js';

const maxBytes = 256 * 1_024;

/** The played app of a bank's customers: where its page is, and what the bank's services are told of it. */
export interface CustomerApp {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  /** From then on it takes requests of this bank. */
  connect(bankUrl: string): void;
  stop(): Promise<void>;
}

/**
 * Plays the app that customers of a real bank have on their telephones (docs/ports/approval-app.json, customer-alerts.json): it takes the
 * bank's signed requests and alerts, shows them on a page, and sends signed answers. It listens on the loopback interface alone. `folder` gets its public key.
 */
export async function startCustomerApp(folder: string): Promise<CustomerApp> {
  const answers = new AppAnswers(folder);
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const routes = new AppRoutes(url, answers);
  server.on('request', (request, response) => {
    routes.handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return {
    url,
    settings: {
      APPROVAL_APP_URL: routes.approvalsAt,
      APPROVAL_APP_KEYS_FILE: answers.keysFile,
      APPROVAL_APP_PAGE: `${url}/`,
      CUSTOMER_ALERTS_URL: routes.alertsAt,
      CUSTOMER_ALERT_CHANNELS: 'app,email',
    },
    connect: (bankUrl) => {
      routes.bank = new BankSignature(bankUrl);
    },
    stop: async () => {
      answers.stop();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

class AppRoutes {
  readonly approvalsAt: string;
  readonly alertsAt: string;
  /** Undefined until there is one: nothing is taken before. */
  bank: BankSignature | undefined;
  readonly #requests = new AppRequests();
  readonly #alerts = new AppAlerts();

  constructor(
    private readonly url: string,
    private readonly answers: AppAnswers,
  ) {
    this.approvalsAt = `${url}/approvals`;
    this.alertsAt = `${url}/alerts`;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, this.url);
    switch (`${request.method} ${pathname}`) {
      case 'GET /':
        return this.show(searchParams.get('approval'), response);
      case 'POST /approvals':
        return this.take(this.approvalsAt, request, response, (asked) => {
          this.#requests.add(asked as AppRequest);
        });
      case 'POST /alerts':
        return this.take(this.alertsAt, request, response, (alert) => {
          this.#alerts.add(alert as AppAlert);
        });
      case 'POST /answers':
        return this.decide(new URLSearchParams((await readBody(request)).toString()), request, response);
      default:
        response.writeHead(404).end();
    }
  }

  private show(approvalId: string | null, response: ServerResponse): void {
    const one = this.#requests.find(approvalId);
    response.writeHead(200, appPolicy).end(appPage(one ? [one] : this.#requests.all, this.#alerts.all, one !== undefined));
  }

  private async take(address: string, request: IncomingMessage, response: ServerResponse, keep: (message: object) => void): Promise<void> {
    const body = await readBody(request);
    if (!this.bank) return void response.writeHead(503).end();
    try {
      await this.bank.verify(body, request.headers['x-jws-signature'], address);
    } catch {
      return void response.writeHead(401).end();
    }
    keep(JSON.parse(body.toString()) as object);
    response.writeHead(204).end();
  }

  private async decide(form: URLSearchParams, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [request, step] = [this.#requests.find(form.get('approvalId')), form.get('step')];
    // Pages of other origins cannot press its buttons. (`Origin` is null: the policy of its pages allows no referrer.)
    const site = headers['sec-fetch-site'];
    if ((site !== undefined && site !== 'same-origin') || !request || (step !== 'approve' && step !== 'refuse'))
      return void response.writeHead(400).end();
    await this.answers.send(request, step === 'approve' ? 'approved' : 'refused');
    response.writeHead(303, { location: `/?approval=${request.asked.approvalId}` }).end();
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    if ((bytes += part.length) > maxBytes) throw new Error('the body is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
