/** Rules of the names in the schema: one thing has one name and one type, wherever it stands. */
import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';

/** A field, an argument or an input field. */
interface Member {
  /** Schema coordinate: `Video.channel(first:)`. */
  readonly coordinate: string;
  readonly name: string;
  readonly type: GraphQLInputType | GraphQLOutputType;
  readonly text: string;
  /** The names of the members beside it. */
  readonly siblings: ReadonlySet<string>;
}

/** What a rule finds: the coordinate, and what is expected there. */
type Finding = readonly [coordinate: string, expected: string];

type Rule = (schema: GraphQLSchema) => Finding[];

type Described = Omit<Member, 'coordinate' | 'text' | 'siblings'> & {
  readonly description?: string | null | undefined;
};

const membersOf = (
  described: readonly Described[],
  coordinateOf: (name: string) => string,
): Member[] => {
  const siblings = new Set(described.map(({ name }) => name));
  return described.map(({ name, type, description }) => ({
    coordinate: coordinateOf(name),
    name,
    type,
    text: description ?? '',
    siblings,
  }));
};

const typesOf = (schema: GraphQLSchema): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));

/** All fields, arguments and input fields. */
function allMembers(schema: GraphQLSchema): Member[] {
  return typesOf(schema).flatMap((type) => {
    const inType = (name: string): string => `${type.name}.${name}`;
    if (isInputObjectType(type)) return membersOf(Object.values(type.getFields()), inType);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const fields = Object.values(type.getFields());
    return [
      ...membersOf(fields, inType),
      ...fields.flatMap((field) =>
        membersOf(field.args, (name) => `${inType(field.name)}(${name}:)`),
      ),
    ];
  });
}

const typeName = ({ type }: Pick<Member, 'type'>): string => getNamedType(type).name;

const isTime = (member: Member): boolean => typeName(member).startsWith('Date');

const isNumber = (member: Member): boolean => /^(Int|Float|BigInt)$/.test(typeName(member));

/** A rule about each member alone. @returns what is expected; undefined: nothing is wrong */
const each =
  (check: (member: Member) => string | undefined): Rule =>
  (schema) =>
    allMembers(schema).flatMap((member) => {
      const expected = check(member);
      return expected === undefined ? [] : [[member.coordinate, expected] as const];
    });

/** Texts that a camera has written, of unknown zones. */
const cameraTimes = new Set(['ImageMediaMetadata.takenAt', 'VideoFileDetails.createdAt']);

const times = each((member) => {
  const { name } = member;
  if (/(Time|Date)$/.test(name) && name !== 'dateTime') return 'a name that ends in `At`';
  if (isTime(member) && !/^(at|from|to|dates?|dateTime)$|(At|From)$/.test(name))
    return 'a name that ends in `At`';
  const isRange = typeName(member) === 'TimeRangeInput';
  if (/[a-z]At$/.test(name) !== isRange && !isTime(member) && !cameraTimes.has(member.coordinate))
    return isRange ? 'a name that ends in `At`' : 'a time';
  return undefined;
});

const lengths = each((member) => {
  const { name, text } = member;
  const hasUnit = /(?:^|[a-z])(Ms|Millis|Se?conds|Secs|Minutes|Hours|Days)$/i.test(name);
  const saysUnit =
    /(^|\. )(Milliseconds|Seconds|Minutes|Hours|Days)\b|\bnumber of (milliseconds|seconds|minutes|hours|days)\b/.test(
      text,
    );
  return isNumber(member) && (hasUnit || saysUnit)
    ? 'a `Duration` without a unit in the name'
    : undefined;
});

const windows = each((member) => {
  const { name, siblings } = member;
  if (/^(start|end|since|until|before)(At|Time)?$/.test(name) && isTime(member))
    return '`from` or `to`';
  const other = { from: 'to', to: 'from' }[name];
  return isTime(member) && other !== undefined && !siblings.has(other)
    ? `\`${other}\` beside it`
    : undefined;
});

const emails = each((member) => {
  const { name, text } = member;
  // The keys of what a change of a list removes.
  if (name === 'remove') return undefined;
  const isAddress = typeName(member) === 'EmailAddress';
  if (
    isAddress !== /(^e|E)mails?$/.test(name) &&
    (isAddress || /^(String|ID)$/.test(typeName(member)))
  )
    return isAddress ? 'a name that ends in `email`' : 'an `EmailAddress`';
  return !isAddress && typeName(member) === 'String' && /\bemail address/.test(text)
    ? 'an `EmailAddress`'
    : undefined;
});

/** Ids that only other programs read: those of a client, of Google Analytics or of an office. */
const foreignIds = new Set([
  'buildingId',
  'conferenceId',
  'deskId',
  'floorId',
  'floorSectionId',
  'kaclsId',
  'productId',
  'requestId',
  'trackingAnalyticsAccountId',
]);

/** Notification channels have names of their own: `channelId` is a channel of YouTube. */
const ids = each((member) => {
  const { coordinate, name } = member;
  if (
    coordinate.startsWith('Watch') &&
    /(^c|[a-z]C)hannelIds?$/.test(name) &&
    !/[wW]atchC/.test(name)
  )
    return 'the name `watchChannelId`';
  const isId = typeName(member) === 'ID';
  return !isId && /(^i|I)ds?$/.test(name) && !foreignIds.has(name) ? 'an `ID`' : undefined;
});

const unreadable = each(({ name }) =>
  /unavailable|inaccessible/i.test(name) ? '`unreadable`' : undefined,
);

/** A cost is called a maximum; an estimate is a count that a service only estimates. */
const estimates = each(({ name, text }) =>
  /\bestimate/i.test(text) &&
  /\b(cost|units?|calls?)\b/i.test(text) &&
  !name.startsWith('estimated')
    ? 'the word "maximum"'
    : undefined,
);

const constantCase = (name: string): string => name.replaceAll(/(?=[A-Z])/g, '_').toUpperCase();

/** Orders that no field has, by the enum. */
const ordersWithoutField: Readonly<Record<string, readonly string[]>> = {
  CommentOrder: ['RELEVANCE', 'TIME'],
  FileOrderField: ['FOLDER', 'NAME_NATURAL', 'RECENCY'],
  SearchOrder: ['RATING', 'RELEVANCE', 'VIDEO_COUNT', 'VIEW_COUNT'],
  SubscriptionOrder: ['RELEVANCE', 'UNREAD'],
};

/** The values of an order are the fields of the nodes of the lists that have it. */
const orders: Rule = (schema) => {
  const lists = typesOf(schema)
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()));
  const found = lists.flatMap(({ type, args }) => {
    const list = getNamedType(type);
    const input = getNamedType(args.find(({ name }) => name === 'orderBy')?.type);
    const order = isInputObjectType(input) ? getNamedType(input.getFields()['field']!.type) : input;
    const node = isObjectType(list) && getNamedType(list.getFields()['nodes']?.type);
    if (!isEnumType(order) || !isObjectType(node)) return [];
    const fields = new Set(Object.keys(node.getFields()).map(constantCase));
    return order
      .getValues()
      .filter(({ name }) => !fields.has(name) && !ordersWithoutField[order.name]?.includes(name))
      .map(({ name }) => [`${order.name}.${name}`, `the name of a field of ${node.name}`] as const);
  });
  return [...new Map(found)];
};

const lowerFirst = (name: string): string => `${name[0]!.toLowerCase()}${name.slice(1)}`;

/** Objects of payloads that have a role beside the changed object. */
const roles = new Set(['endedSeries']);

/** Payloads, and changes of feeds, have the changed object under the name of its type. */
const payloads: Rule = (schema) =>
  typesOf(schema)
    .filter(isObjectType)
    .filter(({ name }) => /(Payload|Result|Changed)$/.test(name) && name !== 'SearchResult')
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field): Finding[] => {
        const object = getNamedType(field.type);
        if (!isObjectType(object) || roles.has(field.name) || field.name === 'results') return [];
        const names = [lowerFirst(object.name), `${lowerFirst(object.name)}s`];
        return names.includes(field.name) ? [] : [[`${type.name}.${field.name}`, names[0]!]];
      }),
    );

/** Input types say what they are: an object, a key, a filter, or the changes of a list. */
const inputs: Rule = (schema) =>
  typesOf(schema)
    .filter(isInputObjectType)
    .flatMap((type): Finding[] => {
      const isChange = type.getFields()['replaceAll'] !== undefined;
      const ending = isChange ? /ChangesInput$/ : /(Input|By|Filter)$/;
      const expected = isChange ? 'ChangesInput' : 'Input';
      return ending.test(type.name) ? [] : [[type.name, `a name that ends in \`${expected}\``]];
    });

/** Words of a service that are also the name of a type, but mean something else. */
const ownWords = new Set([
  'EventAttendee.comment',
  'EventAttendeeInput.comment',
  'FreeBusy.members',
  'ReportVideoAbuseInput.comments',
  'RespondToEventInput.comment',
]);

/** What has the name of an object is that object: no text with its name, no other object. */
const nouns: Rule = (schema) => {
  const objects = typesOf(schema)
    .filter(isObjectType)
    .map(({ name }) => [lowerFirst(name), name] as const)
    // Subscriptions have the names of what they report.
    .filter(([noun]) => !noun.endsWith('Changed'));
  const byNoun = new Map([
    ...objects,
    ...objects.map(([noun, name]) => [`${noun}s`, name] as const),
  ]);
  return allMembers(schema).flatMap((member): Finding[] => {
    const expected = byNoun.get(member.name);
    const given = typeName(member);
    const isFree = ownWords.has(member.coordinate) || member.coordinate.endsWith(':)');
    return expected === undefined || isFree || given === 'Upload' || given.includes(expected)
      ? []
      : [[member.coordinate, `an object of the type ${expected}`]];
  });
};

/** Mutations name what they change by `id`, or by `by` where the type has several keys. */
const keys: Rule = (schema) => {
  const selectors = typesOf(schema)
    .filter(isInputObjectType)
    .filter(({ isOneOf }) => isOneOf);
  const named = allMembers(schema).flatMap(({ coordinate, name, type }): Finding[] => {
    const input = getNamedType(type);
    if (!isInputObjectType(input) || !selectors.includes(input)) return [];
    // Each of several alternatives is named by its role.
    if (selectors.some((selector) => coordinate.startsWith(`${selector.name}.`))) return [];
    const isKey = name === 'by' || input.getFields()['id'] !== undefined;
    if (!isKey) return [];
    const noun = input.name.replace(/(Ref)?Input$/, '');
    if (!input.name.endsWith('By')) return [[input.name, `the name ${noun}By`]];
    return /^(by|\w+By)$/.test(name)
      ? []
      : [[coordinate, 'the name `by`, or one that ends in `By`']];
  });
  return [...named, ...withoutKeys(schema)];
};

/** Mutations of what exists that do not say of what. */
const withoutKeys: Rule = (schema) =>
  Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, args }) => {
    const input = getNamedType(args[0]!.type);
    if (!isInputObjectType(input) || !/^(update|delete)/.test(name)) return [];
    const given = Object.keys(input.getFields());
    return ['id', 'by', 'ids', 'entries'].some((key) => given.includes(key))
      ? []
      : [[`Mutation.${name}`, '`id` or `by` in the input'] as const];
  });

/** Entries of bulk mutations, and their results. */
const bulk: Rule = (schema) =>
  Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(
    ({ name, type, args }): Finding[] => {
      const payload = getNamedType(type);
      if (!isObjectType(payload)) return [];
      const { results, failedCount } = payload.getFields();
      const input = getNamedType(args[0]!.type);
      const entries = isInputObjectType(input) ? input.getFields() : {};
      if (results === undefined && failedCount === undefined)
        return entries['entries'] === undefined ? [] : [[payload.name, '`results`']];
      return [
        ...(results === undefined || failedCount === undefined
          ? [[payload.name, '`results` and `failedCount`'] as const]
          : []),
        ...(entries['entries'] === undefined && entries['ids'] === undefined
          ? [[`Mutation.${name}`, '`entries` or `ids` in the input'] as const]
          : []),
      ];
    },
  );

/** Pages of feeds are named after the subscription, and have the same other fields. */
const feeds: Rule = (schema) =>
  Object.values(schema.getSubscriptionType()?.getFields() ?? {}).flatMap(
    ({ name, type, args }): Finding[] => {
      const page = getNamedType(type);
      if (!isObjectType(page) || page.getFields()['reset'] === undefined) return [];
      const subject = name.replace(/Changed$/, 'Changes').replace(/s$/, '');
      const pageName = `${subject[0]!.toUpperCase()}${subject.slice(1)}Page`;
      const has = (field: string): boolean => page.getFields()[field] !== undefined;
      const given = new Set(args.map((argument) => argument.name));
      return [
        ...(page.name === pageName ? [] : [[page.name, `the name ${pageName}`] as const]),
        ...['cursor', 'hasMore', 'pollAfter']
          .filter((field) => !has(field))
          .map((field) => [page.name, `the field \`${field}\``] as const),
        ...(/Change[sd]$/.test(name) &&
        getNamedType(page.getFields()['changes']?.type)?.name !== pageName.replace('Page', '')
          ? [[page.name, 'the field `changes`, with the type of the page without `Page`'] as const]
          : []),
        ...(given.has('after') ? [] : [[`Subscription.${name}`, '`after`'] as const]),
        ...(name.endsWith('Changed') && !given.has('id')
          ? [[`Subscription.${name}`, '`id`'] as const]
          : []),
      ];
    },
  );

export const rules = {
  times,
  lengths,
  windows,
  emails,
  ids,
  unreadable,
  estimates,
  orders,
  payloads,
  inputs,
  nouns,
  keys,
  bulk,
  feeds,
} as const;
