/** What the package exports as `studiograph/sandbox`. */
import { startSandbox as start } from './sandbox.ts';
import type { SandboxOptions, StandIn } from './stand-in.ts';

export type { AddOptions } from './call/add-entity.ts';
export type { EntityName } from './call/entity-name.ts';
export type { RecordedCall, RecordedUpload } from './call/recorder.ts';
export type { Fault } from './fault.ts';
export type { SignInSettings } from './sign-in/control.ts';
export type { SandboxOptions, StandIn as Sandbox } from './stand-in.ts';

/**
 * Starts a sandbox in this process. The promise rejects if the port is not available.
 * @example A gateway on it, and a client of that, without ports of their own.
 * const sandbox = await startSandbox();
 * const gateway = await createStudiograph({ sandbox });
 * const client = createClient({ url: 'http://gateway/graphql', fetch: gateway.fetch });
 */
export const startSandbox: (options?: SandboxOptions) => Promise<StandIn> = start;
