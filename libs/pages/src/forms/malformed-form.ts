import { maxMarks, Refusal } from '@open-banking/messages';

/** What can be wrong with a field that one of our pages sends. */
export type FormProblem = 'missing' | 'doubled' | 'tooLong' | 'unstorable' | 'unreadable' | 'notOffered';

/** One field that is wrong. `most`: how many characters it may have. */
export interface FormFault {
  readonly field: string;
  readonly problem: FormProblem;
  readonly max?: number;
}

const inTheLog = ({ problem, max }: FormFault): string =>
  ({
    missing: 'This field is required.',
    doubled: 'This field may be sent once only.',
    tooLong: `Must have at most ${max} characters.`,
    unstorable: 'Must have no U+0000.',
    unreadable: `Must have a character that is visible, and at most ${maxMarks} marks on one letter.`,
    notOffered: 'Must be a value that the page offers.',
  })[problem];

/** A form that none of our pages sends. Every wrong field is named, on the page that answers and in the log; nothing was done. */
export class MalformedForm extends Refusal {
  constructor(readonly fields: readonly FormFault[]) {
    super(fields.map((fault) => ({ code: 'FORMAT_ERROR', path: fault.field, text: inTheLog(fault) })));
  }
}
