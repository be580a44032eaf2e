import { IsAnyObject, IsFormat, IsListOf } from '@open-banking/http/field.decorator';
import { sandboxDataInternal } from '@open-banking/spec';
import { contracts } from './contract.js';
import { Done } from './schemas.js';

const maxCustomers = 2;

const maxRows = 20_000;

/** A row of a loaded table: the type of the line and its fields (docs/load-formats.md). */
export interface SandboxLine {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export class SandboxData {
  @IsListOf(IsFormat('uuid'), { min: 1, max: maxCustomers }) readonly psuIds!: readonly string[];
  @IsListOf(IsAnyObject(), { max: maxRows }) readonly rows!: readonly SandboxLine[];
}

const maxResources = 100;

export class SandboxRelease {
  @IsListOf(IsFormat('uuid'), { min: 1, max: maxCustomers }) readonly psuIds!: readonly string[];
  /** Resources that stay theirs. */
  @IsListOf(IsFormat('uuid'), { max: maxResources }) readonly kept!: readonly string[];
}

export const sandboxDataContracts = contracts(sandboxDataInternal, {
  addSandboxData: { body: SandboxData, response: Done },
  releaseSandboxData: { body: SandboxRelease, response: Done },
});
