import { Chance } from '@open-banking/simulators/chance';

/** Decides who goes next. */
export interface Turns<Name> {
  /** One of those that can go, at this step of the run. */
  next(able: readonly Name[], step: number): Name;
}

/** How often the order of the actors changes during a run of `PriorityTurns`. */
const maxChanges = 2;

/**
 * Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): the actors have an order drawn by chance, the first that can go goes, and
 * at a few steps drawn by chance the one that would go becomes the last. A race that needs d orderings among n actors and k steps is found by
 * a run with a probability of at least 1 / (n * k^(d-1)).
 */
export class PriorityTurns<Name> implements Turns<Name> {
  readonly #order: Name[];
  readonly #changes: ReadonlySet<number>;

  constructor(chance: Chance, actors: readonly Name[], steps: number) {
    this.#order = shuffled(chance, actors);
    this.#changes = new Set(Array.from({ length: maxChanges }, () => chance.between(1, steps)));
  }

  next(able: readonly Name[], step: number): Name {
    const chosen = this.#first(able);
    if (!this.#changes.has(step)) return chosen;
    this.#order.splice(this.#order.indexOf(chosen), 1);
    this.#order.push(chosen);
    return this.#first(able);
  }

  #first(able: readonly Name[]): Name {
    return this.#order.find((name) => able.includes(name))!;
  }
}

/** Anyone may go at each step. */
export class WalkTurns<Name> implements Turns<Name> {
  constructor(private readonly chance: Chance) {}

  next(able: readonly Name[]): Name {
    return this.chance.pick(able);
  }
}

/** One after the other: what a run does that has no race. */
export class SerialTurns<Name> implements Turns<Name> {
  next([first]: readonly Name[]): Name {
    return first!;
  }
}

/** The turns that a seed stands for. One run in four is a walk, which finds what takes many changes. */
export function turnsOf<Name>(seed: string, actors: readonly Name[], steps: number): Turns<Name> {
  const chance = new Chance(seed);
  return chance.happens(0.25) ? new WalkTurns(chance) : new PriorityTurns(chance, actors, steps);
}

function shuffled<Name>(chance: Chance, names: readonly Name[]): Name[] {
  const left = [...names];
  return names.map(() => left.splice(chance.between(0, left.length - 1), 1)[0]!);
}
