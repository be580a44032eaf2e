/** Something that the author of a change left out. The message is a sentence that says what to add, and is all that the command prints. */
export class CannotGenerate extends Error {}
