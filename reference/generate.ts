/** The generated files: what tests and the sandbox know of the services. */
import { type Client, type ClientName, readClient } from './client.ts';
import { type Facts, modelOf, normalizations, reasonGroups, sandboxRules } from './model.ts';
import { descriptorFile } from './descriptor-file.ts';
import { hashOf } from './hash.ts';
import { enumFile } from './enum-file.ts';
import { type KeyedOperation, operationRow, operationsOf } from './operation-table.ts';
import { readOnlyTable, writableTable } from './path-list.ts';
import { reasonFile } from './reason-file.ts';
import { ruleFile } from './rule-table.ts';
import { resourceTable, typeTable } from './type-table.ts';

type Clients = Readonly<Record<ClientName, Client>>;

/** The installed packages. */
export const readClients = (): Clients => ({
  youtube: readClient('youtube'),
  drive: readClient('drive'),
  calendar: readClient('calendar'),
});

/** @returns the contents of the files, by their paths from the repository's root */
export function generate(clients: Clients, facts: Facts): Readonly<Record<string, string>> {
  const model = modelOf(clients, facts);
  const operations = operationsOf(model);
  const ofService = (service: string): KeyedOperation[] =>
    operations.filter(({ key }) => key.startsWith(`${service}:`));
  const resources = (service: string): string => json(resourceTable(ofService(service)));
  const descriptors = (service: string, client: ClientName): string =>
    descriptorFile(ofService(service), clients[client]);
  const enums = (path: string, client: ClientName): object => ({
    [path]: enumFile(path, model[client].enums),
  });
  return {
    'src/services/video/operations.ts': descriptors('video', 'youtube'),
    'src/services/live/operations.ts': descriptors('live', 'youtube'),
    'src/services/storage/operations.ts': descriptors('storage', 'drive'),
    'src/services/calendar/operations.ts': descriptors('calendar', 'calendar'),
    ...enums('src/services/shared/youtube/enums.ts', 'youtube'),
    ...enums('src/services/storage/enums.ts', 'drive'),
    ...enums('src/services/calendar/enums.ts', 'calendar'),
    'src/services/shared/reasons.ts': reasonFile(reasonGroups),
    'reference/published.json': published(clients),
    'src/services/rest-schema.json': json(typeTable(model, operations)),
    'src/services/normalization.json': json(normalizations.map(normalizationRow)),
    'src/sandbox/data/rules.json': ruleFile(operations, sandboxRules),
    'src/sandbox/data/writable.json': json(writableTable(operations)),
    'test/data/operations.json': lines(operations.map(operationRow)),
    'test/data/read-only.json': json(readOnlyTable(operations)),
    'test/data/video-schema.json': resources('video'),
    'test/data/live-schema.json': resources('live'),
    'test/data/storage-schema.json': resources('storage'),
    'test/data/calendar-schema.json': resources('calendar'),
  };
}

interface Normalization {
  readonly form: string;
  readonly path?: string;
  readonly withinMs?: number;
}

/** What the gateway has to know of a normalization: not who has seen it, nor an example. */
const normalizationRow = ({ form, path, withinMs }: Normalization): Normalization => ({
  form,
  ...(path !== undefined && { path }),
  ...(withinMs !== undefined && { withinMs }),
});

/** Hashes of all descriptions of the clients, so that another text is noticed. */
const published = (clients: Clients): string =>
  json(
    Object.fromEntries(
      Object.entries(clients).flatMap(([name, { descriptions }]) =>
        Object.entries(descriptions).map(([place, text]) => [`${name} ${place}`, hashOf(text)]),
      ),
    ),
  );

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** One row a line, so that a change of an operation is one line of a difference. */
const lines = (rows: readonly object[]): string =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
