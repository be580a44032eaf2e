import { existsSync, readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { PortalSettings } from '../portal.settings.js';

export interface SandboxCustomer {
  readonly login: string;
  readonly password: string;
  readonly name: string;
  readonly accounts: readonly {
    readonly kind: string;
    readonly currency: string;
    readonly reference: Readonly<Record<string, string>>;
  }[];
}

/** The customers of a sandbox, with whose sign-in anybody may approve. */
@Injectable()
export class SandboxCustomersService {
  private read?: readonly SandboxCustomer[];

  constructor(private readonly settings: PortalSettings) {}

  /** The demo customer is the first. */
  all(): readonly SandboxCustomer[] {
    const { demoCustomersFile } = this.settings;
    if (this.read) return this.read;
    // The demo bank may still be on its way.
    if (demoCustomersFile === undefined || !existsSync(demoCustomersFile)) return [];
    return (this.read = JSON.parse(readFileSync(demoCustomersFile, 'utf8')) as SandboxCustomer[]);
  }
}
