/** The parts of the mutations that open watch channels. */
import { InvalidInput, showValue } from '../../../../engine/api/error.ts';
import { checkFuture } from '../../../shared/future.ts';
import { files } from '../../../storage/operations.ts';
import { restCountOf } from '../../../../engine/schema/type/duration.ts';
import { changes, required } from '../../../../engine/schema/write/write-input.ts';

const maxTokenLength = 256;
const maxIdLength = 64;

/** @throws InvalidInput for text that Google does not accept as the id of a channel */
function checkChannelId(id: string, argument: string): void {
  if (id.length > maxIdLength || !/^[\w+/=-]+$/.test(id))
    throw new InvalidInput(
      argument,
      `${showValue(id)} is not an id of a channel; expected 1 to ${maxIdLength} characters of A-Z, a-z, 0-9 and -_+/=`,
    );
}

const acceptedEnd =
  'a later time: Google shortens it to about a week from now, for a file to one day';

/** The input of all operations that open a channel: their bodies are the same. */
export const channelInput = changes(files.watch, {
  address: [
    required('URL'),
    'address',
    'The https URL of the receiver, to which Google sends each notification by POST. Its origin must be in the setting `NOTIFICATION_ORIGINS` of the gateway.',
  ],
  token: [
    `A secret that each notification repeats, so that the receiver can reject other requests. At most ${maxTokenLength} characters.`,
    { maxLength: maxTokenLength },
  ],
  expiresAt: [
    'DateTime',
    'expiration',
    'The latest time at which the channel ends. Must be in the future. Google chooses an earlier one if this is too late: for a file one day, for everything else about a week. Default: the choice of Google. REST field: `expiration`.',
    {
      check: (time, argument) => checkFuture(time, argument, acceptedEnd),
      convert: (time) => String(Date.parse(time)),
    },
  ],
  newWatchChannelId: [
    'ID',
    'id',
    `The id of the new channel, which must be unique. At most ${maxIdLength} characters of A-Z, a-z, 0-9 and -_+/=. Default: a random one. REST field: \`id\`.`,
    { check: checkChannelId },
  ],
  payload:
    'Whether notifications have a body, where the resource has one. Default: the choice of Google.',
  ttl: [
    'Duration',
    'params',
    'The time until the channel ends, if `expiresAt` is omitted. A whole number of seconds, at least `PT1S`. REST field: `params.ttl`.',
    {
      convert: (ttl, argument) => ({
        ttl: restCountOf(ttl, argument, { unit: 's', type: 'int64', min: 1n }),
      }),
    },
  ],
});

/** The rest of a description that says what is watched. */
export const receiverText =
  'for clients that run a receiver of their own; subscriptions have no need of one. A notification has no data: read the changes after it. Notifications can be lost, or arrive twice. Stop the channel with `stopWatching` when it is no longer needed.';

/** Places of rejected values. A receiver that is not reached over https is rejected before. */
export const channelReasons = { channelIdNotUnique: 'id' } as const;
