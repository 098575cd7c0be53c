/** The command line of `studiograph`. */
import { environment } from '../config.ts';
import type { Setting } from '../setting.ts';
import { settings } from '../settings.ts';
import { type Flags, readArguments } from './arguments.ts';
import { readSettings } from './settings-file.ts';
import { UsageError } from './usage-error.ts';

/** What the commands do, by their names; the first one is the default. */
const commands = {
  serve: 'Start the gateway; on the sandbox, if no service has a base URL.',
  sandbox: 'Start the sandbox alone: a port may follow. Default: 4010.',
  mcp: 'Start the gateway for one AI agent, over standard input and output.',
  schema: 'Print the schema; with --federation, that of a subgraph.',
  check: 'Validate documents, and print their cost and scopes: files or folders follow.',
  key: 'Make, list or end access keys of programs: create, list or end follows.',
  login: 'Sign in with Google, or at the gateway whose URL follows (with /mcp: for agents).',
  token: 'Print the access token of a login: renewed, for scripts.',
  logout: 'End a login, and delete what is stored of it.',
  compare: 'Compare the services with what the gateway expects: needs base URLs and ACCESS_TOKEN.',
} as const;

export type Command = keyof typeof commands;

/** What the process is to do. */
export interface CommandLine {
  readonly command: Command;
  /** Settings: of flags, of the environment, and of a file. The first one wins. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What follows the command. */
  readonly rest: readonly string[];
  /** The command's own options, which are no settings. */
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly asksHelp: boolean;
  readonly asksVersion: boolean;
}

const table = Object.entries(settings as Readonly<Record<string, Setting<unknown>>>);

const flagOf = (key: string): string => key.toLowerCase().replaceAll('_', '-');

/** All users of a machine see the arguments of a process: secrets have no flags. */
const secretFlags = new Map(
  table.flatMap(([key, { secret }]) => (secret ? [[flagOf(key), key] as const] : [])),
);

/** The options of single commands beside the settings. */
const ownOptions: Readonly<Partial<Record<Command, Readonly<Record<string, string>>>>> = {
  check: { variables: 'Values of variables as JSON: a file.' },
  key: {
    file: 'The file with the keys, which is the setting ACCESS_KEYS of the gateway.',
    name: 'Name of the key in lists and logs.',
    'service-account': 'JSON key of a service account: a file that the gateway reads, too.',
    subject: 'Address of the user as whom the service account acts, where the domain allows it.',
    'refresh-token-env': 'Environment variable of the gateway that has a refresh token.',
    services: 'Some of youtube, drive, calendar, separated by commas.',
    access: 'read or write. Default: read.',
    operations: 'Keys of the only operations, such as storage:files.list, separated by commas.',
    budget: 'Quota units of the key by bucket: STORAGE=1000,CALENDAR=500.',
  },
  login: {
    file: 'Where logins are stored. Default: studiograph/login.json in $XDG_CONFIG_HOME.',
    services: 'Some of youtube, drive, calendar, separated by commas. Default: all.',
    access: 'read or write. Default: read.',
  },
  token: { file: 'As that of login.' },
  logout: { file: 'As that of login.' },
};

const settingFlags: Flags = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  settings: { type: 'string' },
  ...Object.fromEntries(
    table
      .filter(([, { secret }]) => !secret)
      .map(([key, { type }]) => [
        flagOf(key),
        { type: type === 'boolean' ? ('boolean' as const) : ('string' as const) },
      ]),
  ),
};

/** They take options alone. The others say themselves what they do not take. */
const withoutRest: ReadonlySet<Command> = new Set(['serve', 'mcp', 'schema']);

const isCommand = (name: string): name is Command => Object.hasOwn(commands, name);

/**
 * @param args without the program
 * @throws UsageError
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  const [first = 'serve', ...others] = args[0]?.startsWith('-') ? ['serve', ...args] : args;
  if (!isCommand(first))
    throw new UsageError(
      `${first} is no command; expected one of ${Object.keys(commands).join(', ')}`,
    );
  if (first === 'sandbox' && others.length > 1)
    throw new UsageError(`sandbox: unexpected ${others[1]}`);
  // They have flags of their own.
  if (first === 'compare' || first === 'sandbox')
    return {
      command: first,
      env: {},
      options: {},
      rest: others,
      asksHelp: isHelp(others),
      asksVersion: false,
    };
  const own = Object.keys(ownOptions[first] ?? {});
  const { values, positionals } = parse(others, own);
  const { help = false, version = false, settings: file, ...given } = values;
  if (!help && !version) checkRest(first, positionals, first !== args[0]);
  const ofFlags = Object.fromEntries(
    table.flatMap(([key]) => {
      const value = given[flagOf(key)];
      return value === undefined ? [] : [[key, typeof value === 'boolean' ? toText(value) : value]];
    }),
  ) as Record<string, string>;
  return {
    command: first,
    env: { ...environment(readSettings(file as string | undefined)), ...ofFlags },
    rest: positionals,
    options: Object.fromEntries(own.map((name) => [name, given[name] as string | undefined])),
    asksHelp: help === true,
    asksVersion: version === true,
  };
}

const isHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

const toText = (value: boolean): string => (value ? '1' : '0');

/** @param own names of the command's own options @throws UsageError */
function parse(args: readonly string[], own: readonly string[]) {
  for (const arg of args) {
    const key = secretFlags.get(/^--([a-z\d-]+)/.exec(arg)?.[1] ?? '');
    if (key !== undefined)
      throw new UsageError(
        `${key} is a secret, and others can see the arguments of a process: set it in the environment, or in the file of --settings`,
      );
  }
  return readArguments(args, {
    ...settingFlags,
    ...Object.fromEntries(own.map((name) => [name, { type: 'string' as const }])),
  });
}

/** @throws UsageError for what a command does not take, which it would ignore */
function checkRest(command: Command, [first]: readonly string[], isDefault: boolean): void {
  if (first === undefined || !withoutRest.has(command)) return;
  if (isDefault && isCommand(first))
    throw new UsageError(`The command is the first argument: studiograph ${first} …`);
  throw new UsageError(`${command}: unexpected ${first}`);
}

const withSettings: ReadonlySet<string> = new Set(['serve', 'mcp', 'check']);

/** The text of `--help`. @param first argument: the options of its command are listed */
export function helpText(first = ''): string {
  const width = 12;
  const rows = Object.entries(commands).map(([name, about]) => `  ${name.padEnd(width)}${about}`);
  return `studiograph [command] [options]: one GraphQL API over YouTube, Google Drive and Google Calendar

Commands (default: serve):
${rows.join('\n')}

Options:
  --settings=<file>   Settings: lines like PORT=4000.
  -h, --help          After a command: with its options. After serve, mcp or check: with all settings.
  -v, --version
${isCommand(first) ? optionsText(first) : ''}${withSettings.has(first) ? settingsText() : ''}
Exit codes: 0 done, 1 failed or over a limit, 2 wrong usage.`;
}

function optionsText(command: Command): string {
  const options = Object.entries(ownOptions[command] ?? {});
  if (options.length === 0) return '';
  const rows = options.map(([name, about]) => `  --${name}=…\n      ${about}`);
  return `\nOptions of ${command}:\n${rows.join('\n')}\n`;
}

function settingsText(): string {
  const options = table.map(([key, { about, byDefault, secret, type, values = ['…'] }]) => {
    const value = type === 'boolean' ? '' : `=${values.join('|')}`;
    const name = secret ? `${key} (environment or file)` : `--${flagOf(key)}${value}`;
    const text = about.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
    return `  ${name}\n      ${text}${byDefault ? ` Default: ${byDefault}.` : ''}`;
  });
  return `
Settings. Each is a flag, an environment variable (PORT for --port), or a line of the file of
--settings; the first of them wins. --no-mcp turns off what --mcp turns on.
${options.join('\n')}
`;
}
