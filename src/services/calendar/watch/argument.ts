/** The fields, reasons and parameters of the four operations that open a notification channel. */
import { notSent, type Param } from '../../../engine/rest/operation/param.ts';

/** Body paths of requests for a notification channel. */
export const watchFields = [
  'address',
  'expiration',
  'id',
  'params.(key)',
  'payload',
  'token',
  'type',
] as const;

/**
 * Reasons for which a channel is refused. Sources: the push guide of Google Calendar; for calendars
 * without notifications KeepSoftwareSimple/compass-calendar#2111, 2025.
 */
export const watchReasons = ['channelIdNotUnique', 'pushNotSupportedForRequestedResource'] as const;

/** The parameters of a list, which the operation that watches it takes, too. */
export const watchQuery = <Q extends Readonly<Record<string, Param>>>(listQuery: Q): Q =>
  Object.fromEntries(
    Object.entries(listQuery).map(([name, param]) => [
      name,
      notSent('A notification has no data that the parameter could select.', param),
    ]),
  ) as Q;
