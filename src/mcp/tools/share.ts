/** Giving access to files. */
import * as z from 'zod/mini';
import { agentTool, idInput, input } from './agent-tool.ts';
import {
  accessAnswer,
  accessOf,
  type FileAccess,
  type Grantee,
  granteeOf,
  readAccess,
} from './file-access.ts';
import { inNumber } from './known-event.ts';
import { quoted } from './quoted.ts';
import { ToolFailure } from './tool-failure.ts';

const roles = ['reader', 'commenter', 'writer'] as const;

const grant = `mutation ($entries: [CreateFilePermissionInput!]!) {
  createFilePermissions(input: { entries: $entries }) {
    results { filePermission { id } errors { code message path } }
    errors { code message path }
  }
}`;

export const share = agentTool({
  name: 'share',
  title: 'Share a file',
  tier: 'write',
  description:
    'Give access to a file or folder, or change a role; others keep theirs. Asks first for anyone (public by the link), a domain, and mail.',
  input: {
    id: idInput('the file or folder'),
    with: input.texts('Email addresses, anyone, or a domain.'),
    role: input.choice(roles, 'What they may do.'),
    expires: z.optional(input.text('When the access of people ends.', 100)),
    notify: z.optional(input.flag('Mails the people; asks first.')),
    message: z.optional(input.text('For the mail.', 2_000)),
  },
  answer: accessAnswer,
  isRepeatable: true,
  run: async (given, run) => {
    const { role, notify = false, message } = given;
    const grantees = given.with.map((each) => granteeOf('with', each));
    const isPeople = grantees.every(({ type }) => type === 'USER');
    if (grantees.length === 0) throw ToolFailure.ofInput('with', 'empty; expected at least one');
    if (message !== undefined && !notify)
      throw ToolFailure.ofInput('message', 'only with notify, which mails it');
    if (given.expires !== undefined && !isPeople)
      throw ToolFailure.ofInput('expires', 'only for people; share with others in another call');
    const id = await run.idOf('id', given.id);
    const expiresAt =
      given.expires === undefined ? undefined : await run.endOf('expires', given.expires);
    if (notify || !isPeople) {
      const file = await readAccess(id, run);
      run.ask(...effects({ file, grantees, role, notify }));
    }
    await run.write('Shared the file.', grant, {
      entries: grantees.map((grantee) => ({
        ...grantee,
        fileId: id,
        role: role.toUpperCase(),
        ...(grantee.type === 'USER' && { notify, expiresAt, emailMessage: message }),
      })),
    });
    return accessOf(await readAccess(id, run));
  },
});

interface Sharing {
  readonly file: FileAccess;
  readonly grantees: readonly Grantee[];
  readonly role: (typeof roles)[number];
  readonly notify: boolean;
}

const verbs = { reader: 'read', commenter: 'read and comment on', writer: 'change' } as const;

function effects({ file, grantees, role, notify }: Sharing): string[] {
  const name = quoted(file.name ?? file.id);
  const what = file.isFolder ? `all in the folder ${name}` : name;
  const people = grantees.flatMap(({ email }) => email ?? []);
  return [
    ...grantees
      .filter(({ type }) => type !== 'USER')
      .map(({ domain }) => {
        const who = domain === undefined ? 'everybody who has the link' : `everybody at ${domain}`;
        return `Lets ${who} ${verbs[role]} ${what}.`;
      }),
    ...(notify && people.length > 0
      ? [`Mails ${inNumber(people, 'person')} that they can ${verbs[role]} ${what}.`]
      : []),
  ];
}
