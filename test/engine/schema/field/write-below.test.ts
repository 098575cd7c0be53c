/**
 * Writes to entities whose REST path has the key of their parent, declared here on the access rules
 * of calendars and sent to a server of this file.
 */
import type { calendar_v3 } from '@googleapis/calendar';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Execution } from '../../../../src/engine/execution/execution.ts';
import { Paths } from '../../../../src/engine/read/path.ts';
import { insert } from '../../../../src/engine/write/insert/insert.ts';
import { replaceIfMatch } from '../../../../src/engine/write/update/replace-if-match.ts';
import { calendarPart } from '../../../../src/services/calendar/calendar-id.ts';
import { conditionalSettings } from '../../../../src/services/calendar/conditional.ts';
import { resource } from '../../../../src/engine/schema/field/field-factory.ts';
import { refInput } from '../../../../src/engine/schema/field/ref-input.ts';
import { write } from '../../../../src/engine/schema/write/write.ts';
import {
  changes,
  changesOf,
  newOrChanged,
  parameters,
  required,
} from '../../../../src/engine/schema/write/write-input.ts';
import { acl, calendars } from '../../../../src/services/calendar/operations.ts';
import type { Upstream } from '../../../../src/engine/rest/upstream.ts';
import { upstreamAt } from '../../../support/upstream/upstream.ts';
import { executionOf } from '../../../support/write-execution.ts';
import { type HttpServer, httpServer } from '../../../support/http-server.ts';

const Rule = resource<calendar_v3.Schema$AclRule>({
  name: 'TestRule',
  key: ['calendarId', 'ruleId'],
  read: { kind: 'single', operation: acl.get },
});

const ruleKey = { calendarId: calendarPart, ruleId: { description: 'The rule.' } };

const notification = parameters(acl.insert, {
  notify: [required('Boolean'), 'sendNotifications', 'Send mail.', { default: false }],
});

const createRule = write('createTestRule', {
  description: 'Create a rule.',
  operation: acl.insert,
  target: Rule,
  below: { key: { calendarId: calendarPart } },
  strategy: insert(),
  input: changes(acl.insert, {
    role: [required('String'), 'role', 'The role.'],
    scopeType: [required('String'), 'scope.type', 'The type of the scope.'],
    scopeValue: ['String', 'scope.value', 'An address or a domain.', { notBlank: true }],
  }),
  parameters: notification,
  result: 'The rule.',
});

const updateRule = write('updateTestRule', {
  description: 'Change a rule.',
  inputDescription: 'Input of `updateTestRule`.',
  operation: acl.update,
  target: Rule,
  id: { ref: refInput(Rule, ruleKey), description: 'The rule.' },
  strategy: replaceIfMatch({ patch: acl.patch }),
  input: changes(acl.update, { role: ['String', 'role', 'The role.'] }),
  parameters: notification,
  settings: conditionalSettings,
  result: 'The rule.',
});

interface Received {
  readonly method: string;
  readonly path: string;
  readonly ifMatch: string | undefined;
  readonly body: unknown;
}

const rule = { id: 'default', etag: '"1"', role: 'reader', scope: { type: 'default' } };
const received: Received[] = [];
let answerStatus = 200;
let server: HttpServer;
let upstream: Upstream;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const content = await text(request);
  const body: unknown = content === '' ? undefined : JSON.parse(content);
  const path = new URL(request.url!, 'http://host').pathname.replace('/calendar/v3', '');
  received.push({ method: request.method!, path, ifMatch: request.headers['if-match'], body });
  const isRule = path.includes('/acl');
  response.writeHead(isRule ? answerStatus : 200, { 'content-type': 'application/json' });
  const entity = isRule
    ? { ...rule, ...(body as object | undefined) }
    : { id: 'ava@studio.example' };
  const error = { error: { code: answerStatus } };
  response.end(JSON.stringify(isRule && answerStatus >= 400 ? error : entity));
}

beforeAll(async () => {
  server = await httpServer((request, response) => void answer(request, response));
  upstream = upstreamAt({ url: server.url, retry: { maxAttempts: 1 } });
});

beforeEach(() => {
  received.length = 0;
  answerStatus = 200;
});

afterAll(async () => {
  await upstream.close();
  await server.close();
});

const newExecution = (): Execution => executionOf(upstream);

const selected = Paths.of('role');

describe('a row of an insert and an update', () => {
  const rows = {
    role: [
      newOrChanged(required('String'), 'String'),
      'role',
      'The role.',
      { clearable: false, default: 'reader', ifNew: 'To give.', ifChanged: 'To have.' },
    ],
    type: [
      'String',
      'scope.type',
      'The type.',
      { ofNew: { convert: () => 'new' }, ofChanged: { convert: () => 'changed' } },
    ],
  } as const;
  const forms = [changes(acl.insert, rows), changes(acl.update, rows)] as const;
  const sent = (form: (typeof forms)[number], input: object) =>
    changesOf(form, { ...input }).map(({ path, apply }) => [path, apply(undefined)]);

  it('has the type, the text and the default of each', () => {
    expect(
      forms.map(({ rows: { role } }) => [role![0], role![2], role![3]!.default as unknown]),
    ).toEqual([
      [required('String'), 'The role. To give.', 'reader'],
      ['String', 'The role. To have.', undefined],
    ]);
  });
  it('converts by the options of each', () => {
    expect(forms.map((form) => sent(form, { type: 'x' }))).toEqual([
      [['scope.type', 'new']],
      [['scope.type', 'changed']],
    ]);
  });
  it('takes null for no value in the insert, and can refuse null in the update', () => {
    expect(sent(forms[0], { role: null })).toEqual([['role', undefined]]);
    expect(() => sent(forms[1], { role: null })).toThrow('null is not allowed');
  });
});

describe('an insert below a path key', () => {
  it('sends the key in the path and returns the compound key of the new entity', async () => {
    const execution = newExecution();
    const payload = await createRule.run({
      input: { calendarId: 'team@studio.example', role: 'reader', scopeType: 'default' },
      execution,
      selected,
      path: [],
    });
    expect(received).toEqual([
      {
        method: 'POST',
        path: '/calendars/team%40studio.example/acl',
        ifMatch: undefined,
        body: { role: 'reader', scope: { type: 'default' } },
      },
    ]);
    expect(payload.errors).toEqual([]);
    expect(payload.ref!.key).toEqual(['team@studio.example', 'default']);
    expect(
      await execution.load(payload.ref!, { paths: selected, downstream: new Set() }),
    ).toMatchObject({ role: 'reader' });
    expect(received).toHaveLength(1);
  });
  it('resolves a well-known id of the parent', async () => {
    const payload = await createRule.run({
      input: { calendarId: 'primary', role: 'reader', scopeType: 'default' },
      execution: newExecution(),
      selected,
      path: [],
    });
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /calendars/primary',
      'POST /calendars/ava%40studio.example/acl',
    ]);
    expect(payload.ref!.key).toEqual(['ava@studio.example', 'default']);
    expect(createRule.operations).toEqual([calendars.get, acl.insert]);
  });
  it('names the argument of the parent for an id that is invalid or does not exist', async () => {
    const invalid = await createRule.run({
      input: { calendarId: 'a/b', role: 'reader', scopeType: 'default' },
      execution: newExecution(),
      selected,
      path: [],
    });
    expect(received).toEqual([]);
    answerStatus = 404;
    const missing = await createRule.run({
      input: { calendarId: 'team@studio.example', role: 'reader', scopeType: 'default' },
      execution: newExecution(),
      selected,
      path: [],
    });
    expect([...invalid.errors, ...missing.errors]).toMatchObject([
      { code: 'INVALID_INPUT', path: ['calendarId'] },
      { code: 'NOT_FOUND', path: ['calendarId'] },
    ]);
  });
});

describe('a conditional update with default rules', () => {
  it('replaces the entity as it was read, under its etag', async () => {
    const payload = await updateRule.run({
      input: {
        by: { key: { calendarId: 'team@studio.example', ruleId: 'default' } },
        role: 'writer',
        mode: 'safe',
      },
      execution: newExecution(),
      selected,
      path: [],
    });
    const path = '/calendars/team%40studio.example/acl/default';
    expect(received).toMatchObject([
      { method: 'GET', path },
      {
        method: 'PUT',
        path,
        ifMatch: '"1"',
        body: { role: 'writer', scope: { type: 'default' } },
      },
    ]);
    expect(payload.errors).toEqual([]);
  });
});
