/**
 * What some work comes to, and the processor time that this process spent on it, in ms: other programs on a busy
 * machine add nothing to that.
 */
export async function withProcessorTime<T>(
  work: () => T | Promise<T>,
): Promise<{ result: T; processorMs: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, processorMs: (user + system) / 1000 };
}
