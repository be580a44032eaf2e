import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Starts a program of this folder as a process of its own. */
export const program = (name: string): ChildProcess =>
  fork(new URL(`./${name}.js`, import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

/** What the program answers to a message. */
export async function askProgram<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const answered = new AbortController();
  const { signal } = answered;
  child.send(message);
  try {
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => {
        throw new Error('a benchmark process ended unexpectedly');
      }),
    ]);
    return answer as Answer;
  } finally {
    answered.abort();
  }
}
