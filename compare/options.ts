/** The options of `npm run compare`: the command line, and the services in the environment. */
import { parseArgs } from 'node:util';
import { type Bases, ConfigError, readConfig } from '../src/config.ts';
import { otherCredentials, type OtherTokens, otherTokens } from './other-token.ts';

export interface Options {
  /** Whether to run the checks that write. */
  readonly write: boolean;
  /** Whether to run without a question. */
  readonly yes: boolean;
  /** A part of the names of the checks that run. */
  readonly only: string;
  /** File of the report. Default: standard output. */
  readonly output?: string;
  readonly bases: Bases;
  readonly token: string;
  readonly otherTokens: OtherTokens;
}

/** The options are wrong. The message never contains a value of the environment. */
export class UsageError extends Error {}

/**
 * @param env environment variables; an empty one counts as absent
 * @throws {UsageError}
 */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options {
  const { write, yes, only, output } = parseCommandLine(args);
  return { write, yes, only, ...(output !== undefined && { output }), ...readServices(env) };
}

function parseCommandLine(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        write: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        output: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function readServices(
  env: Readonly<Record<string, string | undefined>>,
): Pick<Options, 'bases' | 'token' | 'otherTokens'> {
  const upstream = readUpstream(env);
  const token = env['ACCESS_TOKEN'];
  if (upstream === 'sandbox')
    throw new UsageError(
      'VIDEO_BASE_URL, STORAGE_BASE_URL, CALENDAR_BASE_URL are missing; expected the real services',
    );
  if (!token) throw new UsageError('ACCESS_TOKEN is missing; expected a token of the account');
  return { bases: upstream, token, otherTokens: readOtherTokens(env, token) };
}

function readOtherTokens(
  env: Readonly<Record<string, string | undefined>>,
  token: string,
): OtherTokens {
  const given = otherCredentials.flatMap((credential) => {
    const { variable } = otherTokens[credential];
    const other = env[variable];
    if (other === token)
      throw new UsageError(`${variable} is ACCESS_TOKEN; expected another token`);
    return other ? [[credential, other]] : [];
  });
  return Object.fromEntries(given) as OtherTokens;
}

function readUpstream(env: Readonly<Record<string, string | undefined>>): Bases | 'sandbox' {
  try {
    return readConfig(env).upstream;
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
