/** One thing has one name and one type in the whole schema: the rules of `name-rule.ts`. */
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { rules } from './name-rule.ts';

/** A schema that breaks each rule once or more, as the schema did before it had the rule. */
const before = buildSchema(`
  scalar DateTime
  scalar BigInt
  scalar EmailAddress
  scalar Duration
  input TimeRangeInput { from: DateTime to: DateTime }
  input FileFilter { modified: TimeRangeInput ownerAddress: EmailAddress }
  type File {
    id: ID!
    modifiedTime: DateTime
    modified: DateTime
    checkedAt: String
    delayMs: Int
    "The time until the end. Seconds."
    left: BigInt
    startAt: DateTime
    "The email address of the owner."
    owner: String
    unavailable: [ID!]
    colorId: String
  }
  input WatchFileInput { channelId: ID }
  type FileConnection { nodes: [File] file: String }
  type FileChangePage { cursor: String reset: Boolean! changes: [File!]! }
  enum FileOrder { CHANGED LEFT }
  interface UserError { message: String! }
  type UpdateFilePayload { changed: File errors: [UserError!]! }
  type UpdateFilesPayload { results: [ID!]! failedCount: Int! }
  input FileRefInput @oneOf { id: ID key: ID }
  input FileTagChange { set: [ID!] remove: [ID!] replaceAll: [ID!] }
  input FileTags { ids: [ID!] }
  input UpdateFileInput { file: FileRefInput! }
  input UpdateFilesInput { files: [FileRefInput!]! }
  type Query {
    "At most one estimate of the cost."
    quota: Int
    files(from: DateTime, orderBy: FileOrder, filter: FileFilter): FileConnection
  }
  type Mutation {
    updateFile(input: UpdateFileInput!): UpdateFilePayload
    updateFiles(input: UpdateFilesInput!): UpdateFilesPayload
  }
  type Subscription { fileChanged(fileId: ID!): FileChangePage! }
`);

const names = Object.keys(rules) as (keyof typeof rules)[];

describe.each(names)('the rule of names `%s`', (name) => {
  it('is kept by the schema', () => {
    expect(rules[name](schema)).toEqual([]);
  });
  it('finds what breaks it', () => {
    expect(rules[name](before).map(([coordinate]) => coordinate)).toEqual(broken[name]);
  });
});

/** What each rule finds in `before`. */
const broken: Readonly<Record<keyof typeof rules, readonly string[]>> = {
  times: ['FileFilter.modified', 'File.modifiedTime', 'File.modified', 'File.checkedAt'],
  lengths: ['File.delayMs', 'File.left'],
  windows: ['File.startAt', 'Query.files(from:)'],
  emails: ['FileFilter.ownerAddress', 'File.owner'],
  ids: ['File.colorId', 'WatchFileInput.channelId'],
  unreadable: ['File.unavailable'],
  estimates: ['Query.quota'],
  orders: ['FileOrder.CHANGED'],
  payloads: ['UpdateFilePayload.changed'],
  inputs: ['FileTagChange', 'FileTags'],
  nouns: ['FileConnection.file'],
  keys: ['FileRefInput', 'FileRefInput', 'Mutation.updateFile', 'Mutation.updateFiles'],
  bulk: ['Mutation.updateFiles'],
  feeds: [
    'FileChangePage',
    'FileChangePage',
    'FileChangePage',
    'Subscription.fileChanged',
    'Subscription.fileChanged',
  ],
};
