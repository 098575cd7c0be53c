/** The sandbox of a gateway that is configured without services. */
import type { Config } from './config.ts';

/**
 * The sandbox always listens on the loopback interface: only the gateway connects to it. Its clock
 * runs at the speed of real time.
 */
export async function startOwnSandbox({ UPSTREAM_API_KEY }: Pick<Config, 'UPSTREAM_API_KEY'>) {
  const [{ startSandbox }, { apiKey }] = await Promise.all([
    import('./sandbox/sandbox.ts'),
    import('./sandbox/user.ts'),
  ]);
  return {
    ...(await startSandbox({ clockSpeed: 1, startingMs: 5_000, videoDelayMs: 5_000 })),
    apiKey: UPSTREAM_API_KEY ?? apiKey,
  };
}
