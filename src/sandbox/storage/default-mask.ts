/** What storage answers where no `fields` parameter came: a small default set. */
const file = 'kind,id,name,mimeType,resourceKey';
const permission = 'kind,id,type,role';
const drive = 'kind,id,name';

/** Masks by operation key; an operation that is not here answers everything. */
export const defaultMasks: Readonly<Record<string, string>> = {
  'storage:files.get': file,
  'storage:files.create': file,
  'storage:files.update': file,
  'storage:files.copy': file,
  'storage:files.list': `kind,incompleteSearch,nextPageToken,files(${file})`,
  'storage:permissions.get': permission,
  'storage:permissions.list': `kind,nextPageToken,permissions(${permission})`,
  'storage:drives.get': drive,
  'storage:drives.list': `kind,nextPageToken,drives(${drive})`,
};
