/** Each fact that is laid over Google's clients changes the generated files. */
import { describe, expect, it } from 'vitest';
import { generate, readClients } from '../../reference/generate.ts';
import { type Facts, facts, reasonGroups } from '../../reference/model.ts';
import { reasonFile } from '../../reference/reason-file.ts';
import { clientMethodOf } from '../support/official.ts';

const clients = readClients();

/** All files as one text; the error, if a fact is missing without which there are no files. */
function generated(stated: Facts): string {
  try {
    return Object.values(generate(clients, stated)).join('');
  } catch (error) {
    return String(error);
  }
}

const all = generated(facts);

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names that lead to each value; lists are one value. */
const leavesOf = (value: unknown): string[][] =>
  isTree(value)
    ? Object.entries(value).flatMap(([name, inner]) => {
        const below = leavesOf(inner);
        return below.length === 0 ? [[name]] : below.map((path) => [name, ...path]);
      })
    : [];

function without(
  tree: Readonly<Record<string, unknown>>,
  [name, ...rest]: readonly string[],
): object {
  const { [name!]: value, ...others } = tree;
  return isTree(value) && rest.length > 0 ? { ...others, [name!]: without(value, rest) } : others;
}

/** The facts without one value of a correction. */
function withoutChange(index: number, path: string): Facts {
  const corrections = facts.corrections.map((each, at) => {
    const { [path]: _, ...change } = each.change;
    return at === index ? { ...each, change } : each;
  });
  return { ...facts, corrections };
}

describe('corrections', () => {
  it('has a reason for each correction, in a sentence', () => {
    const reasons = facts.corrections.map(({ reason }) => reason);
    expect(reasons.filter((reason) => !/^[A-Z`].{10,}\.$/.test(reason))).toEqual([]);
    expect(new Set(reasons).size).toBe(reasons.length);
  });
  it.each(facts.corrections.map(({ reason, change }, index) => ({ reason, change, index })))(
    'are needed by the files: $reason',
    ({ change, index }) => {
      const paths = Object.keys(change);
      expect(paths.filter((path) => generated(withoutChange(index, path)) === all)).toEqual([]);
    },
  );
});

type Names = readonly string[];

/** What the files state of each operation and type: by client, section and name. */
function statementsOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const contentOf = (path: string): unknown => JSON.parse(files[path]!);
  const rows = contentOf('test/data/operations.json') as readonly { readonly key: string }[];
  const writable = contentOf('src/sandbox/data/writable.json') as Readonly<Record<string, unknown>>;
  const { schema } = contentOf('src/services/rest-schema.json') as {
    readonly schema: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const { refusals } = contentOf('src/sandbox/data/rules.json') as {
    readonly refusals: Readonly<Record<string, readonly { in: Names; source: string }[]>>;
  };
  const sourcesOf = (key: string): readonly Names[] =>
    Object.entries(refusals).flatMap(([reason, stated]) =>
      stated.filter((each) => each.in.includes(key)).map(({ source }) => [reason, source]),
    );
  const operations = rows.map((row) => {
    const service = row.key.slice(0, row.key.indexOf(':'));
    const descriptors = files[`src/services/${service}/operations.ts`]!;
    const descriptor = descriptors.split('\n').find((line) => line.includes(`('${row.key}'`));
    const text = JSON.stringify([row, writable[row.key], descriptor, sourcesOf(row.key)]);
    return [`${clientNames[service]}/operations/${clientMethodOf(row.key)}`, text] as const;
  });
  const types = Object.entries(schema).flatMap(([client, ofClient]) =>
    Object.entries(ofClient).map(
      ([name, type]) => [`${client}/types/${name}`, JSON.stringify(type)] as const,
    ),
  );
  return new Map([...operations, ...types]);
}

const clientNames: Readonly<Record<string, string>> = {
  video: 'youtube',
  live: 'youtube',
  storage: 'drive',
  calendar: 'calendar',
};

/** An operation without scopes is refused, so nothing can be generated without these. */
const isNeededScope = ([client, , operation, fact]: Names): boolean =>
  fact === 'scopes' &&
  clients[client as keyof typeof clients].operations[operation!]!.scopes.length === 0;

/** All facts but needed scopes, by the client, section and name that they are about. */
const documentedFacts: ReadonlyMap<string, readonly Names[]> = Map.groupBy(
  leavesOf(facts.documented).filter((path) => !isNeededScope(path)),
  (path) => path.slice(0, 3).join('/'),
);

const isAboutParameters = (about: string): boolean => about.includes('/parameters/');

/** What no client has: sources, and values of enums. */
const isAboutClient = (about: string): boolean => /\/(operations|types)\//.test(about);

/** The statements about what the facts are about, if one fact of each is missing. */
function statementsWithout(missing: readonly Names[]): ReadonlyMap<string, string> {
  const documented = missing.reduce<Readonly<Record<string, unknown>>>(
    (tree, path) => ({ ...without(tree, path) }),
    facts.documented,
  );
  return statementsOf(generate(clients, { ...facts, documented }));
}

describe('facts', () => {
  const statements = statementsOf(generate(clients, facts));
  const about = [...documentedFacts].filter(
    ([name]) => !isAboutParameters(name) && isAboutClient(name),
  );
  const rounds = Math.max(...about.map(([, paths]) => paths.length));
  it('has no fact that the clients or a rule state as well', () => {
    // The facts of one operation or type are removed one after the other, those of all at once.
    const superfluous = Array.from({ length: rounds }, (_, index) => {
      const removed = about.filter(([, paths]) => index < paths.length);
      const left = statementsWithout(removed.map(([, paths]) => paths[index]!));
      const same = removed.filter(([name]) => left.get(name) === statements.get(name));
      return same.map(([, paths]) => paths[index]!.join('/'));
    });
    expect(rounds).toBeGreaterThan(10);
    expect(superfluous.flat()).toEqual([]);
  });
  it('has no fact about all parameters of a name that none has', () => {
    const paths = [...documentedFacts]
      .filter(([name]) => isAboutParameters(name))
      .map(([, each]) => each);
    const superfluous = paths.flat().filter((path) => {
      const documented = { ...without(facts.documented, path) };
      return generated({ ...facts, documented }) === all;
    });
    expect(superfluous).toEqual([]);
  });
  it('has no name that a client does not have', () => {
    const known = (name: string): object => clients[name as keyof typeof clients];
    const names = Object.entries(facts.documented).flatMap(([client, sections]) => {
      const { operations = {}, types = {} } = sections as Record<string, object>;
      const stated = { operations, types } as const;
      const own = known(client) as Readonly<Record<'operations' | 'types', object>>;
      return (['operations', 'types'] as const).flatMap((section) =>
        Object.keys(stated[section])
          .filter((name) => !Object.hasOwn(own[section], name))
          .map((name) => `${client}/${section}/${name}`),
      );
    });
    expect(names).toEqual([]);
  });
});

describe('reasons', () => {
  const file = reasonFile(reasonGroups);
  it('has no fact of a row that the file does not need', () => {
    const superfluous = reasonGroups.flatMap((group, at) =>
      group.rows.flatMap((row, index) =>
        Object.keys(row).filter((name) => {
          const rows = group.rows.with(index, { ...without({ ...row }, [name]) });
          return reasonFile(reasonGroups.with(at, { ...group, rows })) === file;
        }),
      ),
    );
    expect(reasonGroups.length).toBeGreaterThan(10);
    expect(superfluous).toEqual([]);
  });
});
