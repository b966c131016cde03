/** From Node, which runs the tests; core itself doesn't know it. */
declare const process: { cpuUsage(since?: object): { user: number; system: number } };

const PARTS = 16;
const TURNS = 3;

/**
 * How much more work a whole takes than sixteen parts of a sixteenth of its size: about 1 if the work is linear, 16
 * if it is quadratic. Measured by this process's CPU time, the minimum of three turns, which doesn't grow when other
 * programs keep the machine busy.
 *
 * @param units the whole's size
 * @param workOn creates an input of a size and returns the work on it
 */
export function growthOf(units: number, workOn: (units: number) => () => void): number {
  const [whole, part] = [workOn(units), workOn(Math.floor(units / PARTS))];
  const least = { whole: Number.POSITIVE_INFINITY, parts: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < TURNS; turn++) {
    least.parts = Math.min(least.parts, processorTime(part, PARTS));
    least.whole = Math.min(least.whole, processorTime(whole, 1));
  }
  return least.whole / least.parts;
}

/** In microseconds. */
function processorTime(work: () => void, times: number): number {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time++) work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
