/** What clients read by URIs. */
import { readFile } from 'node:fs/promises';
import type {
  CallToolResult,
  InputRequiredResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { packageFile } from '../server/package-file.ts';
import type { AgentOperation } from './agent-operation.ts';
import { idAtUri, objectTemplate } from './object-uri.ts';
import type { ToolCall } from './tool-call.ts';

/** The resources of a gateway; the same for all callers, except what they contain. */
export interface AgentResources {
  list(): Resource[];
  templates(): ResourceTemplateType[];
  /** @returns undefined if there is none with this URI */
  read(uri: string, call: ToolCall): Promise<ReadResourceResult | undefined>;
  /**
   * @param templateUri of one of the templates
   * @param argument the name of a variable of it
   * @param value what the user has entered so far
   * @returns values that it can have, the best ones first
   */
  complete(
    templateUri: string,
    argument: string,
    value: string,
    call: ToolCall,
  ): Promise<readonly string[]>;
}

const conventions = 'studiograph://conventions';
const operationPrefix = 'studiograph://operations/';

/** The guide for agents, beside \`src/\` in the repository and beside \`dist/\` in the image. */
const guide = packageFile('llms.txt');

/** Calls a tool. @returns undefined if agents do not have it */
type CallTool = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  call: ToolCall,
) => Promise<CallToolResult | InputRequiredResult | undefined>;

/** The dependencies of the resources. */
interface ResourceParts {
  readonly operations: readonly AgentOperation[];
  readonly callTool: CallTool;
  /** Whether agents have the tools that read and find objects. */
  readonly hasObjects: boolean;
}

/** The guide, the documents of the operations, and what the user has in the services. */
export class StudioResources implements AgentResources {
  readonly #parts: ResourceParts;

  constructor(parts: ResourceParts) {
    this.#parts = parts;
  }

  list(): Resource[] {
    return [
      {
        uri: conventions,
        name: 'conventions',
        title: 'Conventions',
        description: 'Ids, pages, costs, errors and dates of GraphQL documents.',
        mimeType: 'text/plain',
      },
      ...this.#parts.operations.map(({ name }) => ({
        uri: `${operationPrefix}${name}`,
        name,
        title: name,
        description: 'The document of an operation.',
        mimeType: 'text/plain',
      })),
    ];
  }

  templates(): ResourceTemplateType[] {
    if (!this.#parts.hasObjects) return [];
    return [
      {
        uriTemplate: objectTemplate,
        name: 'object',
        title: 'A video, file, event or anything else with an id',
        description: 'What the tool `read` answers. Words complete to ids of files and own videos.',
        mimeType: 'application/json',
      },
    ];
  }

  async read(uri: string, call: ToolCall): Promise<ReadResourceResult | undefined> {
    const id = this.#parts.hasObjects ? idAtUri(uri) : undefined;
    if (id !== undefined) return this.#readObject(uri, id, call);
    const text =
      uri === conventions
        ? await readFile(guide, 'utf8')
        : this.#parts.operations.find(({ name }) => uri === `${operationPrefix}${name}`)?.text;
    return text === undefined ? undefined : { contents: [{ uri, mimeType: 'text/plain', text }] };
  }

  async complete(
    templateUri: string,
    argument: string,
    value: string,
    call: ToolCall,
  ): Promise<readonly string[]> {
    if (!this.#parts.hasObjects || templateUri !== objectTemplate || argument !== 'id') return [];
    const text = value.trim() === '' ? {} : { text: value.slice(0, 200) };
    const found = await Promise.all([
      this.#parts.callTool('find', { kind: 'files', ...text }, call),
      this.#parts.callTool('find', { kind: 'videos', mine: true, ...text }, call),
    ]);
    return found.flatMap((result) => idsIn(result?.structuredContent));
  }

  async #readObject(
    uri: string,
    id: string,
    call: ToolCall,
  ): Promise<ReadResourceResult | undefined> {
    const result = await this.#parts.callTool('read', { id }, call);
    if (result?.isError === true || !result?.structuredContent) return undefined;
    const text = JSON.stringify(result.structuredContent);
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  }
}

/** @returns the ids of the items of an answer */
function idsIn(answer: unknown): string[] {
  const { items = [] } = (answer ?? {}) as { readonly items?: readonly { readonly id?: string }[] };
  return items.flatMap(({ id }) => id ?? []);
}
