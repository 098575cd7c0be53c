/** The operation as modules of TypeScript, each of which runs as it is. */
import { type CodedOperation, fileName } from './coded-operation.ts';
import { literalOf, templateLiteral, textLiteral } from './literal.ts';
import { indented } from './type-text.ts';

/** Blocks of code, with a blank line between them. */
const module = (...blocks: readonly string[]): string =>
  `${blocks.filter((block) => block !== '').join('\n\n')}\n`;

/** Where requests go, and whose they are. */
function start({ url, caller }: CodedOperation): string {
  const own = `const url = ${textLiteral(url)};`;
  if (caller !== 'token') return own;
  const hint = '// In a page: the access token of its user.';
  return `${own}\n${hint}\nconst token = process.env['ACCESS_TOKEN'];`;
}

function variables({ types, variables: given, files }: CodedOperation): string {
  const own = `const variables: ${types.variables} = ${literalOf(given)};`;
  if (files.length === 0) return own;
  const hint = '// In a page: a file of an `<input type="file">`.';
  const blobs = files.map(
    (_, index) => `const ${fileName(index)} = new Blob(['…'], { type: 'image/png' });`,
  );
  return [hint, ...blobs, '', own].join('\n');
}

/** The properties of an object in one line each, without those that are empty. */
const properties = (...all: readonly string[]): string =>
  all
    .filter((each) => each !== '')
    .map((each) => `  ${indented(each)},\n`)
    .join('');

const authorization = ({ caller }: CodedOperation): string =>
  caller === 'token' ? 'authorization: `Bearer ${token}`' : '';

const preflight = ({ files }: CodedOperation): string =>
  files.length > 0 ? "'x-preflight': '1'" : '';

const headers = (...all: readonly string[]): string => {
  const lines = properties(...all);
  return lines === '' ? '' : `headers: {\n${lines}}`;
};

export function fetchCode(operation: CodedOperation): string {
  const { kind, text, types, files, caller } = operation;
  const isStream = kind === 'subscription';
  const hasFiles = files.length > 0;
  const request = properties(
    "method: 'POST'",
    caller === 'session' ? "credentials: 'include'" : '',
    headers(
      hasFiles ? '' : "'content-type': 'application/json'",
      isStream ? "accept: 'text/event-stream'" : '',
      authorization(operation),
      preflight(operation),
    ),
    hasFiles ? 'body: form' : 'body: JSON.stringify({ query, variables })',
  );
  return module(
    start(operation),
    `const query = ${templateLiteral(text)};`,
    variables(operation),
    hasFiles ? formCode(files) : '',
    `const response = await fetch(url, {\n${request}});`,
    isStream
      ? eventsCode
      : 'const { data, errors } = (await response.json()) as Answer;\n\nconsole.dir({ data, errors }, { depth: null });',
    `interface Answer {
  readonly data?: ${types.result} | null;
  readonly errors?: readonly { readonly message: string; readonly path?: (string | number)[] }[];
}`,
    types.code,
  );
}

function formCode(files: readonly string[]): string {
  const map = Object.fromEntries(files.map((path, index) => [index, [`variables.${path}`]]));
  const parts = files.map((_, index) => `form.set('${index}', ${fileName(index)});`);
  return `const form = new FormData();
form.set(
  'operations',
  JSON.stringify({ query, variables }, (_, value) => (value instanceof Blob ? null : value)),
);
form.set('map', ${textLiteral(JSON.stringify(map))});
${parts.join('\n')}`;
}

const eventsCode = `if (!response.ok) throw new Error(await response.text());

const reader = response.body!.getReader();
const decoder = new TextDecoder();
let text = '';
for (;;) {
  const { done, value } = await reader.read();
  if (done) break;
  text += decoder.decode(value, { stream: true });
  // An empty line ends an event.
  const events = text.split('\\n\\n');
  text = events.pop()!;
  for (const event of events) {
    const json = /^data: (.+)$/m.exec(event)?.[1];
    if (json === undefined) continue;
    const { data, errors } = JSON.parse(json) as Answer;
    console.dir({ data, errors }, { depth: null });
  }
}`;

export function clientCode(operation: CodedOperation): string {
  const { kind, text, types, files, caller } = operation;
  if (files.length > 0)
    return `// studiograph/client sends no files in variables: use the code of fetch, or an upload
// session (docs/files.md), to which it uploads.
`;
  const of = `<${types.result}, ${types.variables}>(query, variables)`;
  return module(
    "// npm install studiograph\nimport { createClient } from 'studiograph/client';",
    start(operation),
    `const query = ${templateLiteral(text)};`,
    variables(operation),
    `const client = createClient({\n${properties(
      'url',
      caller === 'token' ? `headers: () => ({ ${authorization(operation)} })` : '',
      caller === 'session' ? 'session: true' : '',
    )}});`,
    kind === 'subscription'
      ? `for await (const { data, errors } of client.follow${of})\n  console.dir({ data, errors }, { depth: null });`
      : `const { data, errors } = await client.request${of};\n\nconsole.dir({ data, errors }, { depth: null });`,
    types.code,
  );
}

const socket = (operation: CodedOperation): string =>
  `createSocket({\n${properties(
    "url: url.replace(/^http/, 'ws')",
    operation.caller === 'token' ? `connectionParams: () => ({ ${authorization(operation)} })` : '',
  )}})`;

const socketImport = "import { createClient as createSocket } from 'graphql-ws';";

export function apolloCode(operation: CodedOperation): string {
  const { kind, text, types, files, caller } = operation;
  const [isStream, hasFiles] = [kind === 'subscription', files.length > 0];
  const http = `new ${hasFiles ? 'UploadHttpLink' : 'HttpLink'}({\n${properties(
    'uri: url',
    caller === 'session' ? "credentials: 'include'" : '',
    headers(authorization(operation), preflight(operation)),
  )}})`;
  const names = ['ApolloClient', 'gql', ...(isStream || hasFiles ? [] : ['HttpLink'])];
  const packages = isStream ? ' graphql-ws' : '';
  return module(
    [
      `// npm install @apollo/client graphql rxjs${packages}${hasFiles ? ' apollo-upload-client' : ''}`,
      `import { ${[...names, 'InMemoryCache'].join(', ')} } from '@apollo/client';`,
      "import type { TypedDocumentNode } from '@apollo/client';",
      isStream ? "import { GraphQLWsLink } from '@apollo/client/link/subscriptions';" : '',
      isStream ? socketImport : '',
      hasFiles ? "import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';" : '',
    ]
      .filter(Boolean)
      .join('\n'),
    start(operation),
    `const document: TypedDocumentNode<${types.result}, ${types.variables}> = gql${templateLiteral(text)};`,
    variables(operation),
    `const client = new ApolloClient({\n${properties(
      `link: ${isStream ? `new GraphQLWsLink(${socket(operation)})` : http}`,
      '// docs/frontend/apollo.md has the settings of the cache.\ncache: new InMemoryCache()',
    )}});`,
    apolloCall(kind),
    types.code,
  );
}

function apolloCall(kind: CodedOperation['kind']): string {
  if (kind === 'subscription')
    return `client
  .subscribe({ query: document, variables })
  .subscribe(({ data, error }) => console.log(data, error));`;
  const [name, key] = kind === 'query' ? ['query', 'query'] : ['mutate', 'mutation'];
  return `const { data, error } = await client.${name}({
  ${key}: document,
  variables,
  // Returns the data that arrived if one part failed.
  errorPolicy: 'all',
});

console.log(data, error);`;
}

export function urqlCode(operation: CodedOperation): string {
  const { kind, text, types, caller } = operation;
  const isStream = kind === 'subscription';
  const options = properties(
    caller === 'session' ? "credentials: 'include'" : '',
    headers(authorization(operation), preflight(operation)),
  );
  return module(
    `// npm install @urql/core
import { Client, fetchExchange, gql } from '@urql/core';`,
    start(operation),
    `const document = gql<${types.result}, ${types.variables}>${templateLiteral(text)};`,
    variables(operation),
    `// docs/frontend/urql.md has the settings of a cache.
const client = new Client({\n${properties(
      'url',
      'preferGetMethod: false',
      isStream ? 'fetchSubscriptions: true' : '',
      'exchanges: [fetchExchange]',
      options === '' ? '' : `fetchOptions: {\n${options}}`,
    )}});`,
    isStream
      ? `client
  .subscription(document, variables)
  .subscribe(({ data, error }) => console.log(data, error));`
      : `const { data, error } = await client.${kind}(document, variables).toPromise();

console.log(data, error);`,
    types.code,
  );
}
