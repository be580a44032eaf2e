import { IsFormat, IsNested, IsOneOf, IsText, Optional } from '@open-banking/http/field.decorator';
import Type from 'typebox';
import type { Shape } from './contract.js';
import { oneOf } from './schemas.js';

export const logoStatuses = ['proposed', 'approved', 'refused'] as const;
export type LogoStatus = (typeof logoStatuses)[number];

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

/** Why a logo is refused, for its developer. */
export class LogoRefusal {
  @IsText({ min: 1, max: 200, notBlank: true }) readonly reason!: string;
}

/** A logo as operators list it. */
export const ListedLogo = Type.Object({
  clientId: Type.String(),
  clientName: Type.String(),
  decidedAt: Type.Optional(Type.String()),
  decidedBy: Type.Optional(Type.String()),
  status: oneOf(...logoStatuses),
  reason: Type.Optional(Type.String()),
  logo: Type.String(),
  proposedAt: Type.String(),
});
export type ListedLogo = Shape<typeof ListedLogo>;

/** `next`: there are more, after this one. */
export const LogoPage = Type.Object({
  logos: Type.Array(ListedLogo),
  next: Type.Optional(Type.Object({ proposedAt: Type.String(), clientId: Type.String(), logo: Type.String() })),
});
export type LogoPage = Shape<typeof LogoPage>;

export const clientLogosMessages = {
  listClientLogos: { body: LogosQuery, response: LogoPage },
  readClientLogo: {
    response: Type.Object({
      png: Type.String(),
    }),
  },
  approveClientLogo: {},
  refuseClientLogo: { body: LogoRefusal },
} as const;
