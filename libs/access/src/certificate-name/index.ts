export { attributeTypeOid } from './attribute-types.js';
export { isSameName, issuerOf, subjectOf, type CertificateName } from './certificate-name.js';
export { isSameNameText, NameFault, nameOf, nameTextFault, readName } from './name-reader.js';
export { asciiNameText, escapedValue, nameText } from './name-text.js';
