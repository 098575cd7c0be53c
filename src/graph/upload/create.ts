/** `createUploadSession`: loaded when every room has said what can be uploaded. */
import type { Call } from '../../data/cost/field-cost.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { within } from '../error-path.ts';
import { mutation } from '../field/mutation.ts';
import { uploadKinds } from './kind.ts';
import { UploadSession } from './session.ts';

/** Which of them it will be is known when the input is read in full. */
const dearest = (operations: readonly AnyOperation[]): AnyOperation =>
  operations.reduce((one, other) => ((other.units ?? 0) > (one.units ?? 0) ? other : one));

mutation('createUploadSession', {
  description:
    'Opens an upload of any size. Nothing is made before the last byte has come; what was refused by then leaves nothing behind.',
  operations: [...uploadKinds.values()].flatMap(({ operations }) => operations),
  inputDescription: 'What the file is going to be: exactly one.',
  isOneOf: true,
  input: (t) =>
    Object.fromEntries(
      [...uploadKinds].map(([name, { input, description }]) => [
        name,
        t.field({ type: input as never, required: false, description }),
      ]),
    ),
  price: (input: Readonly<Record<string, unknown>>) =>
    Object.keys(input).map((name): Call => [dearest(uploadKinds.get(name)!.operations), 1]),
  node: ['uploadSession', UploadSession, 'Where the bytes are to go.'],
  run: async (input: Readonly<Record<string, unknown>>, execution) => {
    const [name, given] = Object.entries(input).find(([, value]) => value != null)!;
    const { id } = await within(name, uploadKinds.get(name)!.begin(given, execution));
    return { ref: { resource: UploadSession.resource, key: [id] } };
  },
});
