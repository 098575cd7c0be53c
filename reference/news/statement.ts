/** What is stated of operations and types, and how two states of it differ. */
import type { Client } from '../client.ts';
import { hashOf } from '../hash.ts';
import { touchLines } from './touch.ts';

/** Something that a document or a client states. */
export interface Statement {
  /** `operation videos.list` or `type Video`. */
  readonly owner: string;
  /** `?chart`, `.snippet.title`, each also with `=value`; empty for the owner itself. */
  readonly member: string;
  /** All that is stated. */
  readonly value: object;
}

/** Hashes of what is stated, by owner and member. */
export type Owners = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function ownersOf(statements: readonly Statement[]): Owners {
  const owners = [...Map.groupBy(statements, ({ owner }) => owner)].map(([owner, ofOwner]) => [
    owner,
    Object.fromEntries(ofOwner.map(({ member, value }) => [member, hashOfValue(value)])),
  ]);
  return Object.fromEntries(owners) as Owners;
}

/** What a client states. */
export function statementsOfClient({ operations, types, descriptions }: Client): Statement[] {
  const stated = (owner: string, member: string, value: object): Statement => {
    const description = descriptions[owner.slice(owner.indexOf(' ') + 1) + member];
    return { owner, member, value: { ...value, ...(description && { description }) } };
  };
  const ofOperations = Object.entries(operations).flatMap(([name, { parameters, ...value }]) => {
    const owner = `operation ${name}`;
    const ofParameters = Object.entries(parameters).map(([parameter, each]) =>
      stated(owner, `?${parameter}`, each),
    );
    return [stated(owner, '', value), ...ofParameters];
  });
  const ofTypes = Object.entries(types).flatMap(([type, fields]) =>
    Object.entries(fields).map(([field, each]) => stated(`type ${type}`, `.${field}`, each)),
  );
  return [...ofOperations, ...ofTypes];
}

/**
 * One line for each statement that is new (`+`), another (`~`) or gone (`-`), and one for the facts
 * that it touches.
 */
export function changesOf(
  known: Owners,
  statements: readonly Statement[],
  touched: (owner: string, member: string) => string[],
): string[] {
  const now = new Set(statements.map(({ owner, member }) => owner + member));
  const changes = statements.flatMap(({ owner, member, value }) => {
    const before = known[owner]?.[member];
    if (before === hashOfValue(value)) return [];
    const line = `  ${before === undefined ? '+' : '~'} ${owner}${member}: ${show(value)}`;
    return [line, ...touchLines(touched(owner, member))];
  });
  const gone = Object.entries(known).flatMap(([owner, members]) =>
    Object.keys(members).flatMap((member) =>
      now.has(owner + member)
        ? []
        : [`  - ${owner}${member}`, ...touchLines(touched(owner, member))],
    ),
  );
  return [...changes, ...gone];
}

/** The order in which a document states things has no meaning. */
const hashOfValue = (value: object): string => hashOf(JSON.stringify(sorted(value)));

const sorted = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, inner]) => [name, sorted(inner)]),
      )
    : value;

/** What the values of documents and clients have. */
interface Shown {
  readonly httpMethod?: string;
  readonly method?: string;
  readonly path?: string;
  readonly scopes?: readonly string[];
  readonly type?: string;
  readonly $ref?: string;
  readonly format?: string;
  readonly items?: Shown;
  readonly deprecated?: boolean;
  readonly required?: boolean;
  readonly description?: string;
}

/** In one line: the call or the type, and the description. */
function show(value: Shown): string {
  const { scopes, description } = value;
  // A document has the whole addresses of scopes, a client the last parts.
  const names = scopes?.map((scope) => scope.slice(scope.lastIndexOf('/') + 1));
  const words = [callOf(value) ?? typeOf(value), names && `scopes ${names.join(', ')}`];
  return [...words, description?.replaceAll(/\s+/g, ' ')].filter(Boolean).join('; ');
}

const callOf = ({ httpMethod, method = httpMethod, path = '' }: Shown): string | undefined =>
  method && `${method} /${path.replace(/^\//, '')}`;

function typeOf({ type, $ref, format, items, deprecated, required }: Shown): string {
  const words = [items ? `list of ${typeOf(items)}` : ($ref ?? format ?? type)];
  return [...words, deprecated && 'deprecated', required && 'required'].filter(Boolean).join(', ');
}
