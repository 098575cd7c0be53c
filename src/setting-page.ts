/** `docs/settings.md`: all settings with their defaults. `npm run schema` writes it. */
import { settingsTable } from './settings.ts';

const introduction = `# Settings

All settings are environment variables. The gateway reads them once, at its start. An invalid value ends the process with code 1, and the error names the setting. Settings whose names end in \`_MS\` are in milliseconds.

Set the base URLs of all services, or none: then the gateway starts the sandbox; in production it does not start.

Node and its libraries read further variables, which the gateway does not check: \`NODE_OPTIONS\`, \`NODE_EXTRA_CA_CERTS\`, and those of the exporter of traces ([docs/observability.md](observability.md#traces)).

| setting | default | meaning |
| --- | --- | --- |`;

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** @returns the text of `docs/settings.md` */
export function printSettings(): string {
  const rows = settingsTable.map(
    ({ key, byDefault, about }) => `| ${code(key)} | ${code(byDefault)} | ${about} |`,
  );
  return `${[introduction, ...rows].join('\n')}\n`;
}
