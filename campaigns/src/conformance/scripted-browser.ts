import type { Customer } from '@open-banking/installation/customers-file';

/** What the suite's own browser is told: to visit the addresses that match, and to carry out its tasks on the pages it then meets. */
interface Visit {
  readonly match: string;
  /** How many visits there are of this kind. */
  readonly 'match-limit'?: number;
  readonly tasks: readonly {
    readonly task: string;
    readonly match?: string;
    readonly optional?: true;
    readonly commands: readonly (readonly (string | number)[])[];
  }[];
}

interface Pages {
  readonly baseUrl: string;
  readonly callback: string;
  readonly customer: Pick<Customer, 'login' | 'password'>;
}

/** Seconds until a page is there. */
const timeoutSeconds = 10;

/** Signs the customer in and answers. Where the bank sends the browser back at once, with an error, both are left out. */
const answered = ({ baseUrl, callback, customer }: Pages, answer: 'approve' | 'refuse'): Visit => {
  const interaction = { match: `${baseUrl}/*/interaction/*`, optional: true } as const;
  const press = (step: string) => ['click', 'css', `button[value="${step}"]`];
  return {
    match: `${baseUrl}/*`,
    tasks: [
      {
        task: 'Sign in',
        ...interaction,
        commands: [['text', 'name', 'login', customer.login], ['text', 'name', 'password', customer.password], press('sign-in')],
      },
      { task: 'Answer', ...interaction, commands: [press(answer)] },
      { task: 'Return', match: `${callback}*`, commands: [['wait', 'id', 'submission_complete', timeoutSeconds]] },
    ],
  };
};

export const approved = (pages: Pages): readonly Visit[] => [answered(pages, 'approve')];
export const refused = (pages: Pages): readonly Visit[] => [answered(pages, 'refuse')];

/** Opens the sign-in page and leaves it; the next time it approves. */
export const openedThenApproved = (pages: Pages): readonly Visit[] => [
  { match: `${pages.baseUrl}/*`, 'match-limit': 1, tasks: [{ task: 'Open', commands: [] }] },
  ...approved(pages),
];

/** The bank shows an error page, which the suite keeps as its proof. */
export const shownAnError = ({ baseUrl }: Pages): readonly Visit[] => [
  {
    match: `${baseUrl}/*`,
    tasks: [{ task: 'Error page', commands: [['wait', 'xpath', '//h1', timeoutSeconds, '.+', 'update-image-placeholder']] }],
  },
];
