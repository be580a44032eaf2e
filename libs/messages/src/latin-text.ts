/** A set of characters that a scheme's messages may have: `is` tests one character, `says` lists all, as the end of a sentence. */
export interface CharacterSet {
  readonly says: string;
  readonly is: (character: string) => boolean;
}

const characterSet = (says: string, pattern: RegExp): CharacterSet => ({ says, is: (character) => pattern.test(character) });

/** SWIFT's character set x without line breaks, which is also the set of SEPA (EPC217-08 §1). */
export const latinCharacters = characterSet(`a to z, A to Z, 0 to 9, space and / - ? : ( ) . , ' +`, /^[a-zA-Z0-9/\-?:().,'+ ]$/);

/** The set of names, addresses and remittance information between banks in ISO 20022 (CBPR+, HVPS+): the printable ASCII. */
export const printableCharacters = characterSet('the printable characters of ASCII', /^[ -~]$/);

/** The first character of a text that is not in a set; undefined: all are. */
export const firstOutside = (text: string, { is }: CharacterSet): string | undefined => [...text].find((character) => !is(character));

/** The most characters of a name in SEPA messages. */
export const maxLatinName = 70;

/** Whether SEPA and SWIFT can carry a name. A blank one is no name. */
export const isLatinName = (name: string): boolean =>
  name.length <= maxLatinName && /\S/.test(name) && firstOutside(name, latinCharacters) === undefined;
