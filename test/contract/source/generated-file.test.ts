/** The files that `npm run schema` and `npm run reference` write are up to date and complete. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  buildSchema,
  type GraphQLSchema,
  introspectionFromSchema,
  isEnumType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Operation, operations } from '../../../schema/operations.js';
import { googleApis } from '../../../src/services/api.ts';
import { generate, readClients } from '../../../reference/generate.ts';
import { facts } from '../../../reference/model.ts';
import { printCachePolicies } from '../../../src/engine/schema/cache-policy.ts';
import { settingsTable } from '../../../src/settings.ts';
import { printCodegenScalars } from '../../../src/engine/schema/type/codegen-scalar.ts';
import {
  errorCodes,
  printClientErrors,
  printErrors,
} from '../../../src/engine/schema/error/error-code.ts';
import { printExtensionTypes } from '../../../src/engine/schema/extension-types.ts';
import { printPrometheusRule } from '../../../src/observability/prometheus-rule.ts';
import errorExamples from '../../../src/services/error-examples.json' with { type: 'json' };
import { printErrorSections } from '../../../src/services/error-section.ts';
import { printOperations, withOperationCounts } from '../../../src/services/operation-table.ts';
import {
  printOperationModule,
  printOperationTypes,
} from '../../../src/server/document/operation-module.ts';
import { readOperationFiles } from '../../../src/server/document/operation-files.ts';
import { printContract } from '../../../src/engine/schema/print.ts';
import { schema } from '../../../src/services/schema.ts';
import { printSettingOptions, printSettings } from '../../../src/setting-page.ts';
import { catalogue } from '../../../src/services/catalogue.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('schema/schema.graphql', () => {
  const file = read('schema/schema.graphql');

  it('equals the output of `npm run schema`: run it after a change of the schema', () => {
    expect(file).toBe(printContract(schema));
  });
  it('builds the same schema again', () => {
    expect(printSchema(lexicographicSortSchema(buildSchema(file)))).toBe(printSchema(schema));
  });
  it('has the order that graphql-js gives a schema, also for introspection', () => {
    const introspected = (each: GraphQLSchema): string =>
      JSON.stringify(introspectionFromSchema(each));
    expect(introspected(schema)).toBe(introspected(lexicographicSortSchema(schema)));
  });
});

describe('schema/cache-policies.json', () => {
  const file = read('schema/cache-policies.json');
  const { possibleTypes, embeddedTypes, mergedTypes, connections } = JSON.parse(file) as {
    readonly possibleTypes: Record<string, string[]>;
    readonly embeddedTypes: string[];
    readonly mergedTypes: string[];
    readonly connections: Record<string, Record<string, string[]>>;
  };
  const fields = (name: string): string[] => {
    const type = schema.getType(name);
    return isObjectType(type) ? Object.keys(type.getFields()) : [];
  };

  it('equals the output of `npm run schema`: run it after a change of the schema', () => {
    expect(file).toBe(printCachePolicies(schema));
  });
  it('has the types of every interface and union', () => {
    expect(possibleTypes['Node']).toContain('Video');
    expect(possibleTypes['ContentTarget']).toEqual(['Channel', 'Playlist', 'Video']);
    expect(possibleTypes['UserError']).toContain('InvalidInputError');
  });
  it('has types without an id, and merges those that are one part of their parent', () => {
    expect(embeddedTypes.filter((name) => fields(name).includes('id'))).toEqual([]);
    expect(mergedTypes.filter((name) => !embeddedTypes.includes(name))).toEqual([]);
    expect(mergedTypes).toEqual(expect.arrayContaining(['EventTime', 'Quota', 'VideoStatistics']));
    // Lists are replaced, and pages, payloads and errors belong to one answer.
    const unmerged = /Connection$|Edge$|Payload$|Error$|^PageInfo$|^EventAttendee$|^SearchResult$/;
    expect(mergedTypes.filter((name) => unmerged.test(name))).toEqual([]);
  });
  it('has the arguments of every connection that select a list', () => {
    expect(connections['Playlist']).toEqual({ images: [], items: ['videoId'] });
    expect(connections['Channel']).toMatchObject({ playlists: [], videos: [] });
    expect(Object.keys(connections['Query']!)).toContain('search');
  });
});

describe('schema/operations.js and its types', () => {
  const documents = readOperationFiles(
    fileURLToPath(new URL('../../../schema/operations', import.meta.url)),
  );

  it('equal the output of `npm run schema`: run it after a change of a document', () => {
    expect(read('schema/operations.js')).toBe(printOperationModule(schema, documents));
    expect(read('schema/operations.d.ts')).toBe(printOperationTypes(documents));
  });
  it('have all documents, with finite costs', () => {
    const all: Operation[] = Object.values(operations);
    expect(all.map(({ document }) => document)).toEqual(documents.map(({ text }) => text));
    for (const { name, document, description, requests, units } of all) {
      expect(operations[name].document).toBe(document);
      expect(document).toContain(`# ${description}\n`);
      for (const amount of [requests, ...Object.values(units)])
        expect(amount).toBeGreaterThanOrEqual(0);
    }
    expect(operations.AcrossServices.kind).toBe('query');
    expect(operations.VideoPage.units.VIDEO).toBeGreaterThan(0);
  });
});

describe('schema/codegen-scalars.json', () => {
  const file = read('schema/codegen-scalars.json');

  it('equals the output of `npm run schema`: run it after a change of the schema', () => {
    expect(file).toBe(printCodegenScalars(schema));
  });
  it('has every scalar that GraphQL does not define', () => {
    const scalars = Object.values(schema.getTypeMap()).filter(isScalarType);
    const own = scalars.filter((type) => !isSpecifiedScalarType(type)).map(({ name }) => name);
    expect(Object.keys(JSON.parse(file) as object).toSorted()).toEqual([...own, 'ID'].toSorted());
    expect(own.length).toBeGreaterThan(5);
  });
  it('fails for a scalar without a TypeScript type', () => {
    expect(() => printCodegenScalars(buildSchema('scalar New type Query { new: New }'))).toThrow(
      'New has no clientType',
    );
  });
});

describe('schema/errors.json', () => {
  const file = read('schema/errors.json');

  it('equals the output of `npm run schema`: run it after a change of the error codes', () => {
    expect(file).toBe(printErrors(googleApis));
  });
  it('is what the client knows: run it after a change of the error codes', () => {
    expect(read('src/client/error-code.ts')).toBe(printClientErrors(googleApis));
  });
  it('has every value of the enum `ErrorCode`', () => {
    const listed = (JSON.parse(file) as { readonly code: string }[]).map(({ code }) => code);
    const type = schema.getType('ErrorCode');
    const values = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
    expect(values.toSorted()).toEqual(listed.toSorted());
  });
  it('has sentences for users without words of developers', () => {
    const texts = (JSON.parse(file) as { readonly userText: string }[]).map(
      (each) => each.userText,
    );
    expect(texts.filter((text) => !/^[A-Z][a-z ,]+\.( [A-Z][a-z ,]+\.)?$/.test(text))).toEqual([]);
    expect(texts.filter((text) => /gateway|token|query|quota|field|scope/.test(text))).toEqual([]);
  });
});

describe('schema/error-sections.json', () => {
  const file = read('schema/error-sections.json');
  const sections = Object.entries(
    JSON.parse(file) as Record<string, { causes: string[]; example?: object; wayOut: string }>,
  );

  it('equals the output of `npm run schema`: run it after a change of the sections', () => {
    expect(file).toBe(printErrorSections(errorExamples));
  });
  it('has a section with causes, an example and a way out for each code and each warning', () => {
    const [, warnings] = /interface Warning \{\s+readonly code:([^;]*);/.exec(
      read('schema/extensions.d.ts'),
    )!;
    const codes = [...errorCodes(googleApis), ...warnings!.match(/\w+/g)!];
    expect(sections.map(([code]) => code).toSorted()).toEqual(codes.toSorted());
    const incomplete = sections.filter(
      ([, { causes, example, wayOut }]) => causes.length === 0 || !example || wayOut === '',
    );
    expect(incomplete).toEqual([]);
  });
  it('names existing codes, settings, fields and pages only', () => {
    const known = new Set([
      ...sections.map(([code]) => code),
      ...settingsTable.map(({ key }) => key),
      ...Object.values(schema.getTypeMap())
        .filter(isEnumType)
        .flatMap((type) => type.getValues().map(({ name }) => name)),
    ]);
    const texts = sections.flatMap(([, { causes, wayOut }]) => [...causes, wayOut]);
    const names = texts.flatMap((text) => text.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const fieldsOf = texts.flatMap((text) => [...text.matchAll(/`([A-Z]\w+)\.(\w+)`/g)]);
    expect(fieldsOf.length).toBeGreaterThan(2);
    const isField = ([, type = '', field = '']: readonly string[]): boolean => {
      const found = schema.getType(type);
      return isObjectType(found) && Object.hasOwn(found.getFields(), field);
    };
    expect(fieldsOf.filter((found) => !isField(found))).toEqual([]);
    const missing = texts
      .flatMap((text) => text.match(/\bdocs\/[\w/-]+\.md/g) ?? [])
      .filter((page) => !existsSync(new URL(`../../../${page}`, import.meta.url)));
    expect(missing).toEqual([]);
  });
});

describe('schema/extensions.d.ts', () => {
  const file = read('schema/extensions.d.ts');

  it('equals the output of `npm run schema`: run it after a change of the extensions', () => {
    expect(file).toBe(printExtensionTypes(googleApis));
  });
  it('needs no other file, and has the buckets of the enum `QuotaBucketName`', () => {
    expect(file).not.toMatch(/\bimport\b/);
    const type = schema.getType('QuotaBucketName');
    const values = isEnumType(type) ? type.getValues().map(({ name }) => `'${name}'`) : [];
    const [, buckets] = /type Bucket =([^;]*);/.exec(file)!;
    expect(buckets!.match(/'\w+'/g)!.toSorted()).toEqual(values.toSorted());
  });
});

describe('docs/operations.md', () => {
  const file = read('docs/operations.md');

  it('equals the output of `npm run schema`: run it after a change of the schema', () => {
    expect(file).toBe(printOperations(schema));
  });
  it('has a row for every operation', () => {
    const rows = [...file.matchAll(/^\| `(\w+:\S+)`/gm)].map(([, key]) => key!);
    expect(rows.toSorted()).toEqual([...catalogue.keys()].toSorted());
  });
});

it('the README has the numbers of operations that `npm run schema` writes', () => {
  const readme = read('README.md');
  expect(readme).toMatch(/covers \d+ operations/);
  expect(withOperationCounts(readme, schema)).toBe(readme);
});

describe('docs/settings.md', () => {
  const file = read('docs/settings.md');

  it('equals the output of `npm run schema`: run it after a change of the settings', () => {
    expect(file).toBe(printSettings());
  });
  it('has a row for every setting', () => {
    const rows = [...file.matchAll(/^\| `(\w+)`/gm)].map(([, key]) => key!);
    expect(rows).toEqual(settingsTable.map(({ key }) => key));
  });
});

it('the PrometheusRule of Kubernetes has the alert rules, as `npm run schema` writes it', () => {
  const rules = read('deploy/prometheus/rules.yml');
  expect(read('deploy/kubernetes/monitoring/prometheus-rule.yaml')).toBe(
    printPrometheusRule(rules),
  );
});

describe('the files that follow from the clients of Google', () => {
  const files = Object.entries(generate(readClients(), facts));
  it.each(files)('%s equals the output of `npm run reference`', (path, text) => {
    expect(read(path)).toBe(text);
  });
});

describe('src/library/setting-options.ts', () => {
  it('equals the output of `npm run schema`: run it after a change of the settings', () => {
    expect(read('src/library/setting-options.ts')).toBe(printSettingOptions());
  });
});
