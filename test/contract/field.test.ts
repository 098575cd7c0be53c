import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';
import { fieldNeed } from '../support/field-need.ts';
import { leftOut, pending } from './field-left-out.ts';

/** Every path of every resource of the video service, with its type and, maybe, the word `deprecated`. */
const resources = JSON.parse(
  readFileSync(new URL('../data/video-schema.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, string>>;

/** The types that show a resource, where they go by another name. */
const names: Readonly<Record<string, string>> = {
  I18nLanguage: 'Language',
  I18nRegion: 'Region',
  MembershipsLevel: 'MembershipLevel',
  Subscription: 'ChannelSubscription',
};

/** What the graph never shows of any resource of the service. */
const never = new Set(['kind', 'etag']);

/** A path that some field reads, and whether that field is deprecated. */
interface Shown {
  readonly path: string;
  readonly deprecated: boolean;
}

const typeNamed = (name: string): GraphQLObjectType | undefined => {
  const type = schema.getType(names[name] ?? name);
  return isObjectType(type) ? type : undefined;
};

const fieldsOf = (type: GraphQLObjectType): GraphQLField<unknown, unknown>[] =>
  Object.values(type.getFields());

function shownBy(
  type: GraphQLObjectType,
  above: string,
  hidden: boolean,
  around: readonly GraphQLObjectType[] = [],
): Shown[] {
  if (around.includes(type)) return [];
  return fieldsOf(type).flatMap((field) => {
    const { paths = [], optionalPaths = [], nested, embedded } = fieldNeed(field) ?? {};
    const deprecated = hidden || field.deprecationReason != null;
    const own = [...paths, ...optionalPaths, ...(embedded ? [embedded.at] : [])].map((path) => ({
      path: above + path,
      deprecated,
    }));
    const below = getNamedType(field.type);
    if (nested === undefined || !isObjectType(below)) return own;
    return [
      ...own,
      ...shownBy(below, nested === '' ? above : `${above}${nested}.`, deprecated, [
        ...around,
        type,
      ]),
    ];
  });
}

/** What fields with a call of their own show of a resource, on whatever type they stand. */
const asked = (resource: string): Shown[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap(fieldsOf)
    .flatMap((field) => {
      const { separateFetch } = fieldNeed(field) ?? {};
      if (separateFetch?.resource !== (names[resource] ?? resource)) return [];
      const [below, deprecated] = [getNamedType(field.type), field.deprecationReason != null];
      return isObjectType(below)
        ? shownBy(below, `${separateFetch.at}.`, deprecated)
        : [{ path: separateFetch.at, deprecated }];
    });

const shown = new Map(
  Object.keys(resources).map((name) => {
    const type = typeNamed(name);
    const own = type ? [...shownBy(type, '', false), { path: 'id', deprecated: false }] : [];
    return [name, [...own, ...asked(name)]];
  }),
);

/** Lists and maps are shown as a whole. */
const plain = (path: string): string => path.replaceAll('[]', '').replace(/\.\(key\).*$/, '');

const within = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`);

/** Fields that show a path; of another resource inside this one, any of its fields will do. */
const showing = (name: string, path: string): Shown[] =>
  shown
    .get(name)!
    .filter(
      (each) =>
        within(plain(path), each.path) ||
        (/^[A-Z]/.test(resources[name]![path]!) && within(each.path, plain(path))),
    );

const excuses = leftOut.flatMap(({ fields }) => fields);

const isExcused = (name: string, path: string): boolean =>
  excuses.some((excuse) => within(`${name}.${plain(path)}`, excuse));

const all = Object.entries(resources).flatMap(([name, paths]) =>
  Object.keys(paths)
    .filter((path) => !never.has(path))
    .map((path) => ({ name, path, deprecated: paths[path]!.includes('deprecated') })),
);

const label = ({ name, path }: { readonly name: string; readonly path: string }): string =>
  `${name}.${path}`;

/** Neither shown nor left out. */
const lacking = all.filter(
  ({ name, path }) => showing(name, path).length === 0 && !isExcused(name, path),
);

describe('fields of the resources of the video service', () => {
  it('are shown by some field of the graph, or left out for a reason', () => {
    expect(lacking.filter(({ name }) => !pending.includes(name)).map(label)).toEqual([]);
    expect(all.length).toBeGreaterThan(500);
  });
  it('are never both', () => {
    expect(
      all
        .filter(({ name, path }) => isExcused(name, path) && showing(name, path).length > 0)
        .map(label),
    ).toEqual([]);
  });
  it('are shown as deprecated where upstream says so, and are not where it does not', () => {
    // What shows a whole object may leave the deprecated part of it out.
    const tells = (each: Shown, path: string): boolean => within(each.path, plain(path));
    const differing = all.filter(({ name, path, deprecated }) =>
      showing(name, path).some(
        (each) => each.deprecated !== deprecated && (!deprecated || tells(each, path)),
      ),
    );
    expect(differing.map(label)).toEqual([]);
  });
  it('are left out once, under paths that there are', () => {
    expect(new Set(excuses).size).toBe(excuses.length);
    expect(
      excuses.filter(
        (excuse) => !all.some(({ name, path }) => within(`${name}.${plain(path)}`, excuse)),
      ),
    ).toEqual([]);
  });
  it('are waited for only of resources that still lack some', () => {
    expect(pending.filter((name) => !lacking.some((each) => each.name === name))).toEqual([]);
  });
});
