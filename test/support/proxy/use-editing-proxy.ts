/** An editing proxy between the gateway and a sandbox, for the tests of one file. */
import { afterAll, afterEach } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { type EditingProxy, startEditingProxy } from './editing-proxy.ts';
import type { GatewayOptions } from '../gateway/gateway.ts';
import { start } from '../gateway/sandbox.ts';

interface ProxiedSandbox {
  /** Starts sandbox and proxy, for `useStudio`. */
  readonly options: () => Promise<GatewayOptions>;
  /** The addresses of the services, for a further gateway. */
  readonly bases: () => NonNullable<GatewayOptions['bases']>;
  readonly proxy: Pick<
    EditingProxy,
    'beforeEach' | 'beforeNext' | 'edit' | 'editWrites' | 'takeField'
  >;
}

/** @param services whose calls pass the proxy. It edits nothing when a test begins. */
export function useEditingProxy(...services: readonly (keyof Sandbox['bases'])[]): ProxiedSandbox {
  let sandbox: Sandbox;
  let proxy: EditingProxy;
  afterEach(() => {
    proxy.edit(undefined);
    proxy.editWrites(undefined);
    proxy.beforeEach(undefined);
    proxy.takeField(undefined);
  });
  // Hooks after all tests run in reverse order: the gateway is closed before these.
  afterAll(async () => {
    await proxy.close();
    await sandbox.close();
  });
  const bases = (): Record<string, string> =>
    Object.fromEntries(
      services.map((name) => [name, sandbox.bases[name].replace(sandbox.url, proxy.url)]),
    );
  return {
    options: async () => {
      sandbox = await startSandbox({ now: start });
      proxy = await startEditingProxy(sandbox.url);
      return { sandbox, bases: bases() };
    },
    bases,
    proxy: {
      edit: (edit) => proxy.edit(edit),
      editWrites: (edit) => proxy.editWrites(edit),
      takeField: (name) => proxy.takeField(name),
      beforeEach: (work) => proxy.beforeEach(work),
      beforeNext: (method, work) => proxy.beforeNext(method, work),
    },
  };
}
