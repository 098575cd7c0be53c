/**
 * What the large MCP clients accept of a tool, as one set of rules: a list without a violation is
 * taken by Claude, ChatGPT, Codex, Gemini, VS Code, Cursor and Windsurf. Clients drop a tool, or a
 * whole list, without a word, so that only such a check shows it. Each limit names its source.
 */
import type { Tool } from '@modelcontextprotocol/client';

/** A JSON Schema, of which nothing is known yet. */
type UncheckedSchema = Readonly<Record<string, unknown>>;

/** Where a schema is, and what may be in it. */
interface SchemaPlace {
  readonly path: string;
  readonly depth: number;
}

/**
 * The longest prefix before a name: Claude Code with a plugin, and it counts towards 64 characters.
 * ChromeDevTools/chrome-devtools-mcp#1169, 2026-03. Others: `mcp_` of Gemini CLI, 60 of Cursor.
 */
const longestPrefix = 'mcp__plugin_studiograph_studiograph__';

const limits = {
  /** Anthropic and OpenAI: ^[a-zA-Z0-9_-]{1,64}$, anthropics/claude-code#36921, 2026-03. */
  nameCharacters: 64 - longestPrefix.length,
  /** OpenAI refuses more, getsentry/sentry-mcp#106, 2025-04. Claude Code cuts at 2,048. */
  descriptionCharacters: 1_024,
  /** claude.ai drops a tool with more, in silence, anthropics/claude-code#77296, 2026-07. */
  inputBytes: 16_384,
  /** OpenAI if strict: "6 levels of nesting exceeds limit of 5", tidyverse/ellmer#671. */
  depth: 5,
  /**
   * Of all servers together: the first 40 in Cursor (anyproto/anytype-mcp#5, 2025-06), 80 later
   * (Snowflake-Labs/mcp#77, 2025-09); 100 in Windsurf (docs.windsurf.com/windsurf/cascade/mcp);
   * 128 in VS Code (microsoft/vscode-copilot-release#11653, 2025-06).
   */
  tools: 40,
  /**
   * ChatGPT refuses a server with more than 5,000 tokens of names, descriptions and inputs,
   * directus/mcp#14, 2025-11, and kirill-markin/flashcards-open-source-app#1751, 2026-09; 16,000
   * in homeassistant-ai/ha-mcp#614, 2026-02. The second had too many tokens at 21,300 characters,
   * which is less than 4.3 a token; assumed are 3.6.
   */
  modelCharacters: 18_000,
  /** What this project promises of the whole list, as it is sent. */
  listCharacters: 25_000,
} as const;

/** No dash and no dot in Cursor, webstudio-is/webstudio#5960, 2026-07. A letter first: Gemini. */
const toolName = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/**
 * Gemini: a letter or an underscore first, then letters, digits, underscores, Vertex AI reference
 * of FunctionDeclaration, 2025. Anthropic: at most 64, anthropics/claude-code#79418, 2026-07.
 */
const propertyName = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** The types of the schemas of Gemini and of Codex, without null: a value is left out instead. */
const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

/**
 * The keywords that every client takes, by the type they belong to. Gemini refuses
 * `additionalProperties` (promptfoo/promptfoo#6902, 2026-01), exclusive bounds
 * (zed-industries/zed#29400, 2025-04), references (google-gemini/gemini-cli#13326, 2025-11), most
 * values of `format` (google-gemini/gemini-cli#3178, 2025-07) and keywords at another type
 * (anomalyco/opencode#11889, 2026-02). Claude Code drops a tool with `allOf`, `anyOf` or `oneOf` at
 * the top (anthropics/claude-code#95504, 2026-09). Codex removes what is not listed here, `default`
 * among it (openai/codex 1048c68, codex-rs/tools/src/json_schema.rs).
 */
const inputKeywords: Readonly<Record<string, readonly string[]>> = {
  string: ['enum'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required'],
};

const everyType = ['type', 'description'];

/**
 * Bounds that Codex removes (its json_schema.rs, see above), and VS Code for GPT-4
 * (microsoft/vscode-copilot-chat 1700547, toolSchemaNormalizer.ts): the model sees only the
 * description.
 */
const bounds = ['minimum', 'maximum', 'minItems', 'maxItems'];

/**
 * What the schema of a result may not have. Claude Desktop and Claude Code refuse each call of a
 * tool that names draft 7 (pascalorg/editor#696, anthropics/claude-code#90549, 2026-08), and only
 * the default is known to all; Gemini CLI and Claude Code lose the whole list by a reference
 * (google-gemini/gemini-cli#13326, 2025-11, and gemini-cli-extensions/stitch#13, 2026-07).
 */
const outputRefusals = new Set(['$schema', '$id', '$ref', '$defs', 'definitions', 'format']);

/** @returns what a client refuses or loses of the tool; empty if all take it as it is */
export function violationsOf(tool: Tool): string[] {
  const found = [
    ...nameViolations(tool.name),
    ...descriptionViolations(tool.description ?? '', { path: 'description', required: true }),
    ...hintViolations(tool),
    ...inputViolations(tool.inputSchema),
    ...outputViolations(tool.outputSchema),
  ];
  return found.map((each) => `${tool.name}: ${each}`);
}

/** @returns the violations of every tool, and those of the list as a whole */
export function violationsOfList(tools: Tool[]): string[] {
  const names = tools.map(({ name }) => name);
  const forModel = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, inputSchema }),
  );
  return [
    ...tools.flatMap(violationsOf),
    ...above('tools', tools.length, limits.tools),
    // Gemini CLI keeps the last of two, google-gemini/gemini-cli#28971, 2026-08.
    ...repeated(names).map((name) => `list: ${String(name)} is there twice`),
    ...above('characters for the model', forModel.join().length, limits.modelCharacters),
    ...above('characters', JSON.stringify(tools).length, limits.listCharacters),
  ];
}

const above = (what: string, actual: number, maximum: number): string[] =>
  actual > maximum ? [`list: ${actual} ${what}, maximum: ${maximum}`] : [];

const repeated = (values: readonly unknown[]): unknown[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

const isSchema = (value: unknown): value is UncheckedSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nameViolations(name: string): string[] {
  const found = toolName.test(name) ? [] : ['name is not in lower snake case'];
  return name.length > limits.nameCharacters
    ? [...found, `name has ${name.length} characters, maximum: ${limits.nameCharacters}`]
    : found;
}

/** VS Code replaces an empty description (toolSchemaNormalizer.ts, see above). */
function descriptionViolations(
  description: unknown,
  { path, required }: { readonly path: string; readonly required: boolean },
): string[] {
  if (description === undefined && !required) return [];
  if (typeof description !== 'string') return [`${path} is not a string`];
  if (description.trim() === '') return [`${path} is empty`];
  const { length } = description;
  return length > limits.descriptionCharacters
    ? [`${path} has ${length} characters, maximum: ${limits.descriptionCharacters}`]
    : [];
}

/**
 * ChatGPT takes a tool without `readOnlyHint` for a write
 * (universal-tool-calling-protocol/code-mode#38, 2026-05) and refuses apps without all three hints
 * (olostep/olostep-mcp-server#22, 2026-07); the directory of Claude wants a title
 * (elgorro/aiquila#386, 2026-07).
 */
function hintViolations({ title, annotations = {} }: Tool): string[] {
  const hints = ['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const;
  const missing = hints.filter((hint) => typeof annotations[hint] !== 'boolean');
  return [
    ...((title ?? annotations.title ?? '').trim() === '' ? ['title is missing'] : []),
    ...missing.map((hint) => `annotations.${hint} is missing`),
    ...(annotations.readOnlyHint && annotations.destructiveHint
      ? ['annotations: a tool that only reads is destructive']
      : []),
  ];
}

function inputViolations(input: UncheckedSchema): string[] {
  const bytes = Buffer.byteLength(JSON.stringify(input));
  const place = { path: 'inputSchema', depth: 1 };
  return [
    ...(bytes > limits.inputBytes
      ? [`inputSchema has ${bytes} bytes, maximum: ${limits.inputBytes}`]
      : []),
    // OpenAI: "object schema missing properties", inboxapi/cli#105, 2026-05.
    ...(input['type'] === 'object' ? [] : ['inputSchema.type is not object']),
    ...schemaViolations(input, place),
  ];
}

function schemaViolations(schema: unknown, { path, depth }: SchemaPlace): string[] {
  if (!isSchema(schema)) return [`${path} is not a schema`];
  if (depth > limits.depth) return [`${path} is deeper than ${limits.depth} levels`];
  const { type, description } = schema;
  // Lists of types: Gemini ("cannot start list", zed-industries/zed#44875, 2026-02) and Cursor
  // (cursor/cursor#3778, 2025-11). None: OpenAI (Gitlawb/openclaude#1114, 2026-05).
  if (typeof type !== 'string' || !types.has(type))
    return [`${path}.type is not one of ${[...types].join(', ')}`];
  const allowed = new Set([...everyType, ...inputKeywords[type]!]);
  return [
    ...Object.keys(schema)
      .filter((keyword) => !allowed.has(keyword))
      .map((keyword) => `${path}.${keyword} is not known to all clients`),
    ...descriptionViolations(description, { path: `${path}.description`, required: false }),
    ...bounds.flatMap((keyword) => boundViolations(schema, keyword, path)),
    ...(type === 'string' ? enumViolations(schema['enum'], path) : []),
    ...(type === 'array' ? arrayViolations(schema, { path, depth }) : []),
    ...(type === 'object' ? objectViolations(schema, { path, depth }) : []),
  ];
}

/** `schema[keyword]` has to be said in the words too. */
function boundViolations(schema: UncheckedSchema, keyword: string, path: string): string[] {
  const bound = schema[keyword];
  if (bound === undefined) return [];
  if (typeof bound !== 'number') return [`${path}.${keyword} is not a number`];
  const numbers = String(schema['description'])
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .match(/-?\d+(\.\d+)?/g);
  return numbers?.includes(String(bound))
    ? []
    : [`${path}.description does not say ${keyword} ${bound}`];
}

/**
 * Gemini takes strings only (google-gemini/gemini-cli#4415, 2025-07), and none that is empty
 * (sbroenne/mcp-server-excel#607, 2026-04).
 */
function enumViolations(values: unknown, path: string): string[] {
  if (values === undefined) return [];
  if (!Array.isArray(values) || values.length === 0) return [`${path}.enum has no values`];
  return [
    ...(values.every((value) => typeof value === 'string' && value !== '')
      ? []
      : [`${path}.enum has a value that is not a string, or empty`]),
    ...repeated(values).map((value) => `${path}.enum has ${String(value)} twice`),
  ];
}

/**
 * VS Code refuses the whole request (typesense/typesense#3059, 2026-09), as do OpenAI
 * (flanksource/mission-control#2634, 2025-12) and Gemini (backstage/backstage#34038, 2026-04).
 */
function arrayViolations(schema: UncheckedSchema, { path, depth }: SchemaPlace): string[] {
  const { items } = schema;
  if (items === undefined) return [`${path}.items is missing`];
  return schemaViolations(items, { path: `${path}.items`, depth: depth + 1 });
}

function objectViolations(schema: UncheckedSchema, { path, depth }: SchemaPlace): string[] {
  const { properties, required = [] } = schema;
  if (!isSchema(properties)) return [`${path}.properties is missing`];
  const names = Object.keys(properties);
  // Gemini: "should be non-empty for OBJECT type", MarkusPfundstein/mcp-obsidian#21, 2025-03; it
  // takes none at the top, bug-ops/zeph#1641, 2026-03.
  const isEmpty = depth > 1 && names.length === 0;
  // Gemini: "required[0]: property is not defined", anomalyco/opencode#3140, 2025-10.
  const isRequired = Array.isArray(required) && required.every((name) => names.includes(name));
  return [
    ...(isEmpty ? [`${path}.properties is empty`] : []),
    ...(isRequired ? [] : [`${path}.required names what is not in properties`]),
    ...names
      .filter((name) => !propertyName.test(name))
      .map((name) => `${path}.properties: ${name} is not a name for all clients`),
    ...Object.entries(properties).flatMap(([name, each]) =>
      schemaViolations(each, { path: `${path}.properties.${name}`, depth: depth + 1 }),
    ),
  ];
}

/**
 * Claude Code loses a tool of another type (Wynelson94/longhand#10, 2026-05), clients with the
 * official SDK the whole list (kenn-io/msgvault#626, 2026-08).
 */
function outputViolations(output: UncheckedSchema | undefined): string[] {
  if (output === undefined) return [];
  return [
    ...(output['type'] === 'object' ? [] : ['outputSchema.type is not object']),
    ...refusedKeywords(output, 'outputSchema'),
  ];
}

/** Looks into properties by their names, so that one may be called `format`. */
function refusedKeywords(schema: unknown, path: string): string[] {
  if (Array.isArray(schema))
    return schema.flatMap((each, index) => refusedKeywords(each, `${path}[${index}]`));
  if (!isSchema(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const here = `${path}.${keyword}`;
    if (outputRefusals.has(keyword)) return [`${here} is not known to all clients`];
    if (keyword !== 'properties' || !isSchema(value)) return refusedKeywords(value, here);
    return Object.entries(value).flatMap(([name, each]) =>
      refusedKeywords(each, `${here}.${name}`),
    );
  });
}
