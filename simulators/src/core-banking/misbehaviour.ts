/** How a core goes wrong on purpose. */
export const misbehaviours = ['slow', 'twice', 'late', 'lost', 'dies'] as const;
export type Misbehaviour = (typeof misbehaviours)[number];

/** The share of instructions, up to 1, that go wrong in each way. */
export type Shares = Readonly<Partial<Record<Misbehaviour, number>>>;

/** `slow:0.2,dies:0.01`. Throws where it is something else. */
export function sharesIn(text: string): Shares {
  return Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((one) => {
        const [name = '', share = ''] = one.split(':');
        if (!misbehaviours.includes(name as Misbehaviour) || !(Number(share) >= 0 && Number(share) <= 1))
          throw new Error(`"${one}" is no misbehaviour: name one of ${misbehaviours.join(', ')} and its share, such as slow:0.2`);
        return [name, Number(share)];
      }),
  );
}
