/** What a discovery document states, by the operation or type that it states it of. */

import type { Statement } from './statement.ts';

/** A schema of a type, a field or a parameter. */
interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly repeated?: boolean;
  readonly required?: boolean;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
}

interface Method {
  readonly id: string;
  readonly path: string;
  readonly httpMethod: string;
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, Schema>>;
  readonly parameterOrder?: readonly string[];
  readonly request?: Schema;
  readonly response?: Schema;
  readonly scopes?: readonly string[];
  readonly mediaUpload?: object;
}

interface Resource {
  readonly methods?: Readonly<Record<string, Method>>;
  readonly resources?: Readonly<Record<string, Resource>>;
}

export interface DiscoveryDocument extends Resource {
  readonly name: string;
  readonly revision: string;
  readonly schemas: Readonly<Record<string, Schema>>;
}

export function statementsOf(document: DiscoveryDocument): Statement[] {
  const prefix = `${document.name}.`;
  return [
    ...methodsOf(document).flatMap((method) => ofMethod(method, prefix)),
    ...Object.entries(document.schemas).flatMap(([name, schema]) =>
      ofSchema(`type ${name}`, '', schema),
    ),
  ];
}

const methodsOf = ({ methods = {}, resources = {} }: Resource): Method[] => [
  ...Object.values(methods),
  ...Object.values(resources).flatMap(methodsOf),
];

function ofMethod({ parameters = {}, id, ...value }: Method, prefix: string): Statement[] {
  const owner = `operation ${id.startsWith(prefix) ? id.slice(prefix.length) : id}`;
  // Orders of parameters say which are in the path.
  const { parameterOrder: _order, ...stated } = value;
  const ofParameters = Object.entries(parameters).flatMap(([name, schema]) =>
    ofSchema(owner, `?${name}`, schema),
  );
  return [{ owner, member: '', value: stated }, ...ofParameters];
}

/** The schema, the fields of the objects in it, and its values. */
function ofSchema(owner: string, member: string, schema: Schema): Statement[] {
  const { properties, enum: values = [], enumDescriptions = [], ...value } = schema;
  const inner = schema.items ?? schema.additionalProperties;
  const fields = Object.entries({ ...properties, ...inner?.properties });
  return [
    { owner, member, value: withoutFields(value) },
    ...values.map((each, index) => ({
      owner,
      member: `${member}=${each}`,
      value: { description: enumDescriptions[index] ?? '' },
    })),
    ...(inner?.enum ? ofSchema(owner, member, { ...inner }).slice(1) : []),
    ...fields.flatMap(([name, field]) => ofSchema(owner, `${member}.${name}`, field)),
  ];
}

/** A new field of an object is no change of the object. */
function withoutFields(schema: Omit<Schema, 'properties' | 'enum'>): object {
  const { items, additionalProperties, ...own } = schema;
  const inner = items ?? additionalProperties;
  if (!inner) return own;
  const { properties: _properties, enum: _enum, enumDescriptions: _texts, ...value } = inner;
  return { ...own, [items ? 'items' : 'additionalProperties']: value };
}
