/**
 * What `work` resolves with, if it does so in time. Work that is late goes on, and nobody hears of its end any more.
 *
 * @throws what `work` throws, or what `late` makes after so many milliseconds.
 */
export async function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
  late: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const giveUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, giveUp]);
  } finally {
    clearTimeout(timer);
  }
}
