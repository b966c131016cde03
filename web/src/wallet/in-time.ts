/** Rejects with `late` if the promise takes longer than `ms`. */
export async function inTime<T>(promise: Promise<T>, { ms, late }: { ms: number; late: Error }): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
