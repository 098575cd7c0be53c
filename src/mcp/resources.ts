/** What clients read by URIs. */
import { readFile } from 'node:fs/promises';
import type {
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { packageFile } from '../server/package-file.ts';
import type { AgentOperation } from './agent-operation.ts';
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

/** The guide, and the documents of the operations. */
export class GuideResources implements AgentResources {
  readonly #operations: readonly AgentOperation[];

  constructor(operations: readonly AgentOperation[]) {
    this.#operations = operations;
  }

  list(): Resource[] {
    return [
      {
        uri: conventions,
        name: 'conventions',
        description: 'Ids, pages, costs, errors and dates: read it first.',
        mimeType: 'text/plain',
      },
      ...this.#operations.map(({ name }) => ({
        uri: `${operationPrefix}${name}`,
        name,
        description: 'A worked example: the document of an operation.',
        mimeType: 'text/plain',
      })),
    ];
  }

  templates(): ResourceTemplateType[] {
    return [];
  }

  async read(uri: string): Promise<ReadResourceResult | undefined> {
    const text =
      uri === conventions
        ? await readFile(guide, 'utf8')
        : this.#operations.find(({ name }) => uri === `${operationPrefix}${name}`)?.text;
    return text === undefined ? undefined : { contents: [{ uri, mimeType: 'text/plain', text }] };
  }

  complete(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }
}
