/** `schema/extensions.d.ts`: the types of `extensions` of responses. `npm run schema` writes it. */
import { readFileSync } from 'node:fs';
import { type Api, meteredBuckets, serviceNames } from '../api/api.ts';

const types = new URL('../trace/response-extensions.ts', import.meta.url);

/** @returns the text of `schema/extensions.d.ts`: the types that the gateway itself uses */
export function printExtensionTypes(api: Api): string {
  const buckets = unionType('Bucket', meteredBuckets(api));
  const services = unionType('Service', serviceNames(api));
  return readFileSync(types, 'utf8').replace(
    /^import type \{ Bucket, Service \}.*$/m,
    `\n/** The names of the enum \`QuotaBucketName\`. */\n${buckets}\n\n/** The names of the services. */\n${services}`,
  );
}

/** The type of any of some texts, in the form of the formatter. */
function unionType(name: string, values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  const line = `export type ${name} = ${quoted.join(' | ')};`;
  return line.length <= 100 ? line : `export type ${name} =\n  | ${quoted.join('\n  | ')};`;
}
