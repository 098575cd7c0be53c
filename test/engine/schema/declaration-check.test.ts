/** Declarations that compile and cannot work: they are rejected while the schema is built. */
import { describe, expect, it } from 'vitest';
import type { Api } from '../../../src/engine/api/api.ts';
import type { AnyOperation } from '../../../src/engine/api/operation.ts';
import { checkSchemas } from '../../../src/engine/rest/operation/answer-check.ts';
import { buildSchema } from '../../../src/engine/schema/build-schema.ts';
import { builder, type ObjectType } from '../../../src/engine/schema/builder.ts';
import {
  addUserErrorTypes,
  sharedErrorTypes,
} from '../../../src/engine/schema/error/user-error-type.ts';
import { type FieldBuilder, resource } from '../../../src/engine/schema/field/field-factory.ts';
import { connection } from '../../../src/engine/schema/list/connection.ts';
import { connectionType } from '../../../src/engine/schema/list/connection-type.ts';
import { addServiceName } from '../../../src/engine/schema/quota/service-name.ts';
import {
  registerResources,
  typeNamed,
  upstreamId,
} from '../../../src/engine/schema/type/global-id.ts';
import { addNode } from '../../../src/engine/schema/type/node.ts';
import { addScalars } from '../../../src/engine/schema/type/scalar.ts';
import { write } from '../../../src/engine/schema/write/write.ts';
import { settings } from '../../../src/engine/schema/write/write-input.ts';
import { action, remove } from '../../../src/engine/write/action.ts';
import { patch } from '../../../src/engine/write/update/patch.ts';
import { googleApis } from '../../../src/services/api.ts';
import { events } from '../../../src/services/calendar/operations.ts';

const event = (name: string, key: readonly string[]) =>
  resource<{ readonly id?: string | null }>({
    name,
    key,
    read: { kind: 'single', operation: events.get },
  });

const Meeting = event('Meeting', ['calendarId', 'eventId']);

describe('a resource', () => {
  it('must have the names of the path of its read in its key', () => {
    const odd = event('Odd', ['calendar', 'eventId']);
    expect(() => buildSchema(googleApis, () => registerResources([odd]))).toThrow(
      'Odd: the path of calendar:events.get has {calendarId}, which is not in the key (calendar, eventId)',
    );
  });
  it('must be registered if another module mentions its name', () => {
    const named = [typeNamed('Meeting'), typeNamed('Meting')];
    expect(() => buildSchema(googleApis, () => registerResources([Meeting], named))).toThrow(
      'no resource is registered as Meting',
    );
    expect(named[0]!.resource).toBe(Meeting.resource);
  });
});

describe('a type', () => {
  const description = 'Nothing.';
  const withQuery = (define: () => void) => () =>
    buildSchema(googleApis, () => {
      builder.queryType({ description });
      define();
    });
  const shown = (type: ObjectType<object>) => (): void =>
    builder.queryField('one', (t) => t.field({ type, description, resolve: () => null }));
  it('must be implemented if a field mentions it', () => {
    const type = builder.objectType<object>('Missing');
    expect(withQuery(shown(type))).toThrow('nothing has implemented the type Missing');
  });
  it('can be implemented once', () => {
    const ofAll = builder.objectType<object>('OfAll').implement({ description });
    const again = () => void ofAll.implement({ description });
    expect(again).toThrow('the type OfAll is implemented twice');
    expect(withQuery(again)).toThrow('the type OfAll is implemented twice');
    const ofOne = builder.objectType<object>('OfOne');
    const fields = (t: FieldBuilder<object>) => ({
      two: t.field({ type: 'Int', description, resolve: () => 2 }),
    });
    const implement = (): void => {
      ofOne.implement({ description, fields });
      shown(ofOne)();
    };
    const twice = withQuery(() => [implement(), ofOne.implement({ description })]);
    expect(twice).toThrow('the type OfOne is implemented twice');
    // Another schema has its own.
    expect(withQuery(implement)().getType('OfOne')).toBeDefined();
    expect(withQuery(implement)().getType('OfOne')).toBeDefined();
  });
  it('cannot have two fields of the same name', () => {
    const twice = () => [shown(Meeting), shown(Meeting)].forEach((add) => add());
    expect(withQuery(twice)).toThrow('Query has two fields one');
  });
});

describe('one id', () => {
  it('cannot name a resource whose key has several parts', () => {
    expect(() => upstreamId(Meeting.resource, 'x', 'meetingId')).toThrow(
      'meetingId: one id cannot name Meeting (calendarId, eventId)',
    );
  });
});

describe('a list at the root', () => {
  it('must make the keys of its items if they have several parts', () => {
    const list = { operation: events.list, args: () => ({}) };
    const made: unknown[] = [];
    Meeting.implement({
      fields: (t) => ({ id: t.expose('ID', 'id', { nullable: true, description: 'The id.' }) }),
    });
    const fields = (t: FieldBuilder<object>) => {
      const target = connectionType(Meeting, 'Meetings.');
      expect(() => connection(t, target, list, 'Meetings.')).toThrow(
        'the list of calendar:events.list has no parent; keyOf has to make the key of Meeting (calendarId, eventId)',
      );
      const keyOf = ({ id }: { readonly id: string }): string[] => ['primary', id];
      made.push(connection(t, target, { ...list, keyOf }, 'Meetings.'));
      return {
        one: t.field({ type: 'String', nullable: true, description: 'One.', resolve: () => null }),
      };
    };
    buildSchema(googleApis, () => {
      builder.queryType({ fields });
      addNode();
      addScalars();
      addServiceName();
      addUserErrorTypes(sharedErrorTypes);
    });
    expect(made).toHaveLength(1);
  });
});

describe('a strategy', () => {
  const declare = (operation: AnyOperation) =>
    write('removeMeeting', { description: '…', operation, target: Meeting, id: {} });
  it('can be left out for a DELETE, and for no other write', () => {
    const { strategy, deletes } = declare(events.delete).spec;
    expect([strategy.kind, deletes]).toEqual(['remove', 'The global id of the removed meeting.']);
    expect(() => declare(events.patch)).toThrow(
      'removeMeeting: calendar:events.patch needs a strategy',
    );
  });
});

describe('a condition', () => {
  const ifMatch = settings({ ifMatch: ['String', 'The etag.'] });
  const declare = (strategy: ReturnType<typeof patch>) => () =>
    write('changeMeeting', {
      description: 'Change a meeting.',
      inputDescription: 'Input of `changeMeeting`.',
      operation: events.patch,
      target: Meeting,
      id: 'The meeting.',
      settings: ifMatch,
      strategy,
    });
  it.each([
    ['patch', patch()],
    ['patch', patch({ condition: { setting: 'ifVersion', path: 'version' } })],
    ['action', action()],
  ])('must be one that the strategy checks: %s', (kind, strategy) => {
    expect(declare(strategy)).toThrow(`changeMeeting: the strategy ${kind} does not check ifMatch`);
  });
  it.each([remove(), patch({ condition: { setting: 'ifMatch', path: 'etag' } })])(
    'is accepted by a strategy that checks it',
    (strategy) => {
      expect(declare(strategy)().name).toBe('changeMeeting');
    },
  );
});

describe('the types of an API', () => {
  const withCalendar = (schemas: Api['services']['calendar']['schemas']): Api => {
    const { services } = googleApis;
    return {
      ...googleApis,
      services: { ...services, calendar: { ...services.calendar, schemas } },
    };
  };
  const { schemas } = googleApis.services.calendar;
  it('are primitives, values, schemas, and lists and maps of these', () => {
    const Odd = { a: 'Event[]', b: 'string{}', c: 'date{[]}', d: '=x|y' };
    expect(() => checkSchemas(withCalendar({ ...schemas, Odd }))).not.toThrow();
  });
  it.each(['strng', 'Evnt[]', 'dat{}'])('are no others: %s', (type) => {
    const Odd = { due: type };
    expect(() => checkSchemas(withCalendar({ ...schemas, Odd }))).toThrow(
      `Odd.due: ${type} is no type; expected the name of a schema, values (=a|b), an enum (=Name) or one of string, id, boolean`,
    );
  });
  it('include those of the answers and bodies of operations', () => {
    const signatures = { ...googleApis.signatures, 'calendar:events.get': { answer: 'Evnt' } };
    expect(() => checkSchemas({ ...googleApis, signatures })).toThrow(
      'answer of calendar:events.get: Evnt is no type',
    );
  });
});
