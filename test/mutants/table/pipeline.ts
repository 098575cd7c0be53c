/** Faults of the pipeline of operations, and faults that only one path of a request can have. */
import type { Fault } from '../mutant.ts';

export const pipelineMutants: readonly Fault[] = [
  {
    name: 'rules-of-plugins-are-ignored',
    file: 'src/server/pipeline/operation-phases.ts',
    text: 'phases.validate(document, rules?.filter(isExtra)),',
    replacement: 'phases.validate(document),',
    breaks: 'A rule of validation that a plugin adds has no effect.',
    tests: ['test/server/pipeline/plugins.test.ts'],
  },
  {
    name: 'plain-posts-miss-plugins-for-http',
    file: 'src/server/pipeline/pipeline.ts',
    text: 'this.needsYoga = this.#getEnveloped?._plugins.some(hasOtherHooks) ?? false;',
    replacement: 'this.needsYoga = false;',
    breaks: 'A plugin that looks at parameters or responses sees no plain POST.',
    tests: ['test/server/pipeline/plugins.test.ts'],
  },
  {
    name: 'plugins-see-no-plain-post',
    file: 'src/server/pipeline/pipeline.ts',
    text: 'extra.length === 0 ? undefined : envelopedBy(schema, this.plugins);',
    replacement: 'extra.length >= 0 ? undefined : envelopedBy(schema, this.plugins);',
    breaks: 'A plugin has no effect on plain POSTs and WebSockets.',
    tests: ['test/server/pipeline/plugins.test.ts'],
  },
  {
    name: 'errors-of-yoga-as-they-are',
    file: 'src/server/pipeline/yoga.ts',
    text: '      useResultFormat(formatResult, decideCaching),\n',
    breaks: 'Errors of GETs and forms have messages of the executor, and no request id.',
    tests: ['test/server/pipeline/graphql-handler.test.ts'],
  },
  {
    name: 'responses-of-yoga-without-own-headers',
    file: 'src/server/pipeline/graphql-handler.ts',
    text: '    setHeaders(request);\n    await serve(',
    replacement: '    await serve(',
    breaks: 'Responses to GETs and forms have no request id, and no headers for other origins.',
  },
  {
    name: 'responses-of-yoga-as-they-are',
    file: 'src/server/pipeline/yoga.ts',
    text: '      useResponseEncoding(encoding),\n',
    breaks: 'Responses to GETs and forms are not compressed.',
    tests: ['test/server/response/compression.test.ts'],
  },
  {
    name: 'operations-of-yoga-without-a-place',
    file: 'src/server/limits/operation-place.ts',
    text: 'const refusal = this.take() ?? (await this.begin(request));',
    replacement: 'const refusal = await this.begin(request);',
    breaks: 'Operations of GETs, forms and WebSockets take no places, and are never too many.',
    tests: ['test/server/gateway/gateway.test.ts'],
  },
];
