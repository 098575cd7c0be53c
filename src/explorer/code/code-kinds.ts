/** The kinds of code that an operation can be shown as. */
import type { CodedOperation } from './coded-operation.ts';
import { curlCommand } from './curl-command.ts';
import { apolloCode, clientCode, fetchCode, urqlCode } from './snippets.ts';

/** A kind of code. */
interface CodeKind {
  readonly name: string;
  readonly write: (operation: CodedOperation) => string;
}

export const codeKinds = [
  { name: 'curl', write: curlCommand },
  { name: 'fetch', write: fetchCode },
  { name: 'Apollo Client', write: apolloCode },
  { name: 'urql', write: urqlCode },
  { name: 'studiograph/client', write: clientCode },
] as const satisfies readonly CodeKind[];
