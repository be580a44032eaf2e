// The script of the portal's pages: a button at each block of code that copies its text. It runs in browsers; every page works without it.

/** How long a button says that its text is copied. */
const shownForMs = 2_000;

const status = document.createElement('p');
status.className = 'spoken';
status.setAttribute('role', 'status');

/** Says it to screen readers, also a second time in a row: they read out what changes. */
function announce(text: string): void {
  status.textContent = '';
  requestAnimationFrame(() => (status.textContent = text));
}

/** The clipboard of browsers is there for https and this machine only; elsewhere the selected text is copied, as by the keyboard. */
async function copy(block: HTMLElement): Promise<boolean> {
  const copied = await navigator.clipboard?.writeText(block.innerText.trimEnd()).then(
    () => true,
    () => false,
  );
  if (copied) return true;
  getSelection()?.selectAllChildren(block);
  return document.execCommand('copy');
}

function addCopyButton(block: HTMLElement): void {
  const button = document.createElement('button');
  const word = document.createTextNode('Copy');
  const name = document.createElement('span');
  name.className = 'spoken';
  name.textContent = ` ${block.getAttribute('aria-label') ?? 'this block'}`;
  button.type = 'button';
  button.className = 'copy';
  button.append(word, name);
  const copyBlock = async () => {
    const copied = await copy(block);
    announce(copied ? 'Copied' : 'The text is selected: copy it with the keyboard');
    word.textContent = copied ? 'Copied' : 'Selected';
    setTimeout(() => (word.textContent = 'Copy'), shownForMs);
  };
  button.addEventListener('click', () => void copyBlock());
  const frame = document.createElement('div');
  frame.className = 'copyable';
  block.before(frame);
  frame.append(button, block);
}

document.body.append(status);
document.querySelectorAll<HTMLElement>('main pre').forEach(addCopyButton);
