/** `schema/extensions.d.ts`: the types of `extensions` of responses. `npm run schema` writes it. */
import { readFileSync } from 'node:fs';
import { type Api, meteredBuckets, serviceNames } from '../api/api.ts';

const types = new URL('../trace/response-extensions.ts', import.meta.url);

/** @returns the text of `schema/extensions.d.ts`: the types that the gateway itself uses */
export function printExtensionTypes(api: Api): string {
  const buckets = meteredBuckets(api)
    .map((bucket) => `'${bucket}'`)
    .join(' | ');
  const services = serviceNames(api)
    .map((name) => `'${name}'`)
    .join(' | ');
  return readFileSync(types, 'utf8').replace(
    /^import type \{ Bucket, Service \}.*$/m,
    `\n/** The names of the enum \`QuotaBucketName\`. */\nexport type Bucket = ${buckets};\n\n/** The names of the services. */\nexport type Service = ${services};`,
  );
}
