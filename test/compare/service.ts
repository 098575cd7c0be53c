/** A sandbox that stands for the services, behind a proxy that makes it differ. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { checks } from '../../compare/checks/index.ts';
import { type OtherTokens, otherTokens } from '../../compare/other-token.ts';
import type { Report } from '../../compare/report.ts';
import { run, type RunOptions } from '../../compare/run.ts';
import type { Check } from '../../compare/session.ts';
import type { Bases } from '../../src/config.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { type AlteringProxy, startAlteringProxy } from './altering-proxy.ts';

const options = { clockSpeed: 1, startingMs: 5_000, videoDelayMs: 5_000 };

interface CompareOptions extends Pick<RunOptions, 'token' | 'otherTokens' | 'signal' | 'print'> {
  /** The checks that run. Default: all, but for those of a state in which the sandbox is not. */
  readonly only: (check: Check) => boolean;
}

/** The checks that are about no state of an account or a project. */
export const isStateless = ({ needs }: Check): boolean => !(needs && otherTokens[needs].enter);

/** Tokens of the sandbox for all checks. */
const tokensBeside = (token: string): OtherTokens => ({
  second: token === 'studio-guest' ? 'studio-owner' : 'studio-guest',
  fullStorage: token,
  spentDay: token,
  readOnly: 'studio-reader',
});

/** The checks whose name contains a text. */
export const named =
  (text: string) =>
  ({ name }: Check): boolean =>
    name.includes(text);

interface Service {
  readonly sandbox: Sandbox;
  readonly proxy: AlteringProxy;
  readonly bases: Bases;
  /** Compares. */
  readonly compare: (options?: Partial<CompareOptions>) => Promise<Report>;
}

/** Resets the sandbox and removes the alterations between tests. */
export function useService(): Service {
  let sandbox: Sandbox;
  let proxy: AlteringProxy;
  beforeAll(async () => {
    sandbox = await startSandbox(options);
    proxy = await startAlteringProxy(sandbox.url);
  });
  beforeEach(() => {
    sandbox.reset(new Date());
    sandbox.setVideoDelay(options.videoDelayMs);
    sandbox.runClock();
  });
  afterEach(() => {
    proxy.alter([]);
    sandbox.clearFaults();
  });
  afterAll(async () => {
    await proxy.close();
    await sandbox.close();
  });
  const service: Service = {
    get sandbox() {
      return sandbox;
    },
    get proxy() {
      return proxy;
    },
    get bases() {
      const { video, storage, calendar } = sandbox.bases;
      const behind = (base: string): string => base.replace(sandbox.url, proxy.url);
      return { video: behind(video), storage: behind(storage), calendar: behind(calendar) };
    },
    compare: ({
      only = isStateless,
      token = 'studio-owner',
      otherTokens = tokensBeside(token),
      signal = new AbortController().signal,
      print = () => {},
    } = {}) =>
      run({
        checks: checks.filter((check) => only(check)),
        bases: service.bases,
        token,
        otherTokens,
        signal,
        print,
        retryDelayMs: 1,
      }),
  };
  return service;
}
