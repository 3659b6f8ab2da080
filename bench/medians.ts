/** The middle of the numbers; of an even count, the upper one. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
