/**
 * What `npm run schema` writes of the settings: `docs/settings.md` with their defaults, and the
 * options of the library.
 */
import type { Setting } from './setting.ts';
import { optionName, optionNames, settings, settingsTable } from './settings.ts';

const introduction = `# Settings

All settings are environment variables, flags (\`--max-depth=9\`; secrets are not), or lines of a file (\`--settings=gateway.env\`), read once at the start; the flag wins, then the variable. An invalid value ends the process with code 1, and the error names the setting. Those whose names end in \`_MS\` are in milliseconds. Switches are \`1\` or \`0\`. What happens beyond a limit is in [limits.md](limits.md#cost-of-an-operation) for operations, and in [shares.md](shares.md#limits) for what callers share.

Set the base URLs of all services, or none: then the gateway starts the sandbox; in production it does not start.

Node and its libraries read further variables, which the gateway does not check: \`NODE_OPTIONS\`, \`NODE_EXTRA_CA_CERTS\`, and those of the exporter of traces ([docs/observability.md](observability.md#traces)).

| setting | default | meaning |
| --- | --- | --- |`;

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

const valuesText = (values: readonly string[]): string =>
  values.length === 0 ? '' : ` Values: ${values.map(code).join(', ')}.`;

/** @returns the text of `docs/settings.md` */
export function printSettings(): string {
  const rows = settingsTable.map(
    ({ key, byDefault, about, values }) =>
      `| ${code(key)} | ${code(byDefault)} | ${about}${valuesText(values)} |`,
  );
  return `${[introduction, ...rows].join('\n')}\n`;
}

/** Settings that a gateway has not which listens on no port of its own, and has no connections. */
const ofProcess: ReadonlySet<string> = new Set([
  'HOST',
  'PORT',
  'DRAIN_DELAY_MS',
  'KEEP_ALIVE_TIMEOUT_MS',
  'HEALTH_PORT',
  'HEALTH_STALL_MS',
  'MCP_TOKEN',
  'MAX_UNSENT_BYTES',
]);

/** @returns the text of `src/library/setting-options.ts` */
export function printSettingOptions(): string {
  const options = Object.entries(settings as Readonly<Record<string, Setting<unknown>>>)
    .filter(([key]) => !ofProcess.has(key))
    .map(([key, { about, type, byDefault }]) => {
      const text = optionNames(about) + (byDefault ? ` Default: \`${byDefault}\`.` : '');
      return `${docstring(text)}\n  readonly ${optionName(key)}?: ${type} | undefined;\n`;
    });
  return `/** The settings as options of \`createStudiograph\`. \`npm run schema\` writes this file. */

/** By the names of settings in camel case; docs/settings.md has the same texts. */
export interface SettingOptions {
${options.join('')}}
`;
}

/** @returns lines of at most 100 characters */
const docstring = (text: string): string => {
  const lines = text.match(/.{1,95}(?:\s|$)/g)!.map((line) => `   * ${line.trimEnd()}`);
  return ['  /**', ...lines, '   */'].join('\n');
};
