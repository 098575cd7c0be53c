/**
 * Agreements of users. A call that mails people, makes public, deletes or spends much asks first:
 * the client shows the question to its user, or the agent does, and repeats the call with a code.
 */
import { createHash, randomInt } from 'node:crypto';
import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server';
import type { ToolCall } from '../tool-call.ts';

/** Long enough to ask a person. */
const TTL_MS = 600_000;

/** Begins the keys of questions: their rest is the code. */
const prefix = 'confirm-';

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** What a call was made with. */
interface CalledTool {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the user has said about a call. */
type Decision = 'allowed' | 'refused' | 'invalid' | 'none';

/** @returns a code with which the same call, and no other, is made once */
export async function newCode(called: CalledTool, call: ToolCall): Promise<string> {
  const code = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  await call.store.set('confirmation', keyOf(code, call), digestOf(called), TTL_MS);
  return code;
}

/** @returns what the user has decided; their agreement counts once */
export async function decisionOn(called: CalledTool, call: ToolCall): Promise<Decision> {
  const answer = answered(call);
  if (answer && !answer.agrees) return 'refused';
  const code = answer?.code ?? called.args['confirm'];
  if (typeof code !== 'string') return 'none';
  const key = keyOf(code.trim().toUpperCase(), call);
  const isRedeemed = await call.store.deleteIf('confirmation', key, digestOf(called));
  return isRedeemed ? 'allowed' : 'invalid';
}

/** @returns the question for a client that shows it to its user */
export const questionFor = (effects: readonly string[], code: string): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [`${prefix}${code}`]: inputRequired.elicit({
        message: effects.join('\n'),
        requestedSchema: {
          type: 'object',
          properties: { agree: { type: 'boolean', title: 'Do it', default: false } },
          required: ['agree'],
        },
      }),
    },
  });

/** @returns the answer of the user to a question; undefined if none was asked */
function answered({ answers = {} }: ToolCall): { code: string; agrees: boolean } | undefined {
  const [key, answer] = Object.entries(answers).find(([each]) => each.startsWith(prefix)) ?? [];
  if (key === undefined) return undefined;
  const { action, content } = (answer ?? {}) as {
    readonly action?: unknown;
    readonly content?: { readonly agree?: unknown } | null;
  };
  const agrees = action === 'accept' && content?.agree === true;
  return { code: key.slice(prefix.length), agrees };
}

const keyOf = (code: string, { callerKey }: ToolCall): string => `${callerKey} ${code}`;

/** A code of one call must not allow another one. */
const digestOf = ({ name, args }: CalledTool): string => {
  const text = `${name}\n${canonical({ ...args, confirm: undefined })}`;
  return createHash('sha256').update(text).digest('base64url');
};

/** @returns the JSON of a value with the names in order: clients may send them in another one */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
