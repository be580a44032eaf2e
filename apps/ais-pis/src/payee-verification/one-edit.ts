/** Whether two different words are one edit apart: a letter more, a letter less, another letter, or two neighbours exchanged. */
export function isOneEdit(a: string, b: string): boolean {
  const start = equalAtStart(a, b);
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)];
  const end = equalAtStart(reversed(restOfA), reversed(restOfB));
  const [middleOfA, middleOfB] = [restOfA.slice(0, restOfA.length - end), restOfB.slice(0, restOfB.length - end)];
  if (middleOfA.length <= 1 && middleOfB.length <= 1) return middleOfA !== middleOfB;
  return middleOfA.length === 2 && middleOfB === reversed(middleOfA);
}

function equalAtStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

const reversed = (text: string): string => [...text].reverse().join('');
