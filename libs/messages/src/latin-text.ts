/** A set of characters that a scheme's messages may have. `says` lists them, as the end of a sentence; `others` finds any other one. */
export interface CharacterSet {
  readonly says: string;
  readonly others: RegExp;
}

/** SWIFT's character set x without line breaks, which is also the set of SEPA (EPC217-08 §1). */
export const latinCharacters: CharacterSet = {
  says: `a to z, A to Z, 0 to 9, space and / - ? : ( ) . , ' +`,
  others: /[^a-zA-Z0-9/\-?:().,'+ ]/u,
};

/** The set of names, addresses and remittance information between banks in ISO 20022 (CBPR+, HVPS+): the printable ASCII. */
export const printableCharacters: CharacterSet = { says: 'the printable characters of ASCII', others: /[^ -~]/u };

/** The first character of a text that is not in a set; undefined: all are. */
export const firstOutside = (text: string, { others }: CharacterSet): string | undefined => others.exec(text)?.[0];

/** The most characters of a name in SEPA messages. */
export const maxLatinName = 70;

/** Whether SEPA and SWIFT can carry a name. A blank one is no name. */
export const isLatinName = (name: string): boolean =>
  name.length <= maxLatinName && /\S/.test(name) && firstOutside(name, latinCharacters) === undefined;
