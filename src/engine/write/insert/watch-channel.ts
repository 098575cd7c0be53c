/**
 * Strategies of watch channels for clients that run a receiver of notifications of their own:
 * `openChannel` and `stopChannel`. The service calls the receiver, so only known ones are allowed.
 */
import { randomUUID } from 'node:crypto';
import { failedWith, InvalidInput, showValue, UpstreamError } from '../../api/error.ts';
import type { Service } from '../../api/register.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { Resource } from '../../read/resource.ts';
import { answeredId } from '../answered-id.ts';
import { type JsonRecord, newBody } from '../change.ts';
import { keyArguments } from '../../read/key-arguments.ts';
import type { Strategy, WriteRequest } from '../strategy.ts';

interface ChannelRules {
  /** The resource of the channel: its key is the service, the channel and the watched resource. */
  readonly channel: Resource;
  readonly service: Service;
  /** Further arguments of the operation. May make calls, of the operations of `alsoCalls`. */
  readonly args: (write: WriteRequest) => JsonRecord | Promise<JsonRecord>;
  readonly alsoCalls?: readonly AnyOperation[];
}

export const openChannel = (rules: ChannelRules): Strategy => ({
  kind: 'insert',
  operations: ({ operation }) => [...(rules.alsoCalls ?? []), operation],
  run: async (write) => {
    const { execution, operation, ref, changes, parameters, selected } = write;
    const { body } = newBody(changes);
    const address = receiverUrl(body['address'], execution.receiverOrigins);
    const requested = selected.with('id').with('resourceId');
    const id = (body['id'] as string | undefined) ?? randomUUID();
    const answer = (await execution.send(operation, {
      ...(ref && keyArguments(operation, ref)),
      ...(await rules.args(write)),
      ...parameters,
      fields: requested.mask,
      body: { ...body, address, id, type: 'web_hook' },
    })) as { readonly resourceId?: unknown };
    const resourceId = answeredId(operation, answer.resourceId);
    const opened = { resource: rules.channel, key: [rules.service, id, resourceId] };
    execution.invalidate(opened, answer, requested);
    return { ref: opened };
  },
});

/**
 * @returns the URL in its standard form: text such as `https://a\@b` has different origins for
 * different parsers
 * @throws InvalidInput for a URL that is not on one of the origins
 */
function receiverUrl(address: unknown, origins: readonly string[]): string {
  const text = String(address);
  if (URL.canParse(text)) {
    const { href, origin, protocol, username, password, hash } = new URL(text);
    const isPlain = username === '' && password === '' && hash === '';
    if (protocol === 'https:' && isPlain && origins.includes(origin)) return href;
  }
  throw new InvalidInput(
    'address',
    `${showValue(text)} is not a receiver that the gateway allows; expected an https URL, without user and fragment, of an origin in the setting NOTIFICATION_ORIGINS`,
  );
}

/** The operation that stops a channel, by the name of the service in the key of the channel. */
type StopOperations = Readonly<Partial<Record<Service, AnyOperation>>>;

/** A service as the enum `ServiceName` has it. */
const nameOf = (service: string): string => service.toUpperCase();

export const stopChannel = (operations: StopOperations): Strategy => ({
  kind: 'remove',
  operations: () => Object.values(operations),
  choosesOperation: true,
  run: async ({ execution, ref }) => {
    const [service, id, resourceId] = ref!.key;
    const operation = operations[service as Service];
    if (operation === undefined)
      throw new InvalidInput(
        'by.key.service',
        `${nameOf(service!)} is not a service with watch channels; expected ${Object.keys(operations).map(nameOf).join(' or ')}`,
      );
    try {
      await execution.send(operation, { body: { id, resourceId } });
    } catch (error) {
      // Clients know the channel by its own id, not by that of the watched resource.
      throw failedWith(error, 'NOT_FOUND')
        ? new UpstreamError({ ...error.failure, id }, error)
        : error;
    }
    execution.invalidate();
    return { ref };
  },
});
