import { IsFormat, IsNested, IsOneOf, IsText, Optional } from '@open-banking/http';
import { logoStatuses, type LogoStatus } from '@open-banking/ais-pis-directory';

const base64Characters = 400_000;

/** A logo as the portal has encoded it. */
export class LogoProposal {
  @IsText({ min: 1, max: base64Characters }) readonly png!: string;
}

/** The last logo of a page. */
export class LogosAfter {
  @IsFormat('date-time') readonly proposedAt!: string;
  @IsText({ max: 100 }) readonly clientId!: string;
  @IsText({ max: 64 }) readonly logo!: string;
}

/** Logos to list. Default: those that wait. */
export class LogosQuery {
  @Optional() @IsOneOf(...logoStatuses) readonly status?: LogoStatus;
  /** `next` of the page before. */
  @Optional() @IsNested(() => LogosAfter) readonly after?: LogosAfter;
}

/** `next`: there are more, after this one. */
export interface LogoPage {
  readonly logos: readonly ListedLogo[];
  readonly next?: LogosAfter;
}

/** Why a logo is refused, for its developer. */
export class LogoRefusal {
  @IsText({ min: 1, max: 200, notBlank: true }) readonly reason!: string;
}

/** A logo as its developer sees it. */
export interface OwnLogo {
  readonly logo: string;
  readonly status: LogoStatus;
  readonly proposedAt: string;
  readonly reason?: string;
  /** In base64. */
  readonly png: string;
}

/** A logo as operators list it. */
export interface ListedLogo extends Omit<OwnLogo, 'png'> {
  readonly clientId: string;
  readonly clientName: string;
  readonly decidedAt?: string;
  readonly decidedBy?: string;
}
