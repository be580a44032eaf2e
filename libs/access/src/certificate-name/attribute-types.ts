/**
 * Attribute types of certificate names by object identifier, with the short and long names that tools print (RFC 4519, ITU-T X.520,
 * OpenSSL 3.0, Java, Windows). The first name is the one that this bank writes.
 */
const namesByOid: Readonly<Record<string, readonly string[]>> = {
  '2.5.4.3': ['CN', 'commonName'],
  '2.5.4.4': ['SN', 'surname'],
  '2.5.4.5': ['serialNumber'],
  '2.5.4.6': ['C', 'countryName'],
  '2.5.4.7': ['L', 'localityName'],
  '2.5.4.8': ['ST', 'S', 'stateOrProvinceName'],
  '2.5.4.9': ['street', 'streetAddress'],
  '2.5.4.10': ['O', 'organizationName'],
  '2.5.4.11': ['OU', 'organizationalUnitName'],
  '2.5.4.12': ['title', 'T'],
  '2.5.4.13': ['description'],
  '2.5.4.15': ['businessCategory'],
  '2.5.4.16': ['postalAddress'],
  '2.5.4.17': ['postalCode'],
  '2.5.4.18': ['postOfficeBox'],
  '2.5.4.20': ['telephoneNumber'],
  '2.5.4.41': ['name'],
  '2.5.4.42': ['GN', 'G', 'givenName'],
  '2.5.4.43': ['initials'],
  '2.5.4.44': ['generationQualifier', 'generation'],
  '2.5.4.45': ['x500UniqueIdentifier'],
  '2.5.4.46': ['dnQualifier', 'dnq'],
  '2.5.4.51': ['houseIdentifier'],
  '2.5.4.65': ['pseudonym'],
  '2.5.4.72': ['role'],
  '2.5.4.97': ['organizationIdentifier', 'OI'],
  '0.9.2342.19200300.100.1.1': ['UID', 'userId'],
  '0.9.2342.19200300.100.1.3': ['mail', 'rfc822Mailbox'],
  '0.9.2342.19200300.100.1.25': ['DC', 'domainComponent'],
  '1.2.840.113549.1.9.1': ['emailAddress', 'email', 'E'],
  '1.2.840.113549.1.9.2': ['unstructuredName'],
  '1.2.840.113549.1.9.8': ['unstructuredAddress'],
  '1.3.6.1.4.1.311.60.2.1.1': ['jurisdictionL', 'jurisdictionLocalityName'],
  '1.3.6.1.4.1.311.60.2.1.2': ['jurisdictionST', 'jurisdictionStateOrProvinceName'],
  '1.3.6.1.4.1.311.60.2.1.3': ['jurisdictionC', 'jurisdictionCountryName'],
};

const oids = new Map(Object.entries(namesByOid).flatMap(([oid, names]) => names.map((name) => [name.toUpperCase(), oid] as const)));

/** RFC 4512 §1.4: numericoid. */
const dotted = /^[0-2](?:\.(?:0|[1-9]\d*))+$/;
const keyword = /^[A-Za-z][A-Za-z0-9-]*$/;

/** The object identifier of a type that is written by name, in either case, or dotted, with or without `OID.`; undefined: unknown. */
export function attributeTypeOid(type: string): string | undefined {
  const bare = type.replace(/^oid\./i, '');
  if (dotted.test(bare)) return bare;
  return keyword.test(type) ? oids.get(type.toUpperCase()) : undefined;
}

/** The name that this bank writes for an object identifier; undefined: it has none here, and is written dotted. */
export const attributeTypeName = (oid: string): string | undefined => namesByOid[oid]?.[0];
