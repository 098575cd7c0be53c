/** Who may import whom in `src`, and which things have a single door: read from the syntax tree, so that no spelling of an import escapes. */
import { dirname, join, normalize } from 'node:path/posix';
import { parseAstAsync } from 'vitest/node';

/** What one file says of others. */
export interface Facts {
  /** Everything it imports or re-exports, types included; undefined for an `import()` whose address is computed. */
  readonly imports: readonly (string | undefined)[];
  /** Those of them that are still there when it runs. */
  readonly valueImports: readonly (string | undefined)[];
  /** Relative addresses that it makes from its own place, `new URL('../x', import.meta.url)`. */
  readonly addresses: readonly string[];
  readonly readsEnvironment: boolean;
  readonly makesGraphQLError: boolean;
}

interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value;

export async function factsOf(source: string): Promise<Facts> {
  const nodes = [
    ...everyNode((await parseAstAsync(source, { lang: 'ts' })) as unknown as SyntaxNode),
  ];
  return {
    imports: nodes.flatMap(importedBy),
    valueImports: nodes.filter((node) => !forTypes(node)).flatMap(importedBy),
    addresses: nodes.flatMap(({ type, callee, arguments: args }) => {
      const [first] = (args ?? []) as readonly SyntaxNode[];
      const text =
        type === 'NewExpression' && nameOf(callee) === 'URL' ? literal(first) : undefined;
      return text !== undefined && /^\.\.?\//.test(text) ? [text] : [];
    }),
    readsEnvironment: nodes.some(readsEnvironment),
    makesGraphQLError: nodes.some(makesGraphQLError),
  };
}

function* everyNode(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) yield* everyNode(child);
}

const sources = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function importedBy({
  type,
  source,
  callee,
  arguments: args,
  expression,
}: SyntaxNode): (string | undefined)[] {
  if (sources.has(type)) return source === null ? [] : [literal(source)];
  if (type === 'TSExternalModuleReference') return [literal(expression)];
  return type === 'CallExpression' && nameOf(callee) === 'require'
    ? [literal((args as readonly unknown[])[0])]
    : [];
}

/** An import of nothing but inline `type`s stays, as `import {}`: only these vanish. */
const forTypes = ({ type, importKind, exportKind }: SyntaxNode): boolean =>
  type === 'TSImportType' || importKind === 'type' || exportKind === 'type';

const literal = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string'
    ? node['value']
    : undefined;

/** Of `name`, and of the last step of `a.name` and `a['name']`. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return node['name'] as string;
  return node.type === 'MemberExpression'
    ? (literal(node['property']) ?? nameOf(node['property']))
    : undefined;
}

function readsEnvironment(node: SyntaxNode): boolean {
  const { type, object, init, id, source, specifiers } = node;
  if (type === 'MemberExpression')
    return nameOf(node) === 'env' && (nameOf(object) === 'process' || isMeta(object));
  const named = (list: unknown, key: string): boolean =>
    (list as readonly SyntaxNode[]).some((each) => nameOf(each[key]) === 'env');
  if (
    type === 'VariableDeclarator' &&
    nameOf(init) === 'process' &&
    isNode(id) &&
    id.type === 'ObjectPattern'
  )
    return named(id['properties'], 'key');
  return (
    type === 'ImportDeclaration' &&
    /^(node:)?process$/.test(literal(source) ?? '') &&
    named(specifiers, 'imported')
  );
}

const isMeta = (node: unknown): boolean => isNode(node) && node.type === 'MetaProperty';

function makesGraphQLError({ type, callee, superClass, imported, local }: SyntaxNode): boolean {
  if (type === 'NewExpression') return nameOf(callee) === 'GraphQLError';
  if (type === 'ImportSpecifier' && nameOf(imported) === 'GraphQLError')
    return nameOf(local) !== 'GraphQLError';
  return (
    (type === 'CallExpression' && nameOf(callee) === 'createGraphQLError') ||
    nameOf(superClass) === 'GraphQLError'
  );
}

/** From the top: each may import those that stand after it, and itself. */
const layers = ['server', 'graph', 'data', 'upstream'];

/** These put the layers together. */
const joints: ReadonlySet<string> = new Set([
  'src/main.ts',
  'src/assemble.ts',
  'src/write-schema.ts',
]);

const settings: ReadonlySet<string> = new Set(['src/config.ts', 'src/setting.ts']);

/** What the sandbox may read of the product: what operations are, not how they are sent. */
const catalogue = /^src\/upstream\/(catalogue\.ts$|operation\.ts$|(video|live|storage|calendar)\/)/;

const packageDoors: Readonly<Record<string, RegExp>> = {
  undici: /^src\/upstream\/(pool|http-call|transport)\.ts$/,
  dataloader: /^src\/data\/read\/loader\.ts$/,
};

/** @param file its path from the repository's root. @returns what is wrong with it, in words; empty: nothing. */
export function violations(
  file: string,
  { imports, addresses, readsEnvironment, makesGraphQLError }: Facts,
): string[] {
  const problems = imports.flatMap((specifier) => wrongImport(file, specifier) ?? []);
  for (const address of addresses)
    if (join(dirname(file), address).startsWith('..'))
      problems.push(`${file} reads ${address}, which is not in the repository`);
  if (!file.startsWith('src/')) return problems;
  if (readsEnvironment && file !== 'src/config.ts') problems.push(`${file} reads the environment`);
  if (makesGraphQLError && file !== 'src/graph/error.ts')
    problems.push(`${file} makes a GraphQLError`);
  return problems;
}

function wrongImport(file: string, specifier: string | undefined): string | undefined {
  if (specifier === undefined) return `${file} imports something whose address is computed`;
  if (!specifier.startsWith('.')) {
    const door = packageDoors[packageOf(specifier)];
    return door && file.startsWith('src/') && !door.test(file)
      ? `${file} imports ${specifier}`
      : undefined;
  }
  const target = normalize(join(dirname(file), specifier));
  if (target.startsWith('..'))
    return `${file} imports ${specifier}, which is not in the repository`;
  return file.startsWith('src/') && !mayImport(file, target)
    ? `${file} imports ${target}`
    : undefined;
}

export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const roomOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? path;

function mayImport(file: string, target: string): boolean {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === to || joints.has(file)) return target.startsWith('src/');
  if (from === 'sandbox') return catalogue.test(target);
  if (settings.has(file)) return settings.has(target);
  if (target === 'src/config.ts') return from === 'server';
  return layers.includes(from) && layers.indexOf(to) > layers.indexOf(from);
}
