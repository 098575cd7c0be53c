/** `createUploadSession`: one mutation for every kind of upload. */
import type { Write } from '../write/write.ts';
import type { InputBuilder, InputFields } from '../write/write-input.ts';
import type { Input } from '../write/write-spec.ts';
import { builder } from '../builder.ts';

/** An upload as a field of a `@oneOf` input: a write, or a nested `@oneOf` input. */
export interface UploadKind {
  readonly description: string;
  readonly typeName: string;
  readonly typeDescription: string;
  readonly upload: Write | Readonly<Record<string, UploadKind>>;
}

type Kinds = Readonly<Record<string, UploadKind>>;

const isWrite = (upload: UploadKind['upload']): upload is Write => 'run' in upload;

/** All writes of a `@oneOf` input. */
const writesOf = (kinds: Kinds): Write[] =>
  Object.values(kinds).flatMap(({ upload }) => (isWrite(upload) ? [upload] : writesOf(upload)));

interface Chosen {
  readonly write: Write;
  readonly input: Input;
  /** The path of the write's input in the whole input. */
  readonly path: readonly string[];
}

function chosen(kinds: Kinds, input: Input, above: readonly string[] = []): Chosen {
  const [name, value] = Object.entries(input).find(([, each]) => each != null)!;
  const { upload } = kinds[name]!;
  const path = [...above, name];
  return isWrite(upload)
    ? { write: upload, input: value as Input, path }
    : chosen(upload, value as Input, path);
}

const fieldsOf = (t: InputBuilder, kinds: Kinds): InputFields =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, { description, typeName, typeDescription, upload }]) => {
      const type = builder.inputType(typeName, {
        description: typeDescription,
        isOneOf: !isWrite(upload),
        fields: (nested) =>
          isWrite(upload) ? upload.inputFields(nested) : fieldsOf(nested, upload),
      });
      return [name, t.field({ type, required: false, description })];
    }),
  );

/** Declares `createUploadSession` for kinds of uploads by name; the input has exactly one. */
export function createUploadSession(kinds: Kinds, description: string): Write {
  const [first] = writesOf(kinds);
  return {
    name: 'createUploadSession',
    isOneOf: true,
    spec: {
      ...first!.spec,
      result: 'The upload session that receives the file.',
      description,
      inputDescription:
        'Input of `createUploadSession`. Exactly one field must be set: the kind of upload.',
    },
    operations: [...new Set(writesOf(kinds).flatMap(({ operations }) => operations))],
    calls: (given) => {
      const { write, input } = chosen(kinds, given);
      return write.calls(input);
    },
    inputFields: (t) => fieldsOf(t, kinds),
    run: (call) => {
      const { write, input, path } = chosen(kinds, call.input);
      return write.run({ ...call, input, prefix: `${path.join('.')}.` });
    },
  };
}
