/** Reads the operation of the editor for its code. */
import { useGraphiQL } from '@graphiql/react';
import { useUploadFiles } from '../builder/upload-files.ts';
import { variablesIn } from '../editor/operation.ts';
import { endpoint } from '../fetcher.ts';
import { settings } from '../settings.ts';
import { useSession } from '../sign-in/session.ts';
import { type CodedOperation, codedOperation } from './coded-operation.ts';

/** The operation, or why there is none. */
interface CodeState {
  readonly operation?: CodedOperation;
  /** For the user. */
  readonly problem?: string;
}

export function useCodedOperation(): CodeState {
  const { queryEditor, variableEditor, operationName, schema } = useGraphiQL((state) => state);
  const { token } = useSession(({ session }) => session);
  const { files } = useUploadFiles();
  if (!schema) return { problem: 'There is no code before the schema is loaded.' };
  try {
    const edited = {
      query: queryEditor?.getValue() ?? '',
      operationName: operationName ?? undefined,
      variables: variablesOf(variableEditor?.getValue() ?? ''),
      pickedFiles: Object.keys(files),
    };
    const caller = token === undefined ? 'nobody' : 'token';
    return {
      operation: {
        ...codedOperation(schema, edited),
        url: endpoint,
        caller: settings.signIn ? 'session' : caller,
      },
    };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** @throws Error for users */
function variablesOf(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  const value = variablesIn(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The variables are not a JSON object: correct them first.');
  return value as Readonly<Record<string, unknown>>;
}
