/** The operation as a command of the shell. */
import { quoted } from '../plan/curl.ts';
import type { CodedOperation } from './coded-operation.ts';
import { Name } from './literal.ts';

/** @returns the command; the token is read from `ACCESS_TOKEN` when it runs */
export function curlCommand(operation: CodedOperation): string {
  const { url, caller, kind, text: query, variables, files } = operation;
  // The gateway takes null for a file that follows in the form.
  const body = JSON.stringify({ query, variables }, (_, value: unknown) =>
    value instanceof Name ? null : value,
  );
  const words = [
    `curl ${quoted(url)}`,
    ...(kind === 'subscription' ? ['--no-buffer', "--header 'Accept: text/event-stream'"] : []),
    ...(caller === 'nobody' ? [] : ['--header "Authorization: Bearer $ACCESS_TOKEN"']),
    ...(files.length > 0
      ? form(body, files)
      : ["--header 'Content-Type: application/json'", `--data ${quoted(body)}`]),
  ];
  // A shell has no cookie of the page.
  const hint = `# ACCESS_TOKEN=$(studiograph token ${quoted(url.replace(/\/graphql$/, ''))})\n`;
  return (caller === 'session' ? hint : '') + words.join(' \\\n  ');
}

/** `--form` would read a text with `;` as options. */
function form(body: string, files: readonly string[]): string[] {
  const map = Object.fromEntries(files.map((path, index) => [index, [`variables.${path}`]]));
  return [
    "--header 'X-Preflight: 1'",
    `--form-string ${quoted(`operations=${body}`)}`,
    `--form-string ${quoted(`map=${JSON.stringify(map)}`)}`,
    ...files.map((_, index) => `--form '${index}=@picture.png'`),
  ];
}
