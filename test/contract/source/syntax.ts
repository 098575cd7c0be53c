/**
 * Facts about one source file, read from its syntax tree, so that no spelling of an import or a
 * cast escapes the rules about them.
 */
import { parseAstAsync } from 'vitest/node';
import { descendants, isNode, type SyntaxNode } from '../../../reference/syntax.ts';

export interface SourceFacts {
  /** All import and re-export specifiers, types included; undefined: a computed `import()`. */
  readonly imports: readonly (string | undefined)[];
  /** The specifiers that remain at run time. */
  readonly valueImports: readonly (string | undefined)[];
  /** Specifiers imported for their side effects: `import './x.ts'`, `await import('./x.ts')`. */
  readonly sideEffectImports: readonly string[];
  /** Relative addresses resolved against the file: `new URL('../x', import.meta.url)`. */
  readonly addresses: readonly string[];
  readonly readsEnvironment: boolean;
  readonly makesGraphQLError: boolean;
  /** Names of exported types, interfaces and classes. */
  readonly exportedTypes: readonly string[];
  /** Names of the declarations that the file exports, types included. */
  readonly exportedNames: readonly string[];
  /** Names that the file imports or exports again, one entry a name. */
  readonly importedNames: readonly ImportedName[];
  /** Values of all string literals. */
  readonly texts: readonly string[];
  /** `any`, `as never` and `as unknown as`, one entry an occurrence. */
  readonly uncheckedTypes: readonly string[];
  /** Names of ids whose text is taken apart, or of which another text is made without a gap. */
  readonly usedIdTexts: readonly string[];
}

export interface ImportedName {
  readonly specifier: string;
  /** `*`: all exports, as a namespace or by `import()`. */
  readonly name: string;
  /** The file exports the name again. */
  readonly isReexport: boolean;
}

/**
 * @param source TypeScript
 * @param file its name: the ending decides whether the source may have JSX
 * @returns its facts
 * @throws SyntaxError if it does not parse
 */
export async function factsOf(source: string, file = 'any.ts'): Promise<SourceFacts> {
  const lang = file.endsWith('.tsx') ? 'tsx' : 'ts';
  const program: unknown = await parseAstAsync(source, { lang });
  const nodes = isNode(program) ? descendants(program) : [];
  return {
    imports: nodes.flatMap(specifiersIn),
    valueImports: nodes.filter((node) => !isTypeImport(node)).flatMap(specifiersIn),
    sideEffectImports: nodes.flatMap(sideEffectImport),
    addresses: nodes.flatMap(relativeAddress),
    readsEnvironment: nodes.some(readsEnvironment),
    makesGraphQLError: nodes.some(makesGraphQLError),
    exportedTypes: nodes.flatMap(exportedType),
    exportedNames: nodes.flatMap(exportedName),
    importedNames: nodes.flatMap(importedName),
    texts: nodes.flatMap((node) => textOf(node) ?? []),
    uncheckedTypes: nodes.flatMap(uncheckedType),
    usedIdTexts: nodes.flatMap(usedIdText),
  };
}

/** Name of the package of an import specifier: `@scope/name` or `name`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const withSource = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function specifiersIn(node: SyntaxNode): (string | undefined)[] {
  const { type, source, callee, arguments: args, expression } = node;
  if (withSource.has(type)) return source === null ? [] : [textOf(source)];
  if (type === 'TSExternalModuleReference') return [textOf(expression)];
  return type === 'CallExpression' && nameOf(callee) === 'require'
    ? [textOf((args as readonly unknown[])[0])]
    : [];
}

/** `import { type A }` is no type import: at run time it remains as `import {}`. */
const isTypeImport = ({ type, importKind, exportKind }: SyntaxNode): boolean =>
  type === 'TSImportType' || importKind === 'type' || exportKind === 'type';

function sideEffectImport({ type, source, specifiers, expression }: SyntaxNode): string[] {
  if (type === 'ImportDeclaration' && (specifiers as readonly unknown[]).length === 0)
    return [textOf(source) ?? ''];
  if (type !== 'ExpressionStatement' || !isNode(expression)) return [];
  const { type: inner, argument } = expression;
  return inner === 'AwaitExpression' && isNode(argument) && argument.type === 'ImportExpression'
    ? [textOf(argument['source']) ?? '']
    : [];
}

function relativeAddress({ type, callee, arguments: args }: SyntaxNode): string[] {
  if (type !== 'NewExpression' || nameOf(callee) !== 'URL') return [];
  const text = textOf((args as readonly unknown[])[0]);
  return text !== undefined && /^\.\.?\//.test(text) ? [text] : [];
}

const textOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string'
    ? node['value']
    : undefined;

/** Methods that look into a text. */
const textMethods =
  /^(at|charAt|endsWith|indexOf|lastIndexOf|match|matchAll|replace|replaceAll|search|slice|split|startsWith|substr|substring)$/;

/** The name of an id: `id`, `fileId`, `event.id!`. */
function idIn(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'TSNonNullExpression' || node.type === 'ChainExpression')
    return idIn(node['expression']);
  const name = nameOf(node);
  return name !== undefined && /^id$|[a-z]Id$/.test(name) ? [name] : [];
}

function usedIdText(node: SyntaxNode): string[] {
  if (node.type === 'CallExpression') return takenApart(node);
  return node.type === 'TemplateLiteral' ? joined(node) : [];
}

/** `id.split('_')`, `/_/.exec(id)`, `/_/.test(id)`. */
function takenApart({ callee, arguments: args }: SyntaxNode): string[] {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return [];
  const method = nameOf(callee) ?? '';
  const isPattern = /^(exec|test)$/.test(method);
  if (!isPattern && !textMethods.test(method)) return [];
  return idIn(isPattern ? (args as readonly unknown[])[0] : callee['object']);
}

/** `${id}_${start}`: letters, digits, `_`, `-` or another value touch the id. */
function joined({ expressions, quasis }: SyntaxNode): string[] {
  const texts = (quasis as readonly { value: { raw: string } }[]).map(({ value }) => value.raw);
  const last = texts.length - 1;
  const touches = (text: string, end: RegExp, isOuter: boolean): boolean =>
    text === '' ? !isOuter : end.test(text);
  return (expressions as readonly unknown[])
    .filter(
      (_, index) =>
        touches(texts[index]!, /[\w-]$/, index === 0) ||
        touches(texts[index + 1]!, /^[\w-]/, index + 1 === last),
    )
    .flatMap(idIn);
}

/** Name of an identifier, or the last step of `a.name` and `a['name']`. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return node['name'] as string;
  return node.type === 'MemberExpression'
    ? (textOf(node['property']) ?? nameOf(node['property']))
    : undefined;
}

const someNamed = (list: unknown, key: string, name: string): boolean =>
  (list as readonly SyntaxNode[]).some((each) => nameOf(each[key]) === name);

function readsEnvironment(node: SyntaxNode): boolean {
  const { type, object, init, id, source, specifiers } = node;
  if (type === 'MemberExpression')
    return nameOf(node) === 'env' && (nameOf(object) === 'process' || isMetaProperty(object));
  if (type === 'VariableDeclarator')
    return (
      nameOf(init) === 'process' &&
      isNode(id) &&
      id.type === 'ObjectPattern' &&
      someNamed(id['properties'], 'key', 'env')
    );
  return (
    type === 'ImportDeclaration' &&
    /^(node:)?process$/.test(textOf(source) ?? '') &&
    someNamed(specifiers, 'imported', 'env')
  );
}

const isMetaProperty = (node: unknown): boolean => isNode(node) && node.type === 'MetaProperty';

function makesGraphQLError({ type, callee, superClass, imported, local }: SyntaxNode): boolean {
  if (type === 'NewExpression') return nameOf(callee) === 'GraphQLError';
  if (type === 'ImportSpecifier' && nameOf(imported) === 'GraphQLError')
    return nameOf(local) !== 'GraphQLError';
  return (
    (type === 'CallExpression' && nameOf(callee) === 'createGraphQLError') ||
    nameOf(superClass) === 'GraphQLError'
  );
}

const typeDeclarations = new Set([
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]);

function exportedType({ type, declaration }: SyntaxNode): string[] {
  if (type !== 'ExportNamedDeclaration' || !isNode(declaration)) return [];
  return typeDeclarations.has(declaration.type) ? [nameOf(declaration['id']) ?? ''] : [];
}

function exportedName({ type, declaration }: SyntaxNode): string[] {
  if (type !== 'ExportNamedDeclaration' || !isNode(declaration)) return [];
  const { id, declarations = [] } = declaration;
  const declarators = declarations as readonly SyntaxNode[];
  return [id, ...declarators.map((each) => each['id'])].flatMap((each) => nameOf(each) ?? []);
}

function importedName(node: SyntaxNode): ImportedName[] {
  const isReexport = node.type.startsWith('Export');
  const specifiers = node['specifiers'] as readonly SyntaxNode[] | undefined;
  return specifiersIn(node).flatMap((specifier = '') =>
    (specifiers ?? [node]).map((each) => ({
      specifier,
      name: nameOf(each['imported']) ?? (isReexport ? nameOf(each['local']) : undefined) ?? '*',
      isReexport,
    })),
  );
}

const isType = (node: unknown, type: string): boolean => isNode(node) && node.type === type;

function uncheckedType({ type, typeAnnotation, expression }: SyntaxNode): string[] {
  if (type === 'TSAnyKeyword') return ['any'];
  if (type !== 'TSAsExpression' && type !== 'TSTypeAssertion') return [];
  if (isType(typeAnnotation, 'TSNeverKeyword')) return ['as never'];
  const isDouble =
    isNode(expression) &&
    expression.type === type &&
    isType(expression['typeAnnotation'], 'TSUnknownKeyword');
  return isDouble ? ['as unknown as'] : [];
}
