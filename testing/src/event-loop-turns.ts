/** How many turns the event loop makes while a promise is pending: other requests of the process are served in each. */
export async function eventLoopTurnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isPending = true;
  const turn = (): void => {
    turns += 1;
    if (isPending) setImmediate(turn);
  };
  setImmediate(turn);
  await work.finally(() => (isPending = false));
  return turns;
}
