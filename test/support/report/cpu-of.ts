/** The CPU time of work in this process. Unlike elapsed time, that of other processes is none. */

interface CpuUsage<Result> {
  /** CPU time in ms, of all threads of this process. */
  readonly cpuMs: number;
  readonly result: Result;
}

/** Runs work while nothing else runs in this process. */
export async function cpuOf<Result>(
  run: () => Promise<Result> | Result,
): Promise<CpuUsage<Result>> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000, result };
}
