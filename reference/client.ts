/**
 * What the packages of Google's clients (`@googleapis/*`) state of the services: the operations and
 * the types of bodies and answers. Types and descriptions are read from `v3.d.ts`, methods and
 * addresses from `v3.js`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  asNode,
  asNodes,
  commentBefore,
  descendants,
  nameOf,
  parse,
  type SyntaxFile,
  type SyntaxNode,
} from './syntax.ts';

/** A package of a client: the last part of its name. */
export type ClientName = 'youtube' | 'drive' | 'calendar';

/** A parameter or a field. */
export interface ClientValue {
  /**
   * `string`, `number`, `boolean`, `any` or the name of a type, followed by `[]` (list), `{}` (map)
   * or `{[]}` (map of lists).
   */
  readonly type: string;
  readonly deprecated?: true;
  /** The description says so; true also for what is inside. */
  readonly readOnly?: true;
}

export interface ClientParameter extends ClientValue {
  readonly in: 'path' | 'query';
  readonly required: boolean;
}

export interface ClientOperation {
  readonly method: string;
  /** From the host, with its keys in braces. */
  readonly path: string;
  /** The path of uploads, from the host. */
  readonly uploadPath?: string;
  readonly parameters: Readonly<Record<string, ClientParameter>>;
  /** Name of the type of the body. */
  readonly body?: string;
  /** Name of the type of the answer; absent if there is none. */
  readonly answer?: string;
  /** Last parts of the addresses of the scopes that permit the call. */
  readonly scopes: readonly string[];
}

export interface Client {
  /** By `resource.method`. */
  readonly operations: Readonly<Record<string, ClientOperation>>;
  /** The fields of each type. */
  readonly types: Readonly<Record<string, Readonly<Record<string, ClientValue>>>>;
  /** By operation, `operation?parameter` or `Type.field`. */
  readonly descriptions: Readonly<Record<string, string>>;
}

type Interfaces = ReadonlyMap<string, Readonly<Record<string, ClientValue>>>;

/** By `interface.member`. */
type Descriptions = Map<string, string>;

const { resolve } = createRequire(import.meta.url);

/** Reads the installed package of a client. */
export function readClient(name: ClientName): Client {
  const folder = dirname(resolve(`@googleapis/${name}`));
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  return clientOf(name, read('v3.d.ts'), read('v3.js'));
}

/**
 * @param declarations the content of `v3.d.ts`
 * @param module the content of `v3.js`
 * @throws Error if they are written in another way than expected
 */
export function clientOf(name: ClientName, declarations: string, module: string): Client {
  const declared = parse(declarations, 'dts');
  const texts: Descriptions = new Map();
  const interfaces = interfacesOf(declared, texts);
  const calls = callsOf(parse(module, 'js'));
  const classes = classesOf(declared);
  const sources = { declared, interfaces, calls, classes, texts, descriptions: {} };
  const operations = operationsBelow(name, sources);
  if (Object.keys(operations).length === 0) throw new Error(`The client ${name} has no operation`);
  const types = [...interfaces].flatMap(([full, fields]) =>
    full.startsWith(typePrefix) ? [[full.slice(typePrefix.length), fields] as const] : [],
  );
  const ofFields = [...texts].flatMap(([place, text]) =>
    place.startsWith(typePrefix) ? [[place.slice(typePrefix.length), text] as const] : [],
  );
  const descriptions = { ...sources.descriptions, ...Object.fromEntries(ofFields) };
  return { operations, types: Object.fromEntries(types), descriptions };
}

const typePrefix = 'Schema$';

/**
 * The fields of all interfaces, by name. A type that is declared in place, as that of the field
 * `storageQuota` of `Schema$About`, is named after its place: `Schema$AboutStorageQuota`.
 */
function interfacesOf(file: SyntaxFile, texts: Descriptions): Interfaces {
  const found = new Map<string, Readonly<Record<string, ClientValue>>>();
  const add = (name: string, members: readonly SyntaxNode[]): void => {
    found.set(
      name,
      Object.fromEntries(
        members.map((member) => {
          const field = nameOf(member)!;
          const place: Place = { name: name + upperFirst(field), add };
          const type = typeOf(annotationOf(member), place);
          const description = commentBefore(file, member);
          if (description !== '') texts.set(`${name}.${field}`, description);
          return [field, { type, ...marksIn(description) }];
        }),
      ),
    );
  };
  for (const node of descendants(file.program))
    if (node.type === 'TSInterfaceDeclaration')
      add(nameOf(node['id'])!, asNodes(asNode(node['body'])['body']));
  return found;
}

/** What a description says of a field or a parameter, in words. */
const marksIn = (description: string): Pick<ClientValue, 'deprecated' | 'readOnly'> => ({
  ...(/^(output only\. )?deprecated\b/i.test(description) && { deprecated: true }),
  ...(/\b(output only|read-only)\b/i.test(description) && { readOnly: true }),
});

const upperFirst = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** Where a type stands. */
interface Place {
  /** The name of a type that is declared there. */
  readonly name: string;
  readonly add: (name: string, members: readonly SyntaxNode[]) => void;
}

const annotationOf = ({ typeAnnotation }: SyntaxNode): SyntaxNode =>
  asNode(asNode(typeAnnotation)['typeAnnotation']);

const keywords: Readonly<Record<string, string>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
};

/** The type in the notation of `ClientValue`. A union with null is the other type. */
function typeOf(node: SyntaxNode, place: Place): string {
  switch (node.type) {
    case 'TSUnionType':
      return typeOf(asNodes(node['types']).find(({ type }) => type !== 'TSNullKeyword')!, place);
    case 'TSArrayType':
      return listOf(typeOf(asNode(node['elementType']), place));
    case 'TSTypeLiteral':
      return literalType(asNodes(node['members']), place);
    case 'TSTypeReference': {
      const name = nameOf(node['typeName'])!;
      const [argument] = asNodes(asNode(node['typeArguments'] ?? noArguments)['params']);
      return name === 'Array' ? listOf(typeOf(argument!, place)) : withoutPrefix(name);
    }
    default:
      return keywords[node.type] ?? 'any';
  }
}

const noArguments: SyntaxNode = { type: 'none', start: 0, params: [] };

const listOf = (type: string): string => `${type}[]`;

const withoutPrefix = (name: string): string =>
  name.startsWith(typePrefix) ? name.slice(typePrefix.length) : 'any';

/** A type that is declared in place: a map if it has an index signature. */
function literalType(members: readonly SyntaxNode[], place: Place): string {
  const [first] = members;
  if (first?.type === 'TSIndexSignature') {
    const value = typeOf(annotationOf(first), place);
    return value.endsWith('[]') ? `${value.slice(0, -2)}{[]}` : `${value}{}`;
  }
  place.add(place.name, members);
  return withoutPrefix(place.name);
}

/** A call as `v3.js` makes it. */
interface ClientCall {
  readonly method: string;
  readonly path: string;
  readonly uploadPath?: string;
  readonly pathParameters: readonly string[];
  readonly requiredParameters: readonly string[];
}

/** All calls, by `Class.method`. */
function callsOf(file: SyntaxFile): ReadonlyMap<string, ClientCall> {
  const found = new Map<string, ClientCall>();
  for (const [className, node] of classNodesOf(file))
    for (const member of asNodes(asNode(node['body'])['body'])) {
      const call = callOf(member);
      if (call) found.set(`${className}.${nameOf(member)}`, call);
    }
  return found;
}

function classNodesOf(file: SyntaxFile): (readonly [name: string, node: SyntaxNode])[] {
  const nodes = descendants(file.program);
  const found = nodes.filter(({ type }) => type === 'ClassDeclaration');
  return found.map((node) => [nameOf(node['id'])!, node]);
}

/** The call that a method makes; undefined for a constructor. */
function callOf(member: SyntaxNode): ClientCall | undefined {
  const properties = new Map<string, SyntaxNode>();
  for (const node of descendants(member))
    if (node.type === 'Property') properties.set(nameOf(node)!, asNode(node['value']));
  const url = properties.get('url');
  if (url === undefined) return undefined;
  const upload = properties.get('mediaUrl');
  return {
    method: firstText(properties.get('method')),
    path: pathIn(url),
    ...(upload && { uploadPath: pathIn(upload) }),
    pathParameters: textsIn(properties.get('pathParams')),
    requiredParameters: textsIn(properties.get('requiredParams')),
  };
}

function textsIn(node: SyntaxNode | undefined): string[] {
  const nodes = node ? descendants(node) : [];
  return nodes.flatMap(({ type, value }) =>
    type === 'Literal' && typeof value === 'string' ? [value] : [],
  );
}

const firstText = (node: SyntaxNode | undefined): string => textsIn(node)[0] ?? '';

/** `(rootUrl + '/a/{+b}').replace(…)` is the path `/a/{b}`. */
const pathIn = (node: SyntaxNode): string => firstText(node).replaceAll('{+', '{');

/** The members of each class that `v3.d.ts` declares. */
const classesOf = (file: SyntaxFile): ReadonlyMap<string, readonly SyntaxNode[]> =>
  new Map(
    classNodesOf(file).map(
      ([name, node]) => [name, asNodes(asNode(node['body'])['body'])] as const,
    ),
  );

interface Sources {
  readonly declared: SyntaxFile;
  readonly interfaces: Interfaces;
  readonly calls: ReadonlyMap<string, ClientCall>;
  readonly classes: ReadonlyMap<string, readonly SyntaxNode[]>;
  readonly texts: Descriptions;
  /** Gets those of operations and parameters. */
  readonly descriptions: Record<string, string>;
}

/**
 * All operations. Their names are those of the properties that lead to the classes: the class of
 * `liveChat.messages` is `Resource$Livechat$Messages`.
 */
function operationsBelow(
  client: ClientName,
  sources: Sources,
): Readonly<Record<string, ClientOperation>> {
  const root = client[0]!.toUpperCase() + client.slice(1);
  const found: Record<string, ClientOperation> = {};
  const visit = (className: string, path: string): void => {
    const members = sources.classes.get(className) ?? [];
    for (const [member, overloads] of Map.groupBy(members, (each) => nameOf(each)!)) {
      const name = [path, member].filter(Boolean).join('.');
      const inner = resourceIn(overloads[0]!);
      if (inner !== undefined) visit(inner, name);
      else if (sources.calls.has(`${className}.${member}`))
        found[name] = operationOf(sources, { name, className, method: member }, overloads);
    }
  };
  visit(root, '');
  return found;
}

/** The class of the resource that a property leads to; undefined for other members. */
function resourceIn(member: SyntaxNode): string | undefined {
  if (member.type !== 'PropertyDefinition') return undefined;
  const name = nameOf(annotationOf(member)['typeName']);
  return name?.startsWith('Resource$') ? name : undefined;
}

interface MethodName {
  /** `resource.method` */
  readonly name: string;
  readonly className: string;
  readonly method: string;
}

/** @param overloads the declarations of the method; the comment stands before the first */
function operationOf(
  { declared, interfaces, calls, texts, descriptions }: Sources,
  { name, className, method }: MethodName,
  overloads: readonly SyntaxNode[],
): ClientOperation {
  const call = calls.get(`${className}.${method}`)!;
  // `markAsSpam` has the parameters `Params$Resource$Comments$Markasspam`.
  const suffix = method[0]!.toUpperCase() + method.slice(1).toLowerCase();
  const params = `Params$${className}$${suffix}`;
  const stated = interfaces.get(params);
  if (!stated) throw new Error(`${className}.${method} has no type of its parameters`);
  const { requestBody, media: _media, ...values } = stated;
  const parameters = Object.entries(values).map(([parameter, value]) => {
    const place = call.pathParameters.includes(parameter) ? 'path' : 'query';
    const required = call.requiredParameters.includes(parameter);
    const text = texts.get(`${params}.${parameter}`);
    if (text !== undefined) descriptions[`${name}?${parameter}`] = text;
    return [parameter, { ...value, in: place, required }] as const;
  });
  const comment = commentBefore(declared, overloads[0]!);
  // The example below changes with the versions of packages.
  descriptions[name] = comment.split('@example')[0]!.trim();
  const answer = answerIn(overloads);
  return {
    method: call.method,
    path: call.path,
    ...(call.uploadPath && { uploadPath: call.uploadPath }),
    parameters: Object.fromEntries(parameters),
    // Operations that only upload a file take a body of any type.
    ...(requestBody && requestBody.type !== 'any' && { body: requestBody.type }),
    ...(answer && { answer }),
    scopes: scopesIn(comment),
  };
}

/** The scopes of the example in a comment. */
const scopesIn = (comment: string): string[] =>
  [...comment.matchAll(/'https:\/\/www\.googleapis\.com\/auth\/([\w.-]+)'/g)].map(
    ([, scope]) => scope!,
  );

/** The type of the answer, `Promise<GaxiosResponse<Schema$A>>` in one of the overloads. */
function answerIn(overloads: readonly SyntaxNode[]): string | undefined {
  for (const node of overloads.flatMap((each) => descendants(each))) {
    const name = node.type === 'TSTypeReference' ? nameOf(node['typeName']) : undefined;
    if (name?.startsWith(typePrefix)) return name.slice(typePrefix.length);
  }
  return undefined;
}
