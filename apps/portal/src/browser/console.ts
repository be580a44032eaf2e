// The script of the console's pages. It runs in browsers; every page works without it.

const languageKey = 'console.language';
const scrollKey = 'console.scroll';
/** A call that takes longer than this gets a word beside its button. */
const sendingAfterMs = 1_000;

/** A browser may keep nothing for pages, and then throws. */
function remembered(storage: () => Storage, key: string): string | undefined {
  try {
    return storage().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function remember(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // The page works without.
  }
}

const local = (): Storage => localStorage;
const session = (): Storage => sessionStorage;

/** Opens the samples of the language that was opened last, and closes the others. */
function rememberLanguage(): void {
  const samples = [...document.querySelectorAll<HTMLDetailsElement>('details[data-language]')];
  const language = remembered(local, languageKey);
  if (samples.some((sample) => sample.dataset['language'] === language))
    for (const sample of samples) sample.open = sample.dataset['language'] === language;
  for (const sample of samples)
    sample.addEventListener('toggle', () => {
      if (sample.open) remember(local, languageKey, sample.dataset['language']!);
    });
}

const isWide = (): boolean => matchMedia('(min-width: 64rem)').matches;

/** At the end of the page the footer moves the response up: then the page goes back until its heading is in view. */
function restoreScroll(place: number): void {
  scrollTo(0, place);
  const pane = document.querySelector('.response');
  pane?.scrollTo(0, 0);
  scrollBy(0, Math.min(0, pane?.getBoundingClientRect().top ?? 0));
}

/** With both panes side by side the form stays where it was when its call was sent. Below each other the response comes into view. */
function keepScrollPosition(form: HTMLFormElement): void {
  const place = remembered(session, scrollKey);
  remember(session, scrollKey, '');
  if (place && isWide() && location.hash === '#answer') requestAnimationFrame(() => restoreScroll(Number(place)));
  form.addEventListener('submit', () => remember(session, scrollKey, String(scrollY)));
}

/** Says that a call is under way once it takes a while. The status element is there before, so that screen readers read out the change. */
function showProgress(form: HTMLFormElement): void {
  const status = document.createElement('span');
  status.className = 'sending';
  status.setAttribute('role', 'status');
  form.querySelector('button[value=send]')?.after(status);
  form.addEventListener('submit', () => setTimeout(() => (status.textContent = 'Sending…'), sendingAfterMs));
  // A page that comes back from the history is not sending any more.
  addEventListener('pageshow', () => (status.textContent = ''));
}

rememberLanguage();
const form = document.querySelector<HTMLFormElement>('form.call');
if (form) {
  keepScrollPosition(form);
  showProgress(form);
}
