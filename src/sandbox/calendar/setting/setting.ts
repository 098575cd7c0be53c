/** The settings of the calendar user interface of the caller. No operation writes them. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { paginate } from '../../call/page.ts';
import { fingerprint } from '../../random.ts';
import { throwNotFound } from '../access.ts';
import { calendarState, type UserSetting } from '../state.ts';
import { checkSyncParameters, listRevision, nextTokenOf } from '../sync-token.ts';
import { changedSince } from '../synchronized.ts';

const settingsOf = ({ simulation, user }: ApiCall): readonly UserSetting[] =>
  calendarState(simulation).settings.get(user.email) ?? [];

const serialize = ({ kind, etag, id, value }: UserSetting): object => ({ kind, etag, id, value });

/** `settings.list`. */
export const listSettings: Handler = (call) => {
  const { query, user } = call;
  checkSyncParameters(call, []);
  const settings = settingsOf(call);
  const { items, next } = paginate(
    call,
    query.has('syncToken') ? changedSince(call, user.email, settings) : settings,
    listRevision(call),
  );
  return {
    kind: 'calendar#settings',
    etag: `"${fingerprint(items)}"`,
    ...nextTokenOf(call, user.email, next),
    items: items.map(serialize),
  };
};

/** `settings.get`. */
export const getSetting: Handler = (call) =>
  serialize(settingsOf(call).find(({ id }) => id === call.path['setting']) ?? throwNotFound());
