import { Injectable } from '@nestjs/common';
import { outgoingFetch } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { PortalSettings } from '../portal.settings.js';

const timeoutMs = 10_000;

/** The content of a certificate to be issued. `seconds`: how long it is valid; less than 0: until that long ago. */
export interface CertificateWish {
  readonly use: 'web' | 'seal';
  /** PEM: a certificate signing request or a public key. */
  readonly request: string;
  readonly name: string;
  readonly organization: string;
  readonly roles: readonly string[];
  readonly seconds: number;
}

/** The fault of a request, for display on the page. */
export class UnusableRequest extends Error {}

/** The sandbox's authority. Its key is in another process, which signs: this one only asks. */
@Injectable()
export class CertificateSignerService {
  constructor(private readonly settings: PortalSettings) {}

  get isOpen(): boolean {
    return this.settings.certificateSignerUrl !== undefined;
  }

  /** PEM: what clients of this sandbox trust. */
  async authority(): Promise<string> {
    return (await this.ask<{ certificates: string }>('GET', '/authority')).certificates;
  }

  /** PEM. Throws UnusableRequest. */
  async issue(wish: CertificateWish): Promise<string> {
    return (await this.ask<{ certificate: string }>('POST', '/certificates', wish)).certificate;
  }

  async revoke(serialNumber: string): Promise<void> {
    await this.ask('POST', '/revocations', { serialNumber });
  }

  private async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const { certificateSignerUrl: url = '', certificateSignerToken: token = '' } = this.settings;
    const answer = await outgoingFetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new Refusal('SERVICE_UNAVAILABLE', `the certificate signer does not answer: ${String(error)}`, { retryAfterSeconds: 1 });
    });
    const reply = (await answer.json()) as T & { readonly fault?: string };
    if (answer.status === 422) throw new UnusableRequest(reply.fault);
    if (!answer.ok) throw new Refusal('SERVICE_UNAVAILABLE', `the certificate signer answered ${answer.status}`, { retryAfterSeconds: 1 });
    return reply;
  }
}
