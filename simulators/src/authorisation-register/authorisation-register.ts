import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { freePorts } from '@open-banking/installation/ports';

/** A register's entry for an organization. */
export interface Authorisation {
  readonly status: 'authorised' | 'withdrawn';
  readonly roles: readonly string[];
}

/** The reference implementation of docs/ports/authorisation-register.json: a register of third parties on the loopback interface. It is down until `open` is called. */
export class AuthorisationRegister {
  readonly #entries = new Map<string, Authorisation & { readonly asOf: string }>();
  #server?: Server;

  private constructor(private readonly port: number) {}

  static async at(): Promise<AuthorisationRegister> {
    const [port] = await freePorts([undefined]);
    return new AuthorisationRegister(port!);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  enter(organization: string, authorisation: Authorisation): void {
    this.#entries.set(organization, { ...authorisation, asOf: new Date().toISOString() });
  }

  strike(organization: string): void {
    this.#entries.delete(organization);
  }

  async open(): Promise<this> {
    this.#server = createServer(({ method, url = '' }, response) => {
      const [, encoded] = /^\/third-parties\/([^/?]+)$/.exec(url) ?? [];
      const organization = method === 'GET' && encoded !== undefined ? decoded(encoded) : undefined;
      if (organization === undefined) answer(response, 400, { error: 'use GET /third-parties/{organizationIdentifier}' });
      else this.#answerEntry(response, organization);
    });
    await once(this.#server.listen(this.port, '127.0.0.1'), 'listening');
    return this;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  #answerEntry(response: ServerResponse, organization: string): void {
    const entry = this.#entries.get(organization);
    if (entry) answer(response, 200, { organization, ...entry });
    else answer(response, 404, { organization, status: 'unregistered' });
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const answer = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
