/** `apps.list` and `apps.get`: the applications that everybody has installed. */
import type { ApiCall, Handler } from '../call/handler.ts';
import { ApiError } from '../http/api-error.ts';
import { pictureUrl } from '../picture/picture-url.ts';
import { type AppPlan, appPlans, defaultAppIds } from '../seed/storage/app.ts';

/** The entries of a comma-separated parameter, in lower case. */
const entriesOf = ({ query }: ApiCall, name: string): readonly string[] =>
  (query.text(name) ?? '')
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '');

const icon = (id: string, category: string, size: number): object => ({
  category,
  size,
  iconUrl: pictureUrl(`app/${id}/${category}.png`, size),
});

/** @param language BCP 47 */
function serializeApp(
  { id, names, description, extensions, mimeTypes, isOwn, createUrl }: AppPlan,
  language: string,
): object {
  return {
    kind: 'drive#app',
    id,
    name: names[language.split('-')[0]!] ?? names.en,
    objectType: names.en,
    shortDescription: description,
    longDescription: `${description} Opens ${extensions.primary.join(', ')} files.`,
    productId: id,
    productUrl: `https://apps.example/${id}`,
    openUrlTemplate: `https://apps.example/${id}/open?ids={ids}`,
    ...(createUrl && {
      createUrl,
      createInFolderTemplate: `${createUrl}&folder={folderId}`,
    }),
    supportsCreate: createUrl !== undefined,
    supportsImport: isOwn,
    supportsMultiOpen: !isOwn,
    supportsOfflineCreate: isOwn,
    installed: true,
    authorized: true,
    useByDefault: defaultAppIds.includes(id),
    hasDriveWideScope: isOwn,
    primaryMimeTypes: mimeTypes.primary,
    secondaryMimeTypes: mimeTypes.secondary,
    primaryFileExtensions: extensions.primary,
    secondaryFileExtensions: extensions.secondary,
    icons: [icon(id, 'application', 16), icon(id, 'application', 32), icon(id, 'document', 16)],
  };
}

/** `apps.list`: with filters, the applications that open one of the types or extensions. */
export const listApps: Handler = (call) => {
  const extensions = entriesOf(call, 'appFilterExtensions');
  const mimeTypes = entriesOf(call, 'appFilterMimeTypes');
  const opens = (app: AppPlan): boolean =>
    [...app.extensions.primary, ...app.extensions.secondary].some((e) => extensions.includes(e)) ||
    [...app.mimeTypes.primary, ...app.mimeTypes.secondary].some((t) => mimeTypes.includes(t));
  const isFiltered = extensions.length + mimeTypes.length > 0;
  return {
    kind: 'drive#appList',
    selfLink: 'https://www.googleapis.com/drive/v3/apps',
    defaultAppIds,
    items: appPlans
      .filter((app) => !isFiltered || opens(app))
      .map((app) => serializeApp(app, call.query.text('languageCode') ?? 'en')),
  };
};

/** `apps.get`. */
export const getApp: Handler = ({ path }) => {
  const appId = path['appId']!;
  const app = appPlans.find(({ id }) => id === appId);
  if (app) return serializeApp(app, 'en');
  throw new ApiError(404, 'notFound', { message: `App not found: ${appId}`, location: 'appId' });
};
