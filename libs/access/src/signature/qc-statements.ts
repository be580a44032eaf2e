import 'reflect-metadata';
import type { Role } from '@open-banking/spec';
import { AsnArray, AsnConvert, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes } from '@peculiar/asn1-schema';

/** RFC 3739 §3.2.6. */
export const qcStatementsId = '1.3.6.1.5.5.7.1.3';
/** ETSI TS 119 495 §5.1 and EN 319 412-5 §4.2.3. */
const psd2Id = '0.4.0.19495.2';
const typeId = '0.4.0.1862.1.6';
const typeIds = { seal: '0.4.0.1862.1.6.2', web: '0.4.0.1862.1.6.3' } as const;

/** Roles a certificate can name. PSP_AS, account servicing, is a bank's own. */
const roleIds = {
  PSP_AS: '0.4.0.19495.1.1',
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
  PSP_IC: '0.4.0.19495.1.4',
} as const satisfies Readonly<Record<Role | 'PSP_AS', string>>;
export type CertificateRole = keyof typeof roleIds;

/** The PSD2 statement of a certificate: its holder's roles, and the authority that granted them. */
export interface Psd2 {
  readonly roles: readonly CertificateRole[];
  readonly authority: { readonly name: string; readonly id: string };
}

class RoleOfPsp {
  @AsnProp({ type: AsnPropTypes.ObjectIdentifier }) id = '';
  @AsnProp({ type: AsnPropTypes.Utf8String }) name = '';
}

class Psd2Type {
  @AsnProp({ type: RoleOfPsp, repeated: 'sequence' }) roles: RoleOfPsp[] = [];
  @AsnProp({ type: AsnPropTypes.Utf8String }) authorityName = '';
  @AsnProp({ type: AsnPropTypes.Utf8String }) authorityId = '';
}

@AsnType({ type: AsnTypeTypes.Sequence, itemType: AsnPropTypes.ObjectIdentifier })
class Types extends AsnArray<string> {}

class Statement {
  @AsnProp({ type: AsnPropTypes.ObjectIdentifier }) id = '';
  @AsnProp({ type: AsnPropTypes.Any, optional: true }) info?: ArrayBuffer;
}

@AsnType({ type: AsnTypeTypes.Sequence, itemType: Statement })
class Statements extends AsnArray<Statement> {}

/** The PSD2 statement among the qualified-certificate statements (DER); undefined where there is none. Throws on what cannot be read. */
export function psd2In(der: ArrayBuffer): Psd2 | undefined {
  const info = AsnConvert.parse(der, Statements).find(({ id }) => id === psd2Id)?.info;
  if (!info) return undefined;
  const { roles, authorityName, authorityId } = AsnConvert.parse(info, Psd2Type);
  const known = Object.entries(roleIds)
    .filter(([, id]) => roles.some((role) => role.id === id))
    .map(([name]) => name as CertificateRole);
  return { roles: known, authority: { name: authorityName, id: authorityId } };
}

/** The statements (DER) of a certificate for a seal or for TLS, with these roles. */
export function qcStatements({ roles, authority }: Psd2, use: keyof typeof typeIds): ArrayBuffer {
  const psd2 = Object.assign(new Psd2Type(), {
    roles: roles.map((name) => Object.assign(new RoleOfPsp(), { id: roleIds[name], name })),
    authorityName: authority.name,
    authorityId: authority.id,
  });
  return AsnConvert.serialize(
    new Statements([
      Object.assign(new Statement(), { id: typeId, info: AsnConvert.serialize(new Types([typeIds[use]])) }),
      Object.assign(new Statement(), { id: psd2Id, info: AsnConvert.serialize(psd2) }),
    ]),
  );
}
