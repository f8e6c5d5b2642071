/** Divides work that arrives at once among turns of the event loop, so that other events are served in between. */

/**
 * @param most number of values that are passed on in one turn.
 * @returns a function that passes its values on, in their order: at once while fewer than `most` came in this turn.
 */
export function passOnInTurns<T>(passOn: (value: T) => void, most: number): (value: T) => void {
  const left: T[] = [];
  let count = 0;
  function pass(value: T): void {
    if (count++ === 0) setImmediate(nextTurn);
    passOn(value);
  }
  function nextTurn(): void {
    count = 0;
    for (const value of left.splice(0, most)) pass(value);
  }
  return (value) => {
    if (count < most && left.length === 0) pass(value);
    else left.push(value);
  };
}
